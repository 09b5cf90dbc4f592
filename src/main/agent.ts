/** Turns questions of a profile into turns of the harness: conversations, traces and the engine around `runTurn`. */
import { PixieError, toWireError } from '../shared/errors.ts'
import type { EmitRunEvent, RunEvent } from '../shared/run-event.ts'
import type { Turn } from '../shared/turn.ts'
import { type AnswerKeeper, createAnswerKeeper } from './chat/answer-keeper.ts'
import { conversationMessages, earlierTurns, leftOutNotice } from './chat/earlier.ts'
import type { Exchange } from './conversations/answers.ts'
import type { Conversations } from './conversations/conversations.ts'
import type { AttachedPath, Message } from './conversations/message.ts'
import type { AttachedText } from './harness/attached.ts'
import { type Candidate, runPlanner } from './harness/planner.ts'
import type { HarnessPorts } from './harness/ports.ts'
import { runTurn, type TurnRequest } from './harness/turn.ts'
import { warmUp } from './harness/warm-up.ts'
import type { Engine, EngineModel } from './model/engine.ts'
import type { TracedTurn, Traces } from './trace/traces.ts'

export interface NewQuestion {
  readonly question: string
  /** Goes on with this conversation; null starts a new one. */
  readonly conversation: string | null
  /** The question is then about this file alone. */
  readonly attachment?: AttachedPath | null
}

export interface AskRequest extends NewQuestion {
  readonly signal: AbortSignal
  readonly emit: EmitRunEvent
}

export interface Replay {
  /** The turn as it came out the first time. */
  readonly original: TracedTurn
  readonly turn: Turn
}

export interface Route {
  /** With the `@`; null when no tool is needed. */
  readonly handle: string | null
  readonly rationale: string
  /** Every menu line and, as null, "no tool"; most probable first. */
  readonly candidates: readonly { readonly handle: string | null; readonly probability: number }[]
}

export interface Agent {
  /** One turn. Rejects only when it cannot start: an empty question, no such conversation, no model. */
  ask(request: AskRequest): Promise<Turn>
  /**
   * Writes down a question and the answer that is to come, without a model. Durable when it returns. Throws
   * `invalid-input`, `not-found`.
   */
  begin(question: NewQuestion): Exchange
  /** As `begin`, for another answer to the same question, or for a question that has none. */
  beginAgain(message: string): Exchange
  /** As `begin`, for the question in other words. */
  beginInstead(question: string, text: string): Exchange
  /**
   * Answers what was begun, once the model is there; kept on disk as it comes. Rejects when the turn could not begin or
   * its end not be written; the answer then says why, where it can.
   */
  answer(exchange: Exchange, request: Pick<AskRequest, 'signal' | 'emit'>): Promise<Turn>
  /**
   * Asks the question of a trace again: in its mode, after the same earlier exchanges, on the present model, data and
   * clock. It gets a trace of its own, and its conversation stays as it is.
   * Rejects with what `Traces.turn` throws, and `invalid-input` when there is nothing to plan with any more.
   */
  replay(request: Pick<AskRequest, 'signal' | 'emit'> & { readonly trace: string }): Promise<Replay>
  /** Loads the model, so that what can fail once fails before the first question. */
  prepare(signal: AbortSignal): Promise<EngineModel>
  /** `warmUp` now and to its end, as it happens by itself while nobody asks. */
  warmUp(signal: AbortSignal): Promise<void>
  /** L1 alone. Throws `invalid-input` when no skill is selected. */
  route(question: string, signal: AbortSignal): Promise<Route>
}

export interface AgentParts {
  readonly conversations: Conversations
  readonly traces: Traces
  /** Loads the engine where needed and keeps it until `work` has ended; `EngineHolder.use`. */
  withEngine<T>(signal: AbortSignal, work: (engine: Engine) => Promise<T>): Promise<T>
  /** The text of a file that a question is about. Rejects with a `PixieError`. */
  readAttached(file: AttachedPath, signal: AbortSignal): Promise<AttachedText>
  explain(error: unknown): unknown
  /** Everything of the harness' ports but the engine, read anew for each turn; `direct` whatever skills are selected. */
  ports(engine: Engine, mode?: 'direct'): HarnessPorts
}

/** Longest question, in characters: about a quarter of the window, so that instructions and a source still fit. */
const questionLength = 4000

const nothingBefore = { messages: [], exchanges: 0 }

const withAt = (slug: string | null) => (slug === null ? null : `@${slug}`)

function checkedQuestion(question: string): string {
  const text = question.trim()
  if (text === '')
    throw new PixieError('invalid-input', {
      what: 'The question is empty',
      hint: 'Write what you want to know.',
    })
  if (text.length > questionLength)
    throw new PixieError('invalid-input', {
      what: 'The question is too long',
      value: `${text.length} characters`,
      hint: `Shorten it to ${questionLength} characters; put long texts in a file of a granted folder.`,
    })
  return text
}

function assertMenu(ports: HarnessPorts): void {
  if (ports.namespace.menu().length > 0) return
  throw new PixieError('invalid-input', {
    what: 'Nothing to choose from: no skill is selected in Alignment',
    hint: 'Select one in Alignment.',
    command: 'pixie alignment set',
  })
}

