import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { LlamaContext, LlamaContextSequence, LlamaModel } from 'node-llama-cpp'
import { PixieError } from '../../shared/errors.ts'
import type { Engine, Session, SessionRole, SessionSpec, TokenUsage } from './engine.ts'
import { holdLlama, type LlamaHold } from './llama-backend.ts'
import { engineContexts, openContext } from './llama-context.ts'
import { constantPrefix, renderPrompt } from './llama-render.ts'
import { stopped } from './llama-run.ts'
import { LlamaSession } from './llama-session.ts'
import { createPrefixWarmer, modelKeyOf, type PrefixWarmer } from './llama-warm.ts'
import type { PromptProfile } from './profile.ts'
import { closedError, SequencePool } from './sequences.ts'
import { createWarmStore, type WarmStore } from './warm-store.ts'
import { chooseDialect, type Dialect, dialects } from './wrappers/dialects.ts'
import { PixieChatWrapper } from './wrappers/pixie-wrapper.ts'

export interface LlamaEngineOptions {
  readonly modelPath: string
  readonly modelId: string
  readonly sha256: string | null
  readonly profile: PromptProfile
  /** Threads of evaluation: the number of performance cores, 1 in tests. The library's own default is wrong on small machines. */
  readonly threads: number
  /** Default: `auto` on macOS, else no GPU. */
  readonly gpu?: 'auto' | false
  /** Of the large context; the defaults stand in `engineContexts`. */
  readonly contextTokens?: number
  readonly sequences?: number
  /** Of the small context. */
  readonly toolContextTokens?: number
  readonly toolSequences?: number
  /** Where the states of constant prefixes are kept for the next process. Default null: nowhere. */
  readonly warmFolder?: string | null
  /** Breaks off the loading; the engine itself outlives it. */
  readonly loadSignal?: AbortSignal
}

/**
 * Loads a model and makes its two contexts. The caller disposes the engine.
 * Rejects with `no-model` (no such file), `engine-failed` (not loadable, not enough memory) or `stopped`.
 */
