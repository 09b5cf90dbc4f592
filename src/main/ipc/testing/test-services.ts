import type { CallName, EventName, EventPayload, Result } from '../../../shared/contract/index.ts'
import { calls, events } from '../../../shared/contract/index.ts'
import { type ModelAccess, machineLibrary } from '../../model/model-access.ts'
import { createPixie, type Pixie, type PixieOptions } from '../../pixie.ts'
import { tempProfile } from '../../store/testing/temp-profile.ts'
import type { Desktop, Services } from '../handlers.ts'

const nowMs = Date.parse('2026-11-30T09:00:00Z')

export interface TestServices extends AsyncDisposable {
  readonly services: Services
  readonly pixie: Pixie
  /** Folder of the test, beside the profile. */
  readonly root: string
  /** What the next dialogs give, in order; none left = cancelled. */
  readonly chosen: string[]
  readonly published: { readonly name: EventName; readonly payload: unknown }[]
}

/** A real profile in a fresh folder, on a clock that stands still, with a desktop whose dialogs are answered ahead. */
export function testServices(
  models: Partial<Pick<ModelAccess, 'engine' | 'tokenizer'>> = {},
  more: Pick<PixieOptions, 'startParsers'> = {},
): TestServices {
  const profile = tempProfile()
  const pixie = createPixie({
    dataDir: profile.dataDir,
    clock: { now: () => nowMs, zone: 'Europe/Berlin' },
    given: { now: true, tz: true },
    model: null,
    models: {
      engine: () => Promise.reject(new Error('this test loads no model')),
      tokenizer: async () => null,
      checks: [],
      library: machineLibrary(),
      ...models,
    },
    command: 'pixie test',
    onNotice: () => {},
    ...more,
  })
  const chosen: string[] = []
  const published: TestServices['published'] = []
  const choose = async () => chosen.shift() ?? null
  const desktop = new Proxy({} as Desktop, {
    get(_, name) {
      if (name === 'chooseFolder' || name === 'chooseFile' || name === 'chooseSavePath') return choose
      throw new Error(`This test has no desktop.${String(name)}`)
    },
  })
  return {
    pixie,
    root: profile.root,
    chosen,
    published,
    services: {
      pixie,
      desktop,
      publish<N extends EventName>(name: N, payload: EventPayload<N>) {
        published.push({ name, payload: events[name].parse(payload) })
      },
      onWindowReady: () => undefined,
      onHandedOver: () => undefined,
    },
    async [Symbol.asyncDispose]() {
      await pixie.close()
      profile[Symbol.dispose]()
    },
  }
}

/** A handler's result held to the contract. */
export function checked<N extends CallName>(name: N, result: unknown): Result<N> {
  return calls[name].result.parse(result) as Result<N> // just parsed by its own shape
}
