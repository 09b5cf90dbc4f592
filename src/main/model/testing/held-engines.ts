import { PixieError } from '../../../shared/errors.ts'
import type { Engine } from '../engine.ts'
import { createEngineHolder, type EngineHolderOptions } from '../engine-holder.ts'
import { createScriptedEngine } from '../scripted-engine.ts'

/** Engines that count themselves, loaded when the test says so. */
export function heldEngines(over: Partial<EngineHolderOptions> = {}) {
  const loads: { model: string | null; signal: AbortSignal; load: PromiseWithResolvers<Engine> }[] = []
  const disposed: (string | null)[] = []
  const state = { wanted: 'a' as string | null }
  const holder = createEngineHolder({
    wanted: () => state.wanted,
    load(model, signal) {
      const load = Promise.withResolvers<Engine>()
      signal.addEventListener('abort', () =>
        load.reject(new PixieError('stopped', { what: 'Stopped', hint: 'Again.' })),
      )
      loads.push({ model, signal, load })
      return load.promise
    },
    loadTokenizer: async () => null,
    idleMs: () => null,
    ...over,
  })
  const finish = (index: number) => {
    const { model, load } = loads[index] ?? {}
    load?.resolve({
      ...createScriptedEngine({ script: [] }),
      model: { id: model ?? 'default', path: '', sha256: null },
      async dispose() {
        disposed.push(model ?? null)
      },
    })
  }
  return { holder, loads, disposed, state, finish }
}

export const idOf = async ({ model }: Engine) => model.id
