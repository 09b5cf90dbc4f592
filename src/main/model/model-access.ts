/** How a profile gets at models on this machine. */
import { parse } from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import type { CheckResult, DoctorCheck } from '../store/doctor.ts'
import { findModel } from './catalog.ts'
import { ensureModel, type FetchOptions, isModelPath } from './download.ts'
import type { Engine } from './engine.ts'
import { assertGguf } from './gguf-header.ts'
import type { Tokenizer } from './llama-tokenizer.ts'
import { inspectModel, type ModelState, statOrNull } from './model-files.ts'
import { type ModelHost, machineHost } from './model-host.ts'
import { listModels } from './models.ts'
import { screenError } from './screen-words.ts'

/** Nothing is loaded before it is needed. */
export interface ModelAccess {
  /**
   * @param model catalogue id or path; null = the default
   * @param options `warmFolder`: where the engine keeps states for warm starts; null = nowhere. `signal`: breaks it off.
   */
  engine(
    model: string | null,
    options: { readonly warmFolder: string | null; readonly signal: AbortSignal },
  ): Promise<Engine>
  /** That model's tokenizer, without the model; null when it is not on this machine, or damaged. The caller disposes it. */
  tokenizer(model: string | null): Promise<Tokenizer | null>
  readonly checks: readonly DoctorCheck[]
  readonly library: ModelLibrary
}

export interface FoundModel {
  /** As people call it. */
  readonly name: string
  readonly state: ModelState
}

/** The models of this machine, for those who manage them. */
export interface ModelLibrary {
  host(): ModelHost
  /** What is known of the model that `engine` would load; nothing is fetched. Throws `unknown-model`, `stopped`. */
  find(model: string | null, signal: AbortSignal): Promise<FoundModel>
  /** Loads a file and makes one token with it. Throws what the engine throws when it cannot. */
  smokeTest(path: string, signal: AbortSignal): Promise<void>
}

/** @param host read anew at each use: the catalogue may be a file */
export function machineLibrary(host: () => ModelHost = machineHost): ModelLibrary {
  return {
    host,
    async find(model, signal) {
      const here = host()
      const wanted = model ?? here.catalog.default
      if (!isModelPath(wanted)) {
        const entry = findModel(here.catalog, wanted)
        return { name: entry.name, state: (await inspectModel(here, entry, { signal })).state }
      }
      const { name } = parse(wanted)
      if ((await statOrNull(wanted)) === null) return { name, state: 'absent' }
      return assertGguf(wanted).then(
        () => ({ name, state: 'ready' as const }),
        () => ({ name, state: 'damaged' as const }),
      )
    },
    async smokeTest(path, signal) {
      const { smokeTest } = await import('./open-engine.ts')
      await smokeTest(path, signal)
    },
  }
}

type AccessOptions = Pick<FetchOptions, 'signal' | 'onProgress' | 'onNote'> & {
  /** For the app: a model that is not here is not fetched unasked, and errors speak of screens. Default: the command line. */
  readonly inApp?: boolean
}

export function modelAccess(options: AccessOptions): ModelAccess {
  return {
    async engine(model, { warmFolder, signal }) {
      // Loaded late: the addon takes its time, and most commands need none.
      const { openEngine } = await import('./open-engine.ts')
      const { inApp = false, ...fetching } = options
      const either = AbortSignal.any([options.signal, signal])
      try {
        return await openEngine(model, { ...fetching, offline: inApp, warmFolder, signal: either })
      } catch (error) {
        throw inApp ? screenError(error) : error
      }
    },
    async tokenizer(model) {
      const host = machineHost()
      try {
        const { path } = await ensureModel(model ?? host.catalog.default, { ...options, host, offline: true })
        const { loadTokenizer } = await import('./llama-tokenizer.ts')
        return await loadTokenizer(path)
      } catch (error) {
        if (error instanceof PixieError && ['no-model', 'model-damaged'].includes(error.code)) return null
        throw error
      }
    },
    library: machineLibrary(),
    checks: [{ name: 'models', run: () => checkModels(options.signal) }],
  }
}

async function checkModels(signal: AbortSignal): Promise<CheckResult> {
  const models = await listModels(machineHost(), { signal })
  const damaged = models.filter(({ state }) => state === 'damaged')
  if (damaged.length > 0)
    return {
      ok: false,
      detail: `Damaged: ${damaged.map(({ id }) => id).join(', ')}. Fetch it again.`,
      command: `pixie models get ${damaged[0]?.id}`,
    }
  const ready = models.filter(({ state }) => state === 'ready').map(({ id }) => id)
  return {
    ok: true,
    detail:
      ready.length > 0
        ? `Ready: ${ready.join(', ')}.`
        : 'No model is here yet; the first question fetches one.',
  }
}
