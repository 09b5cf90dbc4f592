/** Turns questions of a profile into turns of the harness: conversations, traces and the engine around `runTurn`. */
import { PixieError } from '../shared/errors.ts'
import type { EmitRunEvent } from '../shared/run-event.ts'
import type { Turn } from '../shared/turn.ts'
import type { Conversations } from './conversations/conversations.ts'
import type { Message } from './conversations/message.ts'
import { type Candidate, runPlanner } from './harness/planner.ts'
import type { HarnessPorts } from './harness/ports.ts'
import { runTurn, type TurnRequest } from './harness/turn.ts'
import type { EarlierTurn, Engine, EngineModel } from './model/engine.ts'
import type { TracedTurn, Traces } from './trace/traces.ts'

export interface AskRequest {
  readonly question: string
  /** Goes on with this conversation; null starts a new one. */
  readonly conversation: string | null
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
   * Asks the question of a trace again: in its mode, after the same earlier exchanges, on the present model, data and
   * clock. It gets a trace of its own, and its conversation stays as it is.
   * Rejects with what `Traces.turn` throws, and `invalid-input` when there is nothing to plan with any more.
   */
  replay(request: Pick<AskRequest, 'signal' | 'emit'> & { readonly trace: string }): Promise<Replay>
  /** Loads the model, so that what can fail once fails before the first question. */
  prepare(signal: AbortSignal): Promise<EngineModel>
  /** L1 alone. Throws `invalid-input` when no skill is selected. */
  route(question: string, signal: AbortSignal): Promise<Route>
}

export interface AgentParts {
  readonly conversations: Conversations
  readonly traces: Traces
  /** Loads the engine where needed and keeps it until `work` has ended; `EngineHolder.use`. */
  withEngine<T>(signal: AbortSignal, work: (engine: Engine) => Promise<T>): Promise<T>
  /** Everything of the harness' ports but the engine, read anew for each turn; `direct` whatever skills are selected. */
  ports(engine: Engine, mode?: 'direct'): HarnessPorts
}

/** Longest question, in characters: about a quarter of the window, so that instructions and a source still fit. */
const questionLength = 4000
/** What a turn sees of its conversation, in tokens. */
const conversationTokens = 600
const conversationMessages = 40

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

/** The last exchanges that fit the budget, oldest first, and how many did not. */
export function earlierTurns(
  messages: readonly Pick<Message, 'role' | 'text'>[],
  countTokens: (text: string) => number,
): { turns: EarlierTurn[]; leftOut: number } {
  const turns: EarlierTurn[] = []
  for (const [i, message] of messages.entries()) {
    const next = messages[i + 1]
    if (message.role === 'user' && next?.role === 'assistant' && next.text !== '')
      turns.push({ user: message.text, reply: next.text })
  }
  let left = conversationTokens
  const kept = turns.toReversed().filter(({ user, reply }) => {
    // Once one does not fit, none before it is shown either.
    left = left < 0 ? left : left - countTokens(user) - countTokens(reply)
    return left >= 0
  })
  return { turns: kept.reverse(), leftOut: turns.length - kept.length }
}

function assertMenu(ports: HarnessPorts): void {
  if (ports.namespace.menu().length > 0) return
  throw new PixieError('invalid-input', {
    what: 'Nothing to choose from: no skill is selected in Alignment',
    hint: 'Select one with: pixie alignment set',
  })
}

export function createAgent(parts: AgentParts): Agent {
  const { conversations, traces } = parts

  function openConversation(id: string | null): string {
    if (id === null) return conversations.create().id
    if (conversations.get(id) !== null) return id
    throw new PixieError('not-found', {
      what: 'There is no such conversation',
      value: id,
      hint: 'Leave --conversation out to start a new one.',
    })
  }

  /** One traced turn after these messages of its conversation. */
  async function run(
    ports: HarnessPorts,
    messages: readonly Message[],
    request: Pick<TurnRequest, 'question' | 'conversation' | 'trace' | 'signal' | 'emit'>,
  ): Promise<Turn> {
    const { trace, emit } = request
    const { turns, leftOut } = earlierTurns(messages, (text) => ports.engine.countTokens(text))
    if (leftOut > 0)
      emit({
        type: 'notice',
        text: `The first ${leftOut} exchanges of this conversation no longer fit and are not seen.`,
      })
    const turn = await runTurn(ports, {
      ...request,
      earlier: turns,
      onSession: (session, position) => traces.putSession(trace, position, session),
    })
    traces.finish(trace, turn)
    return turn
  }

  /** What was said in the conversation before this turn; nothing when it is gone. */
  function messagesBefore({ id, conversation }: TracedTurn): Message[] {
    const all = conversation === null ? [] : conversations.messages(conversation, Number.MAX_SAFE_INTEGER)
    const at = all.findIndex(({ trace }) => trace === id)
    return all.slice(0, Math.max(0, at)).slice(-conversationMessages)
  }

  return {
    async ask({ question: given, conversation: id, signal, emit }) {
      const question = checkedQuestion(given)
      return parts.withEngine(signal, async (engine) => {
        const conversation = openConversation(id)
        const messages = conversations.messages(conversation, conversationMessages)
        const trace = traces.start({ question, conversation })
        conversations.append(conversation, { role: 'user', text: question, trace })
        const request = { question, conversation, trace, signal, emit }
        const turn = await run(parts.ports(engine), messages, request)
        const { answer: text, sources, end } = turn
        conversations.append(conversation, { role: 'assistant', text, sources, trace, end })
        return turn
      })
    },
    async replay({ trace: of, signal, emit }) {
      const original = traces.turn(of)
      const { question, conversation } = original
      return parts.withEngine(signal, async (engine) => {
        const ports = parts.ports(engine, original.turn.mode === 'direct' ? 'direct' : undefined)
        if (original.turn.mode === 'plan') assertMenu(ports)
        const trace = traces.start({ question, conversation })
        const request = { question, conversation: original.turn.conversation, trace, signal, emit }
        return { original, turn: await run(ports, messagesBefore(original), request) }
      })
    },
    prepare: (signal) => parts.withEngine(signal, async ({ model }) => model),
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
