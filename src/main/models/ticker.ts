export interface Ticker<T> {
  /** Reports the value now, or the newest one as soon as the time is over. */
  tick(value: T): void
  /** What waits is not reported any more. */
  stop(): void
}

/** Reports values at most once in `everyMs`, and always the last one. */
export function createTicker<T>(everyMs: number, report: (value: T) => void): Ticker<T> {
  let timer: NodeJS.Timeout | null = null
  let waiting: { readonly value: T } | null = null
  const rest = () => {
    timer = setTimeout(() => {
      timer = null
      if (waiting === null) return
      const { value } = waiting
      waiting = null
      report(value)
      rest()
    }, everyMs)
    timer.unref()
  }
  return {
    tick(value) {
      if (timer !== null) {
        waiting = { value }
        return
      }
      report(value)
      rest()
    },
    stop() {
      waiting = null
    },
  }
}
