import {
  type ChatModelFunctionCall,
  type ChatSessionModelFunction,
  LlamaChatSession,
  type LlamaContextSequence,
  type LlamaModel,
  LlamaText,
  type Token,
} from 'node-llama-cpp'
import { PixieError } from '../../shared/errors.ts'
import type { LabelledText } from '../../shared/ledger.ts'
import { contextExceeded, fits } from './admission.ts'
import { cutToFit, fitArguments } from './arguments-fit.ts'
import type {
  BoundTool,
  Reply,
  RespondOptions,
  ScoreOptions,
  Session,
  SessionRecord,
  SessionSpec,
  TokenUsage,
} from './engine.ts'
import { LedgerBook } from './ledger-book.ts'
import { SessionMeter } from './llama-meter.ts'
import { prefill } from './llama-prefill.ts'
import {
  constantPrefix,
  labelledPrompt,
  openingHistory,
  renderPrompt,
  renderWithReply,
  shownText,
  toLibraryTool,
} from './llama-render.ts'
import { ReplyText } from './llama-reply-text.ts'
import { Run, RunEnd, stopped, ToolFailure } from './llama-run.ts'
import { sampleHook } from './llama-sampling.ts'
import { scoreContinuations, sharedBeginning } from './llama-score.ts'
import { Transcript } from './llama-transcript.ts'
import type { PrefixWarmer } from './llama-warm.ts'
import type { Lease } from './sequences.ts'
import { splitTokens } from './token-parts.ts'
import type { KnownNames } from './wrappers/narrated-call.ts'
import type { PixieChatWrapper } from './wrappers/pixie-wrapper.ts'

/**
 * One disposable conversation on a lent sequence, on the library's own loop (`LlamaChatSession`).
 *
 * What the loop cannot do is done around it: prompts are admitted and evaluated in chunks before each turn of the
 * loop (the next turn's is prepared while the tool's handler still runs), and a hook on each sampled token keeps
 * the bounds and forces what leaves the model no choice.
 */
export class LlamaSession implements Session {
  readonly #model: LlamaModel
  readonly #wrapper: PixieChatWrapper
  readonly #spec: SessionSpec
  readonly #lease: Lease<LlamaContextSequence>
  /** Null when the prefix may not or need not be kept, and once it is warm. */
  #warmer: PrefixWarmer | null
  readonly #meter: SessionMeter
  readonly #transcript: Transcript
  readonly #ledger = new LedgerBook()
  readonly #names: KnownNames
  /** Calls made in this reply, as the loop will render them. */
  readonly #calls: ChatModelFunctionCall[] = []
  #run: Run | null = null
  #running: Promise<unknown> = Promise.resolve()
  #preparing: Promise<unknown> = Promise.resolve()
  #isDisposed = false

  constructor(options: {
    model: LlamaModel
    wrapper: PixieChatWrapper
    spec: SessionSpec
    lease: Lease<LlamaContextSequence>
    warmer: PrefixWarmer | null
  }) {
    this.#model = options.model
    this.#wrapper = options.wrapper
    this.#spec = options.spec
    this.#lease = options.lease
    this.#warmer = options.warmer
    this.#meter = new SessionMeter(options.lease.sequence)
    this.#transcript = new Transcript((tokens) => options.model.detokenize(tokens, true))
    this.#names = knownNames(options.spec)
  }

