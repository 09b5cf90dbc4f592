import type { Engine } from '../model/engine.ts'
import { machineLibrary } from '../model/model-access.ts'
import { createPixie, type Pixie } from '../pixie.ts'
import { tempProfile } from '../store/testing/temp-profile.ts'

/** Works in an empty profile of its own, on this engine, at 09:00 UTC on 30 November 2026; closes and removes it. */
export async function withPixieOn<T>(engine: Engine, work: (pixie: Pixie) => Promise<T>): Promise<T> {
  using profile = tempProfile()
  const pixie = createPixie({
    dataDir: profile.dataDir,
    clock: { now: () => Date.UTC(2026, 10, 30, 9), zone: 'UTC' },
    given: { now: true, tz: true },
    model: null,
    models: {
      engine: async () => engine,
      tokenizer: async () => null,
      checks: [],
      library: machineLibrary(),
    },
    command: 'pixie test',
    onNotice: () => {},
  })
  try {
    return await work(pixie)
  } finally {
    await pixie.close()
  }
}
