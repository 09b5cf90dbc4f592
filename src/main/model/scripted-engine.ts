/**
 * An engine for tests of the harness: it says what a script says and runs bound tools as the real loop does.
 * One queue a role. It is strict: a call that nobody scripted, a prompt over the window, arguments that do not
 * fit their schema and a scripted call that never came are failures. The harness may catch what a session
 * throws, so `assertDone()` repeats the first failure.
 */
import { setImmediate as nextCycle, setTimeout as sleep } from 'node:timers/promises'
import { PixieError } from '../../shared/errors.ts'
import { type LabelledText, textOf } from '../../shared/ledger.ts'
import { fitArguments } from './arguments-fit.ts'
import type {
  BoundTool,
  Engine,
  Reply,
  RespondOptions,
  ScoreOptions,
  Session,
  SessionRecord,
  SessionRole,
  SessionSpec,
  TokenUsage,
} from './engine.ts'
import { LedgerBook, labelsOf } from './ledger-book.ts'
import { defaultProfile, type PromptProfile } from './profile.ts'
import {
  type CallKind,
  fitsInput,
  matchingSteps,
  queuedSteps,
  type SaidText,
  type ScriptedRound,
  type ScriptedStep,
  type StepSource,
} from './scripted-steps.ts'
import { splitTokens } from './token-parts.ts'

export type { ScriptedStep }

/** One `respond` or `score` that was made. */
export interface ScriptedCall {
  readonly spec: SessionSpec
  readonly input: string
  readonly kind: CallKind
  readonly candidates: readonly string[]
  readonly replyStart: string
  /** Arguments of every tool call in it, as `name {json}`, and what the tools returned. */
  readonly toolCalls: { readonly name: string; readonly args: unknown; result: string | null }[]
}

export interface ScriptedEngine extends Engine {
  /** Every session made, in order, used or not. */
  readonly specs: readonly SessionSpec[]
  readonly calls: readonly ScriptedCall[]
  /** Throws when something failed on the way or a scripted step was not used. */
  assertDone(): void
}

const windowTokens = 4096
const smallWindowTokens = 2048
const charactersPerToken = 4

const tokensOf = (text: string): number => Math.ceil(text.length / charactersPerToken)

const tokenTexts = (text: string): string[] =>
  Array.from({ length: tokensOf(text) }, (_, at) =>
    text.slice(at * charactersPerToken, (at + 1) * charactersPerToken),
  )

/** A mistake of the test or of the harness under test. Never caught for what it is by product code. */
class ScriptError extends Error {}

/** How many steps of each role are left, in words; empty when none is. */
const leftOver = (steps: readonly ScriptedStep[]): string =>
  [...Map.groupBy(steps, ({ role }) => role)].map(([role, left]) => `${left.length} of ${role}`).join(', ')

interface State {
  readonly steps: StepSource
  readonly specs: SessionSpec[]
  readonly calls: ScriptedCall[]
  readonly usage: TokenUsage
  /** The last prompt of each role, which the next one may share a prefix with. */
  readonly warm: Map<SessionRole, string>
  failure: ScriptError | null
}

export function createScriptedEngine(options: {
  readonly script: readonly ScriptedStep[]
  readonly profile?: Partial<PromptProfile>
  /** `queue`: each step once, in order. `match`: a call takes the first step that fits it, again and again. */
  readonly order?: 'queue' | 'match'
}): ScriptedEngine {
  const state: State = {
    steps: (options.order === 'match' ? matchingSteps : queuedSteps)(options.script),
    specs: [],
    calls: [],
    usage: { evaluated: 0, reused: 0, generated: 0 },
    warm: new Map(),
    failure: null,
  }
  return {
    model: { id: 'scripted', path: 'scripted', sha256: null },
    profile: { ...defaultProfile, ...options.profile },
    contextTokens: windowTokens,
    specs: state.specs,
    calls: state.calls,
    countTokens: tokensOf,
    createSession: async (spec) => {
      state.specs.push(spec)
      return new ScriptedSession(spec, state)
    },
    usage: () => ({ ...state.usage }),
    dispose: async () => {},
    assertDone() {
      if (state.failure !== null) throw state.failure
      const left = leftOver(state.steps.unused())
      if (left !== '') throw new ScriptError(`Scripted calls that never came: ${left}`)
    },
  }
}

interface Begun {
  readonly call: ScriptedCall
  /** Grows with each call and its result. */
  readonly prompt: LabelledText[]
}

class ScriptedSession implements Session {
  readonly #spec: SessionSpec
  readonly #state: State
  readonly #tokens: TokenUsage = { evaluated: 0, reused: 0, generated: 0 }
  readonly #ledger = new LedgerBook()
  #transcript = ''
  #isDisposed = false

  constructor(spec: SessionSpec, state: State) {
    this.#spec = spec
    this.#state = state
  }

