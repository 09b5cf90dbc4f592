/** How a profile gets at models on this machine. */
import { PixieError } from '../../shared/errors.ts'
import type { DoctorCheck } from '../store/doctor.ts'
import { ensureModel, type FetchOptions } from './download.ts'
import type { Engine } from './engine.ts'
import type { Tokenizer } from './llama-tokenizer.ts'
import { machineHost } from './model-host.ts'
import { listModels } from './models.ts'

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
  /** That model's tokenizer, without the model; null when it is not on this machine. The caller disposes it. */
  tokenizer(model: string | null): Promise<Tokenizer | null>
  readonly checks: readonly DoctorCheck[]
}

type AccessOptions = Pick<FetchOptions, 'signal' | 'onProgress' | 'onNote'> & {
  /** A model that is not here is not fetched: using it rejects with `no-model`. Default: it is fetched. */
  readonly offline?: boolean
}

export function modelAccess(options: AccessOptions): ModelAccess {
  return {
    async engine(model, { warmFolder, signal }) {
      // Loaded late: the addon takes its time, and most commands need none.
      const { openEngine } = await import('./open-engine.ts')
      return openEngine(model, {
        ...options,
        warmFolder,
        signal: AbortSignal.any([options.signal, signal]),
      })
    },
    async tokenizer(model) {
      const host = machineHost()
      try {
        const { path } = await ensureModel(model ?? host.catalog.default, { ...options, host, offline: true })
        const { loadTokenizer } = await import('./llama-tokenizer.ts')
        return await loadTokenizer(path)
      } catch (error) {
        if (error instanceof PixieError && error.code === 'no-model') return null
        throw error
      }
    },
    checks: [{ name: 'models', run: () => checkModels(options.signal) }],
  }
}

async function checkModels(signal: AbortSignal): Promise<{ ok: boolean; detail: string }> {
  const models = await listModels(machineHost(), { signal })
  const damaged = models.filter(({ state }) => state === 'damaged')
  if (damaged.length > 0)
    return {
      ok: false,
      detail: `Damaged: ${damaged.map(({ id }) => id).join(', ')}. Fetch again with: pixie models get ${damaged[0]?.id}`,
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
