/** Long calls that the window can end, by an id that the window chose. */
import { PixieError } from '../../shared/errors.ts'

export interface Runs {
  /** Rejects with `stopped` once `cancel(id)` was called, before the start too, and otherwise as `work` does. */
  run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Does nothing for an id that is not running. */
  cancel(id: string): void
}

export function createRuns(): Runs {
  const running = new Map<string, AbortController>()
  return {
    async run(id, work) {
      running.get(id)?.abort()
      const controller = new AbortController()
      running.set(id, controller)
      try {
        return await work(controller.signal)
      } catch (error) {
        if (!controller.signal.aborted) throw error
        throw new PixieError('stopped', { what: 'Stopped', hint: 'Try again.', cause: error })
      } finally {
        if (running.get(id) === controller) running.delete(id)
      }
    },
    cancel: (id) => running.get(id)?.abort(),
  }
}
