/**
 * Peer (a): the library's own chat session behind the engine port, as its documentation shows it. Its own wrapper for the
 * model, its own loop, nothing forced, nothing repaired. One sequence of the same window, batch and threads as Pixie's.
 */
import {
  type ChatHistoryItem,
  type ChatSessionModelFunctions,
  type ChatWrapper,
  LlamaChatSession,
  type LlamaContextSequence,
  type LlamaModel,
} from 'node-llama-cpp'
import type {
  BoundTool,
  Engine,
  Reply,
  RespondOptions,
  Session,
  SessionSpec,
  TokenUsage,
} from '../../src/main/model/engine.ts'
import { holdLlama } from '../../src/main/model/llama-backend.ts'
import { openContext } from '../../src/main/model/llama-context.ts'
import { defaultProfile } from '../../src/main/model/profile.ts'
import { PixieError } from '../../src/shared/errors.ts'
import { emptyLedger } from '../../src/shared/ledger.ts'

export interface LibraryEngineOptions {
  readonly modelPath: string
  readonly modelId: string
  readonly sha256: string | null
  readonly threads: number
  readonly contextTokens: number
  /** Default: the one that the library finds for the model. */
  readonly wrapper?: ChatWrapper
}

type Functions = ChatSessionModelFunctions

/** Full schemas, and handlers that run the tool as Pixie's loop does. */
function functionsOf(tools: readonly BoundTool[], signal: AbortSignal): Functions {
  const entries = tools.map((tool) => {
    const hasArguments = Object.keys(tool.parameters.properties).length > 0
    const handler = (args: unknown) => tool.execute(args as Parameters<BoundTool['execute']>[0], { signal })
    return [
      tool.name,
      { description: tool.description, ...(hasArguments ? { params: tool.parameters } : {}), handler },
    ]
  })
  // Schemas are data here, which the library's generic types want to know while compiling.
  return Object.fromEntries(entries) as Functions
}

function historyOf({ instructions, earlier = [] }: SessionSpec): ChatHistoryItem[] {
  return [
    { type: 'system', text: instructions },
    ...earlier.flatMap((turn): ChatHistoryItem[] => [
      { type: 'user', text: turn.user },
      { type: 'model', response: [turn.reply] },
    ]),
  ]
}

/** The library says in words only that a prompt does not fit, after it tried to shorten it. */
function tooLong(error: unknown): PixieError | null {
  if (!(error instanceof Error) || !/context (?:shift|size)|too long/i.test(error.message)) return null
  return new PixieError('context-exceeded', {
    what: 'The prompt does not fit the window',
    hint: 'Bind fewer tools.',
    cause: error,
  })
}

interface Loaded {
  readonly model: LlamaModel
  readonly sequence: LlamaContextSequence
  readonly wrapper: ChatWrapper | 'auto'
}

class LibrarySession implements Session {
  readonly #loaded: Loaded
  readonly #spec: SessionSpec
  readonly #count: (tokens: TokenUsage) => void
  readonly #tokens: TokenUsage = { evaluated: 0, reused: 0, generated: 0 }
  #transcript = ''

  constructor(loaded: Loaded, spec: SessionSpec, count: (tokens: TokenUsage) => void) {
    this.#loaded = loaded
    this.#spec = spec
    this.#count = count
  }

  async respond(input: string, options: RespondOptions): Promise<Reply> {
    const { maxTokens, timeLimitMs, onText } = options
    const outOfTime = AbortSignal.timeout(timeLimitMs)
    const signal = AbortSignal.any([options.signal, outOfTime])
    const { sequence, wrapper: chatWrapper } = this.#loaded
    const chat = new LlamaChatSession({ contextSequence: sequence, chatWrapper, autoDisposeSequence: false })
    chat.setChatHistory(historyOf(this.#spec))
    const before = sequence.tokenMeter.getState()
    let generated = 0
    try {
      const { responseText, stopReason } = await chat.promptWithMeta(input, {
        functions: functionsOf(this.#spec.tools ?? [], signal),
        maxParallelFunctionCalls: 1,
        temperature: 0,
        maxTokens,
        signal,
        onResponseChunk: ({ tokens, text }) => {
          generated += tokens.length
          if (text !== '') onText?.(text)
        },
      })
      return { text: responseText.trim(), end: stopReason === 'maxTokens' ? 'max-tokens' : 'done' }
    } catch (error) {
      if (outOfTime.aborted && !options.signal.aborted) return { text: '', end: 'time' }
      throw tooLong(error) ?? error
    } finally {
      this.#meter(before, generated)
      chat.dispose({ disposeSequence: false })
    }
  }

  /** The library tells text only: tokens inside calls are seen by their evaluation, as prompt tokens of the next round. */
  #meter(before: { usedInputTokens: number; usedOutputTokens: number }, generated: number): void {
    const { model, sequence } = this.#loaded
    const now = sequence.tokenMeter.getState()
    const computed =
      now.usedInputTokens - before.usedInputTokens + now.usedOutputTokens - before.usedOutputTokens
    const held = sequence.contextTokens
    const tokens = {
      evaluated: Math.max(0, computed - generated),
      reused: Math.max(0, held.length - computed),
      generated,
    }
    this.#transcript += model.detokenize(held, true)
    Object.assign(this.#tokens, tokens)
    this.#count(tokens)
  }

  score(): Promise<number[]> {
    return Promise.reject(new Error('The library scores no candidates.'))
  }

  countPrompt(input: string): number {
    return this.#loaded.model.tokenize(`${this.#spec.instructions}${input}`).length
  }

  record() {
    return { tokens: { ...this.#tokens }, transcript: this.#transcript, ledger: emptyLedger }
  }

  async dispose(): Promise<void> {}
}

/** The caller disposes it. Sessions must not overlap: there is one sequence, which keeps what they share. */
export async function openLibraryEngine(options: LibraryEngineOptions): Promise<Engine> {
  const hold = await holdLlama(process.platform === 'darwin' ? 'auto' : false)
  const model = await hold.llama.loadModel({ modelPath: options.modelPath })
  const { threads, contextTokens, wrapper = 'auto' } = options
  const context = await openContext(model, { threads, contextTokens, sequences: 1 })
  const sequence = context.getSequence()
  const total: TokenUsage = { evaluated: 0, reused: 0, generated: 0 }
  const count = (tokens: TokenUsage) => {
    total.evaluated += tokens.evaluated
    total.reused += tokens.reused
    total.generated += tokens.generated
  }
  return {
    model: { id: options.modelId, path: options.modelPath, sha256: options.sha256 },
    profile: defaultProfile,
    contextTokens: context.contextSize,
    countTokens: (text) => model.tokenize(text).length,
    createSession: async (spec) => new LibrarySession({ model, sequence, wrapper }, spec, count),
    usage: () => ({ ...total }),
    async dispose() {
      await context.dispose()
      await model.dispose()
      await hold.release()
    },
  }
}
