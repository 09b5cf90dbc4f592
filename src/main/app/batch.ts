/** Within two frames of a screen, so that text appears to flow and main sends tens, not hundreds, of events a second. */
const batchMs = 20

export interface Batch<T> {
  add(item: T): void
  /** Sends now what waits; with nothing waiting it does nothing. */
  flush(): void
}

/** Gathers what comes within 20 ms and sends it together, in order; nothing is held back longer. `send` must not throw. */
export function batchEvents<T>(send: (items: readonly T[]) => void): Batch<T> {
  let waiting: T[] = []
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    send(items)
  }
  return {
    add(item) {
      waiting.push(item)
      timer ??= setTimeout(flush, batchMs)
    },
    flush,
  }
}
