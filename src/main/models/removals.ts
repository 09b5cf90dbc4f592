/** Models that are to be deleted: not at once, so that it can be taken back. */
import type { EngineHolder } from '../model/engine-holder.ts'
import type { ModelHost } from '../model/model-host.ts'
import { removeModel } from '../model/models.ts'

/** As long as the window offers to take it back. */
const graceMs = 10_000

export interface Removals {
  add(model: string): void
  takeBack(model: string): void
  isPending(model: string): boolean
  /** Deletes what still waits. */
  close(): Promise<void>
}

export function createRemovals(parts: {
  host(): ModelHost
  readonly engine: Pick<EngineHolder, 'withoutEngine'>
  /** Whether it may be in memory. */
  isUsed(model: string): boolean
  onChange(): void
}): Removals {
  const pending = new Map<string, NodeJS.Timeout>()
  const never = new AbortController().signal

  /** One that cannot be deleted is in the list again, as it was. */
  const remove = (model: string) =>
    removeModel(parts.host(), model, { signal: never })
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        pending.delete(model)
        parts.onChange()
      })

  return {
    add(model) {
      clearTimeout(pending.get(model))
      const removeNow = () =>
        parts.isUsed(model) ? parts.engine.withoutEngine(never, () => remove(model)) : remove(model)
      pending.set(
        model,
        setTimeout(() => void removeNow(), graceMs),
      )
      parts.onChange()
    },
    takeBack(model) {
      clearTimeout(pending.get(model))
      pending.delete(model)
      parts.onChange()
    },
    isPending: (model) => pending.has(model),
    async close() {
      const models = [...pending.keys()]
      for (const timer of pending.values()) clearTimeout(timer)
      for (const model of models) await remove(model)
    },
  }
}