/** A stopped turn that has not ended after this time is left to itself. */
const letGoMs = 900

/** What `work` comes to; rejects with `stopped` when it goes on although it was stopped. */
async function orLetGo<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => {
    timer = setTimeout(() => late.reject(stopped()), letGoMs)
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

const stopped = () =>
  new PixieError('stopped', { what: 'The answer was stopped', hint: 'Ask again to continue.' })

export function createAgent(parts: AgentParts): Agent {
  const { conversations, traces } = parts

  /** One traced turn after what its conversation holds before it. */
  async function run(
    ports: HarnessPorts,
    before: ReturnType<Conversations['before']>,
    request: Omit<TurnRequest, 'earlier' | 'onSession' | 'attachment'> & { attachment: AttachedPath | null },
  ): Promise<Turn> {
    const { trace, emit, attachment } = request
    const { turns, leftOut } = earlierTurns(before, (text) => ports.engine.countTokens(text))
    const turn = await runTurn(ports, {
      ...request,
      emit(event) {
        emit(event)
        if (event.type === 'run-start' && leftOut > 0) emit({ type: 'notice', text: leftOutNotice(leftOut) })
      },
      earlier: turns,
      attachment: attachment && {
        name: attachment.name,
        read: (signal) => parts.readAttached(attachment, signal),
      },
      onSession: (session, position) => traces.putSession(trace, position, session),
    })
    traces.finish(trace, turn)
    return turn
  }

  async function answerWith(
    engine: Engine,
    { conversation, question }: Exchange,
    { signal, emit, keeper }: Pick<AskRequest, 'signal' | 'emit'> & { keeper: AnswerKeeper },
  ): Promise<Turn> {
    const { text, attachment } = question
    const before = conversations.before(question.id, conversationMessages)
    const trace = traces.start({ question: text, conversation })
    const request = {
      question: text,
      conversation,
      trace,
      attachment,
      signal,
      emit(event: RunEvent) {
        keeper.hear(event)
        emit(event)
      },
    }
    const turn = await run(parts.ports(engine), before, request)
    keeper.finish(turn)
    return turn
  }

  /** The message that a turn answered; null when it is gone. */
  function questionOf({ id }: TracedTurn): Message | null {
    const message = conversations.ofTrace(id)
    if (message?.role !== 'assistant') return message
    return message.parent === null ? null : conversations.message(message.parent)
  }

  const begin = ({ question, conversation, attachment = null }: NewQuestion) =>
    conversations.ask(conversation, { text: checkedQuestion(question), attachment })

  async function answer(
    exchange: Exchange,
    request: Pick<AskRequest, 'signal' | 'emit'>,
    withEngine = parts.withEngine,
  ): Promise<Turn> {
    const keeper = createAnswerKeeper(conversations, exchange.answer.id)
    try {
      const work = withEngine(request.signal, (engine) =>
        answerWith(engine, exchange, { ...request, keeper }),
      )
      return await orLetGo(work, request.signal)
    } catch (error) {
      if (request.signal.aborted) keeper.stop()
      else keeper.fail(toWireError(parts.explain(error)))
      throw error
    }
  }

  return {
    begin,
    beginAgain: (id) => conversations.askAgain(id),
    beginInstead: (question, text) => conversations.askInstead(question, checkedQuestion(text)),
    answer: (exchange, request) => answer(exchange, request),
    async ask(request) {
      checkedQuestion(request.question)
      // The model first: without one nothing is written.
      return parts.withEngine(request.signal, (engine) =>
        answer(begin(request), request, (_, work) => work(engine)),
      )
    },
    async replay({ trace: of, signal, emit }) {
      const original = traces.turn(of)
      const { question, conversation } = original
      return parts.withEngine(signal, async (engine) => {
        const ports = parts.ports(engine, original.turn.mode === 'direct' ? 'direct' : undefined)
        if (original.turn.mode === 'plan') assertMenu(ports)
        const trace = traces.start({ question, conversation })
        const asked = questionOf(original)
        const before = asked === null ? nothingBefore : conversations.before(asked.id, conversationMessages)
        const request = {
          question,
          conversation: original.turn.conversation,
          trace,
          attachment: asked?.attachment ?? null,
          signal,
          emit,
        }
        return { original, turn: await run(ports, before, request) }
      })
    },
    prepare: (signal) => parts.withEngine(signal, async ({ model }) => model),
    warmUp: (signal) => parts.withEngine(signal, (engine) => warmUp(parts.ports(engine), signal)),
    async route(question, signal) {
      const { handles, rationale, candidates } = await parts.withEngine(signal, async (engine) => {
        const ports = parts.ports(engine)
        assertMenu(ports)
        return runPlanner(ports, {
          question: checkedQuestion(question),
          signal,
          withRationale: false,
          isFollowUp: false,
        })
      })
      return {
        handle: withAt(handles[0] ?? null),
        rationale,
        candidates: candidates.map(({ handle, probability }: Candidate) => ({
          handle: withAt(handle),
          probability,
        })),
      }
    },
  }
}