export async function createLlamaEngine(options: LlamaEngineOptions): Promise<Engine> {
  const { modelPath, loadSignal } = options
  const file = await stat(modelPath).catch((cause: unknown) => {
    throw new PixieError('no-model', {
      what: 'There is no model file to load',
      value: modelPath,
      hint: 'Use another GGUF file, or fetch a model.',
      command: 'pixie models get',
      cause,
    })
  })
  const opened: { dispose(): Promise<void> }[] = []
  try {
    const hold = await holdLlama(options.gpu ?? (process.platform === 'darwin' ? 'auto' : false))
    opened.push({ dispose: hold.release })
    const model = await hold.llama.loadModel({
      modelPath,
      ...(loadSignal === undefined ? {} : { loadSignal }),
    })
    opened.push(model)
    loadSignal?.throwIfAborted()
    const large = await openContext(model, {
      threads: options.threads,
      contextTokens: options.contextTokens ?? engineContexts.large.contextTokens,
      sequences: options.sequences ?? engineContexts.large.sequences,
    })
    opened.push(large)
    const small = await openContext(model, {
      threads: options.threads,
      contextTokens: options.toolContextTokens ?? engineContexts.small.contextTokens,
      sequences: options.toolSequences ?? engineContexts.small.sequences,
    })
    const warmth = await openWarmth(options, file, { hold, model, large, small })
    return new LlamaEngine(options, { hold, model, large, small, warmth })
  } catch (cause) {
    for (const part of opened.reverse()) await part.dispose()
    if (loadSignal?.aborted === true) throw stopped()
    throw new PixieError('engine-failed', {
      what: `The model could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      value: modelPath,
      hint: 'Choose a smaller model, or check the file.',
      command: 'pixie models check',
      cause,
    })
  }
}

interface Loaded {
  readonly hold: LlamaHold
  readonly model: LlamaModel
  readonly large: LlamaContext
  readonly small: LlamaContext
}

interface Warmth {
  readonly store: WarmStore
  readonly large: PrefixWarmer | null
  readonly small: PrefixWarmer | null
}

interface Parts extends Loaded {
  readonly warmth: Warmth | null
}

async function openWarmth(
  { warmFolder = null, modelPath, sha256 }: LlamaEngineOptions,
  file: Stats,
  { hold: { llama }, model, large, small }: Loaded,
): Promise<Warmth | null> {
  if (warmFolder === null) return null
  const store = createWarmStore({ folder: warmFolder })
  const shared = { llama, model, store, modelKey: sha256 ?? modelKeyOf(modelPath, file) }
  return {
    store,
    large: await createPrefixWarmer({ ...shared, context: large }),
    small: await createPrefixWarmer({ ...shared, context: small }),
  }
}

/** Whose instructions and earlier turns are Pixie's texts and the owner's settings: never a question, a source or a conversation. */
const keptRoles: ReadonlySet<SessionRole> = new Set(['planner', 'l2', 'l3', 'answer'])

class LlamaEngine implements Engine {
  readonly model: Engine['model']
  readonly profile: PromptProfile
  readonly contextTokens: number
  readonly #parts: Parts
  readonly #pools: {
    readonly large: SequencePool<LlamaContextSequence>
    readonly small: SequencePool<LlamaContextSequence>
  }
  readonly #dialect: Dialect
  readonly #live = new Set<LlamaSession>()
  readonly #ended: TokenUsage = { evaluated: 0, reused: 0, generated: 0 }
  readonly #warming = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #disposal: Promise<void> | null = null

  constructor(options: LlamaEngineOptions, parts: Parts) {
    this.model = { id: options.modelId, path: options.modelPath, sha256: options.sha256 }
    this.profile = options.profile
    this.contextTokens = parts.large.contextSize
    this.#parts = parts
    this.#pools = { large: openPool(parts.large), small: openPool(parts.small) }
    this.#dialect = dialectOf(parts.model)
  }

  countTokens(text: string): number {
    return this.#parts.model.tokenize(text).length
  }

  async createSession(spec: SessionSpec): Promise<Session> {
    if (this.#disposal !== null) throw closedError()
    const { model } = this.#parts
    const wrapper = this.#wrapperOf(spec)
    const size = sizeOf(spec)
    const lease = await this.#pools[size].acquire(
      renderPrompt({ model, wrapper, spec, input: '', calls: [] }),
    )
    const session = new LlamaSession({
      model,
      wrapper,
      spec,
      warmer: this.#warmerOf(spec),
      lease: {
        sequence: lease.sequence,
        release: () => {
          if (this.#live.delete(session)) addUsage(this.#ended, session.tokens())
          lease.release()
        },
      },
    })
    this.#live.add(session)
    return session
  }

  async warm(spec: SessionSpec, signal: AbortSignal): Promise<void> {
    if (this.#disposal !== null) throw closedError()
    const either = AbortSignal.any([signal, this.#closing.signal])
    const work = this.#warm(spec, either)
    const settled = work.catch(() => {}).finally(() => this.#warming.delete(settled))
    this.#warming.add(settled)
    await work
  }

  async #warm(spec: SessionSpec, signal: AbortSignal): Promise<void> {
    const warmer = this.#warmerOf(spec)
    if (warmer === null) return
    signal.throwIfAborted()
    const prefix = constantPrefix({ model: this.#parts.model, wrapper: this.#wrapperOf(spec), spec })
    if (!(await warmer.lacks(prefix))) return
    const lease = await this.#pools[sizeOf(spec)].acquire(prefix)
    try {
      await warmer.warm(lease.sequence, prefix, signal)
    } finally {
      lease.release()
    }
  }

  #wrapperOf({ mustCall = 'free' }: SessionSpec): PixieChatWrapper {
    return new PixieChatWrapper({ dialect: this.#dialect, mustCall, hasBos: hasBos(this.#parts.model) })
  }

  #warmerOf(spec: SessionSpec): PrefixWarmer | null {
    return keptRoles.has(spec.role) ? (this.#parts.warmth?.[sizeOf(spec)] ?? null) : null
  }

  usage(): TokenUsage {
    const total = { ...this.#ended }
    for (const session of this.#live) addUsage(total, session.tokens())
    return total
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#dispose()
    return this.#disposal
  }

  async #dispose(): Promise<void> {
    this.#pools.large.close()
    this.#pools.small.close()
    this.#closing.abort(stopped())
    await Promise.all(this.#warming)
    await Promise.all([...this.#live].map((session) => session.dispose()))
    const { hold, model, large, small, warmth } = this.#parts
    await warmth?.store.settle()
    await large.dispose()
    await small.dispose()
    await model.dispose()
    await hold.release()
  }
}

const sizeOf = ({ role }: SessionSpec) => (role === 'l3' ? 'small' : 'large')

function openPool(context: LlamaContext): SequencePool<LlamaContextSequence> {
  return new SequencePool(Array.from({ length: context.totalSequences }, () => context.getSequence()))
}

function dialectOf(model: LlamaModel): Dialect {
  const { general, tokenizer } = model.fileInfo.metadata
  const name = chooseDialect({
    template: tokenizer?.chat_template ?? null,
    architecture: general.architecture,
  })
  return dialects[name ?? 'chatml']
}

/** SmolLM2 names its turn token as BOS; written twice it confuses the model. */
function hasBos(model: LlamaModel): boolean {
  const { shouldPrependBosToken, bos, bosString } = model.tokens
  return shouldPrependBosToken && bos !== null && bosString !== '<|im_start|>'
}

function addUsage(total: TokenUsage, more: TokenUsage): void {
  total.evaluated += more.evaluated
  total.reused += more.reused
  total.generated += more.generated
}