  respond(input: string, options: RespondOptions): Promise<Reply> {
    return this.#exclusively(new Run(options.signal, options.timeLimitMs), (run) =>
      this.#respond(input, options, run),
    )
  }

  score(input: string, { signal, replyStart, candidates, inputPieces }: ScoreOptions): Promise<number[]> {
    return this.#exclusively(new Run(signal), async (run) => {
      if (candidates.length === 0) return []
      const prompt = this.#render(input)
      const { beginning, ending } = this.#scoreStart(replyStart)
      const prompts = candidates.map((candidate) =>
        renderWithReply(this.#renderOptions(input), beginning, candidate + ending),
      )
      const shown = shownText(LlamaText(beginning), this.#model)
      this.#admit(input, Math.max(...prompts.map((tokens) => tokens.length)), 1)
      this.#openRound(input, {
        tokens: sharedBeginning(prompts),
        beginning: `${shown}${candidates[0] ?? ''}${ending}`,
        inputPieces,
        beyond: 'beginnings',
      })
      const computed = await this.#warm(run.signal)
      const { scores, kept } = await scoreContinuations({
        model: this.#model,
        sequence: this.#lease.sequence,
        prompts,
        signal: run.signal,
      })
      this.#countKept(Math.min(kept, prompt.length), computed)
      this.#transcript.addScores(prompt, shown, candidates, scores)
      return scores
    })
  }

  countPrompt(input: string): number {
    return this.#render(input).length
  }

  record(): SessionRecord {
    return { tokens: this.tokens(), transcript: this.#transcript.text, ledger: this.#ledger.read() }
  }

  tokens(): TokenUsage {
    return this.#meter.read()
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    this.#run?.end(stopped())
    await this.#running
    this.#lease.release()
  }

  /** One thing at a time on a session. Settles everything before it lets go, and names every error. */
  async #exclusively<T>(run: Run, work: (run: Run) => Promise<T>): Promise<T> {
    if (this.#run !== null || this.#isDisposed) {
      run.dispose()
      const what = this.#isDisposed
        ? 'The session was used after it was disposed'
        : 'The session is already at work'
      throw new PixieError('internal', { what, value: this.#spec.tag, hint: 'Make another session.' })
    }
    this.#run = run
    const result = work(run)
    this.#running = result.catch(() => {})
    try {
      return await result
    } catch (error) {
      throw nameError(error)
    } finally {
      this.#ledger.end(this.#meter.read(), this.#lease.sequence.nextTokenIndex)
      this.#run = null
      run.dispose()
    }
  }

  async #respond(input: string, options: RespondOptions, run: Run): Promise<Reply> {
    const loop = new ReplyText(this.#names, options, run, (unevaluated) =>
      this.#transcript.capture([...this.#lease.sequence.contextTokens, ...unevaluated]),
    )
    const replyStart = options.replyStart?.trimEnd() ?? ''
    if (replyStart !== '' && (this.#spec.tools ?? []).length > 0) {
      throw new PixieError('internal', {
        what: 'A reply with tools cannot be given its beginning',
        value: replyStart,
        hint: 'Leave the tools or the beginning out.',
      })
    }
    this.#calls.splice(0)
    const chat = new LlamaChatSession({
      contextSequence: this.#lease.sequence,
      chatWrapper: this.#wrapper,
      contextShift: { size: 1, strategy: () => this.#refuseShift(input, run) },
    })
    try {
      await this.#prepare(input, options, run, replyStart)
      chat.setChatHistory(openingHistory(this.#spec))
      const { stopReason } = await chat.promptWithMeta(input, {
        ...this.#functions(input, options, run, loop),
        ...(replyStart === '' ? {} : { responsePrefix: replyStart }),
        maxParallelFunctionCalls: 1,
        temperature: 0,
        budgets: { thoughtTokens: 0 },
        signal: run.signal,
        tokenBias: this.#sampleHook(options.maxTokens, run, loop),
        onResponseChunk: (chunk) => {
          if (chunk.type === undefined) loop.take(chunk, replyStart)
        },
        onFunctionCallParamsChunk: ({ paramsChunk }) => loop.takeArguments(paramsChunk),
      })
      this.#transcript.capture(this.#lease.sequence.contextTokens)
      if (stopReason === 'eogToken') this.#transcript.addEnd(this.#wrapper.endOfTurn)
      return loop.reply('done')
    } catch (error) {
      this.#transcript.capture(this.#lease.sequence.contextTokens)
      // What fails because the run was ended is not the reason.
      const reason: unknown = run.signal.aborted ? run.signal.reason : error
      if (reason instanceof RunEnd) return loop.reply(reason.end)
      throw reason
    } finally {
      // When a run is ended while its next turn is prepared, the loop rejects before the sequence is at rest.
      await this.#preparing
      chat.dispose({ disposeSequence: false })
    }
  }

  /** What stands before and after each candidate. */
  #scoreStart(start: ScoreOptions['replyStart']): { beginning: string | LlamaText; ending: string } {
    if (typeof start === 'string') return { beginning: start, ending: '' }
    return { beginning: this.#wrapper.callOpening(start.tool, start.argument), ending: '"' }
  }

  /** Admits the next prompt and evaluates what is not warm. */
  async #prepare(input: string, options: RespondOptions, run: Run, replyStart = ''): Promise<void> {
    const { maxTokens, inputPieces } = options
    const tokens =
      replyStart === '' ? this.#render(input) : renderWithReply(this.#renderOptions(input), replyStart)
    this.#admit(input, tokens.length, maxTokens)
    this.#openRound(input, { tokens, beginning: replyStart, inputPieces, beyond: 'calls' })
    const work = this.#evaluate(tokens, run.signal)
    this.#preparing = work.catch(() => {})
    await work
  }

  async #evaluate(tokens: readonly Token[], signal: AbortSignal): Promise<void> {
    const computed = await this.#warm(signal)
    const { sequence } = this.#lease
    this.#countKept(await prefill(sequence, tokens, signal, 'chunk'), computed)
    this.#meter.expectPrompt(tokens.length)
  }

  #countKept(tokens: number, computed: number): void {
    this.#meter.countKept(tokens, computed)
    this.#ledger.countedKept()
  }

  /** @param round its tokens, and the beginning of the model's reply that is part of them */
  #openRound(
    input: string,
    round: {
      readonly tokens: readonly Token[]
      readonly beginning: string
      readonly inputPieces: readonly LabelledText[] | undefined
      readonly beyond: 'calls' | 'beginnings'
    },
  ): void {
    const { tokens, beginning, inputPieces, beyond } = round
    const prompt = labelledPrompt(this.#renderOptions(input), inputPieces)
    const pieces: LabelledText[] = [...prompt, { part: 'beginnings', text: beginning }]
    const detokenize = (some: readonly Token[], before: readonly Token[]) =>
      this.#model.detokenize(some, true, before)
    this.#ledger.begin({ runs: () => splitTokens(pieces, tokens, detokenize), beyond }, this.#meter.read())
  }

  /** Before the session's first evaluation. Resolves to how many tokens of the constant prefix were computed now. */
  async #warm(signal: AbortSignal): Promise<number> {
    const warmer = this.#warmer
    if (warmer === null) return 0
    const computed = await warmer.warm(
      this.#lease.sequence,
      constantPrefix({ model: this.#model, wrapper: this.#wrapper, spec: this.#spec }),
      signal,
    )
    this.#warmer = null
    return computed
  }

  #admit(input: string, promptTokens: number, maxTokens: number): void {
    const { contextSize } = this.#lease.sequence
    if (fits(promptTokens, contextSize, maxTokens)) return
    throw this.#tooLong(input, promptTokens)
  }

  #tooLong(input: string, promptTokens: number): PixieError {
    const { instructions, earlier = [], tools = [] } = this.#spec
    const count = (text: string) => this.#model.tokenize(text).length
    const withoutCalls = this.#render(input, []).length
    const parts = {
      instructions: count(instructions),
      tools: tools.reduce(
        (sum, tool) => sum + count(JSON.stringify([tool.name, tool.description, tool.parameters])),
        0,
      ),
      earlier: earlier.reduce((sum, turn) => sum + count(turn.user) + count(turn.reply), 0),
      input: count(input),
      results: this.#calls.length === 0 ? 0 : promptTokens - withoutCalls,
    }
    return contextExceeded(promptTokens, this.#lease.sequence.contextSize, parts)
  }

  /** The library would drop turns silently; it only obeys an abort, and wants a history that fits. */
  #refuseShift(input: string, run: Run) {
    run.end(this.#tooLong(input, this.#lease.sequence.contextSize))
    return { chatHistory: [{ type: 'user' as const, text: '' }], metadata: {} }
  }

  #functions(input: string, options: RespondOptions, run: Run, loop: ReplyText) {
    const { tools = [] } = this.#spec
    if (tools.length === 0) return {}
    const functions: Record<string, ChatSessionModelFunction> = {}
    for (const tool of tools) {
      functions[tool.name] = {
        ...toLibraryTool(tool, loop),
        handler: async (params: unknown) => {
          loop.beginCall()
          this.#ledger.isCalling()
          this.#transcript.captureCall(this.#lease.sequence.contextTokens)
          const result = await this.#execute(tool, params, run)
          loop.endCall(this.#spec.mustCall === 'once')
          await this.#prepare(input, options, run)
          return result
        },
      }
    }
    return { functions }
  }

  async #execute(tool: BoundTool, params: unknown, run: Run): Promise<string> {
    const fit = fitArguments(cutToFit(params ?? {}, tool.parameters), tool.parameters)
    if (!fit.ok) {
      throw new PixieError('engine-failed', {
        what: `The model's arguments for ${tool.name} do not fit: ${fit.problem}`,
        hint: 'Ask again in other words.',
      })
    }
    let result: string
    try {
      result = await tool.execute(fit.args, { signal: run.signal })
    } catch (thrown) {
      throw new ToolFailure(thrown)
    }
    run.signal.throwIfAborted()
    this.#calls.push({ type: 'functionCall', name: tool.name, params: fit.args, result })
    return result
  }

  #sampleHook(maxTokens: number, run: Run, loop: ReplyText) {
    const model = this.#model
    const { sequence } = this.#lease
    const callStart = this.#wrapper.callStart.tokenize(model.tokenizer, 'trimLeadingSpace')
    return sampleHook({ model, sequence, meter: this.#meter, callStart, maxTokens }, run, loop)
  }

  #renderOptions(input: string, calls: readonly ChatModelFunctionCall[] = this.#calls) {
    return { model: this.#model, wrapper: this.#wrapper, spec: this.#spec, input, calls }
  }

  #render(input: string, calls: readonly ChatModelFunctionCall[] = this.#calls): Token[] {
    return renderPrompt(this.#renderOptions(input, calls))
  }
}

/** Names that give a written call away; none where written calls are kept. */
function knownNames({ tools = [], narratedCalls = 'repair' }: SessionSpec): KnownNames {
  if (narratedCalls === 'keep') return { tools: [], values: [] }
  const values = tools.flatMap((tool) =>
    Object.values(tool.parameters.properties).flatMap((property) =>
      property.type === 'string' ? (property.enum ?? property.allowed ?? []) : [],
    ),
  )
  return { tools: tools.map((tool) => tool.name), values }
}

/** Pixie's own errors and what tools threw pass unchanged. */
function nameError(error: unknown): unknown {
  if (error instanceof ToolFailure) return error.thrown
  if (error instanceof PixieError) return error
  return new PixieError('engine-failed', {
    what: `The model failed: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'Ask again; if it happens again, load the model anew.',
    cause: error,
  })
}