  async respond(input: string, options: RespondOptions): Promise<Reply> {
    try {
      return await this.#respond(input, options)
    } finally {
      this.#ledger.end(this.#tokens)
    }
  }

  async #respond(input: string, options: RespondOptions): Promise<Reply> {
    const { inputPieces, replyStart = '' } = options
    const begun = this.#begin(input, 'respond', { candidates: [], replyStart, inputPieces })
    const step = this.#take(input, 'respond')
    await settle(options.signal)
    if ('fail' in step) throw step.fail
    if ('hang' in step) return waitForStop(options.signal)
    if ('score' in step) throw this.#fail(`expected score(), the harness called respond("${input}")`)
    return this.#run('rounds' in step ? step.rounds : [step], begun, options)
  }

  async score(input: string, options: ScoreOptions): Promise<number[]> {
    try {
      return await this.#score(input, options)
    } finally {
      this.#ledger.end(this.#tokens)
    }
  }

  async #score(input: string, options: ScoreOptions): Promise<number[]> {
    const { candidates, inputPieces } = options
    const start = options.replyStart
    const replyStart =
      typeof start === 'string' ? start : `{"name": "${start.tool}", "arguments": {"${start.argument}": "`
    this.#begin(input, 'score', { candidates, replyStart, inputPieces })
    const step = this.#take(input, 'score')
    await settle(options.signal)
    if ('fail' in step) throw step.fail
    if ('hang' in step) return waitForStop(options.signal)
    if (!('score' in step)) throw this.#fail(`expected respond(), the harness called score("${input}")`)
    const named = new Map(Object.entries(step.score))
    const unknown = [...named.keys()].find((name) => !candidates.includes(name))
    if (unknown !== undefined) {
      throw this.#fail(`"${unknown}" is scored but is no candidate: ${candidates.join(', ')}`)
    }
    const sum = [...named.values()].reduce((total, share) => total + share, 0)
    const others = candidates.length - named.size
    const rest = others === 0 ? 0 : Math.max(1 - sum, 1e-6) / others
    const total = sum + rest * others
    const scores = candidates.map((candidate) => Math.log((named.get(candidate) ?? rest) / total))
    this.#transcript += candidates.map((name, index) => `\n[${name}: ${scores[index]}]`).join('')
    return scores
  }

  countPrompt(input: string): number {
    return tokensOf(textOf(this.#prompt(input)))
  }

  record(): SessionRecord {
    return { tokens: { ...this.#tokens }, transcript: this.#transcript, ledger: this.#ledger.read() }
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
  }

  #prompt(input: string, inputPieces?: readonly LabelledText[]): LabelledText[] {
    const { earlier = [], tools = [] } = this.#spec
    const labels = labelsOf(this.#spec, input, inputPieces)
    const format = (text: string) => ({ part: 'format' as const, text })
    return [
      format('<system>'),
      ...labels.instructions,
      ...tools.map(({ name, description, parameters }) => ({
        part: labels.tools,
        text: `\n${JSON.stringify({ name, description, parameters })}`,
      })),
      ...earlier.flatMap(({ user, reply }) => [
        format('\n<user>'),
        { part: labels.earlier, text: user },
        format('\n<assistant>'),
        { part: labels.earlier, text: reply },
      ]),
      format('\n<user>'),
      ...labels.input,
      format('\n<assistant>'),
    ]
  }

  #begin(
    input: string,
    kind: ScriptedCall['kind'],
    options: {
      readonly candidates: readonly string[]
      readonly replyStart: string
      readonly inputPieces: readonly LabelledText[] | undefined
    },
  ): Begun {
    if (this.#isDisposed) throw this.#fail('the session was used after dispose()')
    const { candidates, replyStart } = options
    const call: ScriptedCall = { spec: this.#spec, input, kind, candidates, replyStart, toolCalls: [] }
    this.#state.calls.push(call)
    const prompt = this.#prompt(input, options.inputPieces)
    this.#give(prompt)
    this.#transcript += textOf(prompt) + replyStart
    return { call, prompt }
  }

  /** One round's prompt: what the last one of this role began with is not computed again. */
  #give(prompt: readonly LabelledText[]): void {
    const text = textOf(prompt)
    this.#admit(text)
    this.#ledger.begin(
      {
        runs: () => splitTokens(prompt, tokenTexts(text), (tokens) => tokens.join('')),
        beyond: 'calls',
      },
      { ...this.#tokens },
    )
    const warm = this.#state.warm.get(this.#spec.role) ?? ''
    const reused = Math.floor(commonLength(warm, text) / charactersPerToken)
    this.#state.warm.set(this.#spec.role, text)
    this.#count('reused', reused)
    this.#count('evaluated', Math.max(0, tokensOf(text) - reused))
    this.#ledger.countedKept()
  }

  #admit(prompt: string): void {
    const limit = this.#spec.role === 'l3' ? smallWindowTokens : windowTokens
    if (tokensOf(prompt) <= limit) return
    throw this.#fail(`a prompt of ${tokensOf(prompt)} tokens does not fit ${limit}`)
  }

  #take(input: string, kind: CallKind): ScriptedStep {
    const step = this.#state.steps.take(this.#spec, input, kind)
    if (step === undefined) throw this.#fail(`nobody scripted a call with the input "${input}"`)
    if (step.tag !== undefined && step.tag !== this.#spec.tag)
      throw this.#fail(`expected the tag ${step.tag}`)
    if (!fitsInput(step, input, this.#spec)) throw this.#fail(`the input is not the expected one: "${input}"`)
    return step
  }

  async #run(rounds: readonly ScriptedRound[], begun: Begun, options: RespondOptions): Promise<Reply> {
    const mustCall = this.#spec.mustCall ?? 'free'
    for (const [index, round] of rounds.entries()) {
      await settle(options.signal)
      // A call that a bound cut off is dropped: the reply is then empty and says why it ended.
      const isCutOff = 'text' in round && round.text === '' && round.end !== undefined && round.end !== 'done'
      if (index === 0 && mustCall !== 'free' && 'text' in round && !isCutOff)
        throw this.#fail('the first round must be a call')
      if (index > 0 && mustCall === 'once' && 'call' in round)
        throw this.#fail('a second call is impossible here')
      if ('text' in round) return this.#say(round, options)
      await this.#callTool(round, begun, options)
    }
    throw this.#fail('the script ends without a text, and no tool threw')
  }

  async #callTool(
    round: Extract<ScriptedRound, { call: string }>,
    { call, prompt }: Begun,
    options: RespondOptions,
  ): Promise<void> {
    const tool = this.#tool(round.call)
    const fit = fitArguments(round.args, tool.parameters)
    if (!fit.ok) throw this.#fail(`arguments for ${round.call} that cannot be decoded: ${fit.problem}`)
    const rendered = JSON.stringify({ name: tool.name, arguments: round.args })
    this.#ledger.isCalling()
    this.#count('generated', tokensOf(rendered))
    this.#transcript += rendered
    const entry = { name: tool.name, args: fit.args, result: null as string | null }
    call.toolCalls.push(entry)
    entry.result = await untilStopped(tool.execute(fit.args, { signal: options.signal }), options.signal)
    this.#transcript += `\n<result>${entry.result}\n<assistant>`
    this.#state.warm.set(this.#spec.role, textOf(prompt) + rendered)
    prompt.push(
      { part: 'calls', text: rendered },
      { part: 'format', text: '\n<result>' },
      { part: 'results', text: entry.result },
      { part: 'format', text: '\n<assistant>' },
    )
    this.#give(prompt)
  }

  #tool(name: string): BoundTool {
    const tool = this.#spec.tools?.find((bound) => bound.name === name)
    if (tool === undefined) throw this.#fail(`the tool ${name} is not bound`)
    return tool
  }

  async #say(round: SaidText, options: RespondOptions): Promise<Reply> {
    const allowed = options.maxTokens * charactersPerToken
    const text = round.text.slice(0, allowed)
    this.#count('generated', tokensOf(text))
    this.#transcript += text
    for (const piece of text.match(/\S*\s*/g) ?? []) {
      // As the real loop, which looks at the signal with every token.
      if (options.signal.aborted) throw stopped()
      if (piece !== '') options.onText?.(piece)
      if (round.wordMs !== undefined) await sleep(round.wordMs, undefined, options).catch(() => {})
    }
    const end = round.end ?? (text.length < round.text.length ? 'max-tokens' : 'done')
    return { text: text.trim(), end }
  }

  #count(kind: keyof TokenUsage, tokens: number): void {
    this.#tokens[kind] += tokens
    this.#state.usage[kind] += tokens
  }

  #fail(problem: string): ScriptError {
    const error = new ScriptError(`${this.#spec.tag} (${this.#spec.role}): ${problem}`)
    this.#state.failure ??= error
    return error
  }
}

function stopped(): PixieError {
  return new PixieError('stopped', { what: 'The model was stopped', hint: 'Ask again.' })
}

/** Lets others run, as a real engine does, and honours the signal. */
async function settle(signal: AbortSignal): Promise<void> {
  await nextCycle()
  if (signal.aborted) throw stopped()
}

function waitForStop(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(stopped())
    else signal.addEventListener('abort', () => reject(stopped()), { once: true })
  })
}

async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new AbortController()
  const stop = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(stopped()), { once: true, signal: ended.signal })
  })
  try {
    return await Promise.race([work, stop])
  } finally {
    ended.abort()
  }
}

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
