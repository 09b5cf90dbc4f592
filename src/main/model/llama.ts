import { access } from 'node:fs/promises'
import type { LlamaContext, LlamaContextSequence, LlamaModel } from 'node-llama-cpp'
import { PixieError } from '../../shared/errors.ts'
import type { Engine, Session, SessionSpec, TokenUsage } from './engine.ts'
import { holdLlama, type LlamaHold } from './llama-backend.ts'
import { renderPrompt } from './llama-render.ts'
import { LlamaSession } from './llama-session.ts'
import type { PromptProfile } from './profile.ts'
import { closedError, SequencePool } from './sequences.ts'
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
  /** Window of every session but tool-agents, in tokens. */
  readonly contextTokens?: number
  /** Window of tool-agents, in tokens. */
  readonly toolContextTokens?: number
  /** Warm prefixes kept in the large context: planner, skill-follower, answer, and one for direct mode or scoring. */
  readonly sequences?: number
  /** Warm prefixes kept for tool-agents: one a tool. */
  readonly toolSequences?: number
}

/** Tokens evaluated at once. Memory grows with it by the vocabulary; larger was not faster (research/small-models §2). */
const batchTokens = 128

/**
 * Loads a model and makes its two contexts. The caller disposes the engine.
 * Rejects with `no-model` (no such file) or `engine-failed` (not loadable, not enough memory).
 */
export async function createLlamaEngine(options: LlamaEngineOptions): Promise<Engine> {
  const { modelPath } = options
  await access(modelPath).catch((cause: unknown) => {
    throw new PixieError('no-model', {
      what: 'There is no model file to load',
      value: modelPath,
      hint: 'Fetch one with `pixie models get`, or give the path of a GGUF file.',
      cause,
    })
  })
  const opened: { dispose(): Promise<void> }[] = []
  try {
    const hold = await holdLlama(options.gpu ?? (process.platform === 'darwin' ? 'auto' : false))
    opened.push({ dispose: hold.release })
    const model = await hold.llama.loadModel({ modelPath })
    opened.push(model)
    const large = await openContext(model, options, options.contextTokens ?? 4096, options.sequences ?? 4)
    opened.push(large)
    const small = await openContext(
      model,
      options,
      options.toolContextTokens ?? 2048,
      options.toolSequences ?? 6,
    )
    return new LlamaEngine(options, { hold, model, large, small })
  } catch (cause) {
    for (const part of opened.reverse()) await part.dispose()
    throw new PixieError('engine-failed', {
      what: `The model could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      value: modelPath,
      hint: 'Check the file with `pixie models check`, or choose a smaller model.',
      cause,
    })
  }
}

async function openContext(
  model: LlamaModel,
  { threads }: LlamaEngineOptions,
  contextTokens: number,
  sequences: number,
): Promise<LlamaContext> {
  return model.createContext({
    contextSize: Math.min(contextTokens, model.trainContextSize),
    sequences,
    batchSize: batchTokens,
    threads,
    flashAttention: 'auto',
    // Without it a sliding-window model forgets the prefix it should keep.
    swaFullCache: model.fileInsights.swaSize !== undefined,
    failedCreationRemedy: false,
  })
}

interface Parts {
  readonly hold: LlamaHold
  readonly model: LlamaModel
  readonly large: LlamaContext
  readonly small: LlamaContext
}

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
    const wrapper = new PixieChatWrapper({
      dialect: this.#dialect,
      mustCall: spec.mustCall ?? 'free',
      hasBos: hasBos(model),
    })
    const pool = spec.role === 'l3' ? this.#pools.small : this.#pools.large
    if (this.#disposal !== null) throw closedError()
    const lease = await pool.acquire(renderPrompt({ model, wrapper, spec, input: '', calls: [] }))
    const session = new LlamaSession({
      model,
      wrapper,
      spec,
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
    await Promise.all([...this.#live].map((session) => session.dispose()))
    const { hold, model, large, small } = this.#parts
    await large.dispose()
    await small.dispose()
    await model.dispose()
    await hold.release()
  }
}

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
