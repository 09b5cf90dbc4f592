/**
 * A lock with a queue of waiters: whoever comes first generates first, one at a time.
 * The engine's own locks are per sequence and cannot see two nested generations that share the model.
 */
export interface GenerationLock {
  /** Runs `work` when all that came before are done. A rejected or aborted waiter leaves the queue in order. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export function createGenerationLock(): GenerationLock {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(signal, work) {
      const mine = last.then(() => {
        signal.throwIfAborted()
        return work()
      })
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
