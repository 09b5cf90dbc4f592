/** One question, one turn: plan, follow, answer; bounded in steps, tokens and time. */
import { PixieError, toWireError } from '../../shared/errors.ts'
import { sumLedgers } from '../../shared/ledger.ts'
import type { EmitRunEvent } from '../../shared/run-event.ts'
import type { Dispatch, Plan, Source, TokenCounts, Turn, TurnEnd, TurnMode } from '../../shared/turn.ts'
import type { EarlierTurn } from '../model/engine.ts'
import type { DraftAnswer } from './answer.ts'
import { type Attachment, replyFromAttachment } from './attached.ts'
import { type AttemptOutcome, looksUp, runAttempt, type TurnState } from './attempt.ts'
import { type ChatInput, replyDirectly, replyWithoutTools } from './chat.ts'
import { createGenerationLock } from './generation-lock.ts'
import { createTurnGuards } from './guards.ts'
import { type PlannerOutcome, runPlanner } from './planner.ts'
import type { HarnessPorts } from './ports.ts'
import { createTraceRecorder, type TracedSession } from './trace-recorder.ts'

export interface TurnRequest {
  readonly question: string
  readonly conversation: string
  readonly trace: string
  /** The conversation so far, oldest first, already within its budget. */
  readonly earlier: readonly EarlierTurn[]
  /** The question is about this file and is answered from it alone. */
  readonly attachment?: Attachment | null
  readonly signal: AbortSignal
  readonly emit: EmitRunEvent
  /** A session started, and again when it ended, with its position in the turn. */
  onSession(session: TracedSession, position: number): void
}

/** Longest turn, in ms: a slow machine's worst case of two plans; past it the turn ends with what it has. */
const turnTimeMs = 240_000

interface TurnBody {
  readonly text: string
  readonly sources: readonly Source[]
  readonly end: TurnEnd
  readonly mode: TurnMode
  readonly plan: Plan | null
  readonly replanned: boolean
  readonly error?: NonNullable<Turn['error']>
}

const placeNames: Readonly<Record<string, string>> = {
  Notebook: 'your notebook',
  Files: 'your files',
  Memory: 'your memory log',
  Calendar: 'your calendar',
}

/** The pill of each tool that looks something up. */
const placeOf: Readonly<Record<string, string>> = {
  check_notebook: 'Notebook',
  find_file: 'Files',
  grep_memory: 'Memory',
  queryCalendar: 'Calendar',
}

/** "I looked in … and found nothing": the honest end. */
function nothingFound(places: readonly string[]): string {
  const names = places.map((place) => placeNames[place] ?? place)
  const last = names.at(-1)
  if (last === undefined) return 'I have nowhere to look for that and found nothing.'
  const where = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
  return `I looked in ${where} and found nothing that answers this.`
}

/** What L2 reads of the conversation: the last exchange. */
function earlierText(earlier: readonly EarlierTurn[]): string {
  const last = earlier.at(-1)
  return last === undefined ? '' : `Before, the user asked: ${last.user}\nand was told: ${last.reply}\n`
}

function addUp(sessions: readonly TracedSession[]): Turn['tokens'] {
  const total = { evaluated: 0, reused: 0, generated: 0 }
  const byRole: Record<string, { -readonly [K in keyof TokenCounts]: number }> = {}
  for (const { tag, tokens } of sessions) {
    byRole[tag] ??= { evaluated: 0, reused: 0, generated: 0 }
    for (const counts of [total, byRole[tag]]) {
      counts.evaluated += tokens.evaluated
      counts.reused += tokens.reused
      counts.generated += tokens.generated
    }
  }
  return { ...total, byRole }
}

/**
 * The handle to try when the first plan found nothing: the next-ranked one, or the next of the menu. Only one that looks
 * something up: today's date answers no question that it was not picked for.
 */
function nextHandle(outcome: PlannerOutcome, { namespace }: HarnessPorts): string | null {
  const ranked = outcome.candidates.map(({ handle }) => handle).filter((handle) => handle !== null)
  const order = ranked.length > 0 ? ranked : namespace.menu().map(({ slug }) => slug)
  const others = order.filter((handle) => !outcome.handles.includes(handle))
  return others.find((handle) => namespace.expand([handle]).tools.some(looksUp)) ?? null
}

async function planTurn(ports: HarnessPorts, state: TurnState, chat: ChatInput): Promise<TurnBody> {
  const { question, signal } = state
  const planned = await runPlanner(ports, {
    question,
    signal,
    withRationale: true,
    isFollowUp: state.earlier !== '',
  })
  if (planned.handles.length === 0) {
    const text = planned.reply ?? (await replyWithoutTools(ports, chat))
    return { text, sources: [], end: 'answered', mode: 'plan', plan: null, replanned: false }
  }
  let outcome = await runAttempt(ports, { ...planned, replanned: false }, state)
  const first = outcome
  let replanned = false
  const next = nextHandle(planned, ports)
  if (outcome.answer === null && next !== null && ports.switches.replan) {
    replanned = true
    state.guards.reset()
    outcome = await runAttempt(ports, { handles: [next], rationale: `I'll use @${next}.`, replanned }, state)
  }
  return {
    ...finish(outcome, first, state),
    mode: 'plan',
    plan: outcome.answer === null ? first.plan : outcome.plan,
    replanned,
  }
}

function finish(
  last: AttemptOutcome,
  first: AttemptOutcome,
  { emit }: TurnState,
): Pick<TurnBody, 'text' | 'sources' | 'end'> {
  if (last.answer !== null) return { text: last.answer.text, sources: last.answer.sources, end: 'answered' }
  const text = nothingFound([...new Set([...first.places, ...last.places])])
  emit({ type: 'text-replace', text })
  return { text, sources: [], end: 'not-found' }
}

function directBody(
  answer: DraftAnswer | null,
  dispatches: readonly Dispatch[],
  emit: EmitRunEvent,
): TurnBody {
  const base = { mode: 'direct' as const, plan: null, replanned: false }
  if (answer !== null) return { ...base, text: answer.text, sources: answer.sources, end: 'answered' }
  const tools = new Set(dispatches.map(({ tool }) => tool))
  const text = nothingFound([...tools].map((tool) => placeOf[tool] ?? '').filter((place) => place !== ''))
  emit({ type: 'text-replace', text })
  return { ...base, text, sources: [], end: 'not-found' }
}

/** What a turn has shown so far: kept when it is stopped or fails. */
interface Shown {
  text: string
  plan: Plan | null
  replanned: boolean
}

/** Passes events on and keeps what a person has seen. */
function watched(emit: EmitRunEvent, shown: Shown): EmitRunEvent {
  return (event) => {
    if (event.type === 'text-delta') shown.text += event.text
    if (event.type === 'text-replace') shown.text = event.text
    if (event.type === 'plan') {
      shown.plan ??= event.plan
      shown.replanned = event.replanned
    }
    emit(event)
  }
}

/** How a turn that threw ends: stopped by the person, out of time, or failed. What was shown is kept. */
function failed(error: unknown, request: TurnRequest, mode: TurnMode, shown: Shown): TurnBody {
  const base = { ...shown, sources: [], mode }
  if (request.signal.aborted)
    return {
      ...base,
      end: 'stopped',
      error: { code: 'stopped', message: 'Stopped.', hint: 'Ask again to continue.' },
    }
  if (error instanceof PixieError && (error.code === 'time-limit' || error.code === 'stopped'))
    return { ...base, text: shown.text || 'I ran out of time and have no answer.', end: 'limit' }
  return { ...base, end: 'error', error: toWireError(error) }
}

/**
 * Never rejects: a failure is a turn with `end: 'error'`. Emits `run-start` first and `run-end` last, and every session
 * through `onSession`, whatever happens.
 */
export async function runTurn(ports: HarnessPorts, request: TurnRequest): Promise<Turn> {
  const { question, conversation, trace, earlier } = request
  const shown: Shown = { text: '', plan: null, replanned: false }
  const emit = watched(request.emit, shown)
  const started = performance.now()
  emit({ type: 'run-start', trace, conversation, question })
  const recorder = createTraceRecorder(ports.engine, () => performance.now(), request.onSession)
  const traced: HarnessPorts = { ...ports, engine: recorder.engine }
  const dispatches: Dispatch[] = []
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(turnTimeMs)])
  const chat: ChatInput = { question, earlier, dispatches, signal, emit }
  const { attachment = null } = request
  const mode: TurnMode = attachment === null && ports.namespace.menu().length > 0 ? 'plan' : 'direct'
  let body: TurnBody
  try {
    if (attachment !== null) {
      const reply = await replyFromAttachment(traced, { question, attachment, signal, emit })
      body = { ...reply, mode, plan: null, replanned: false }
    } else if (mode === 'direct') {
      body = directBody(await replyDirectly(traced, chat), dispatches, emit)
    } else {
      const state: TurnState = {
        question,
        earlier: earlierText(earlier),
        guards: createTurnGuards(),
        lock: createGenerationLock(),
        dispatches,
        asked: new Set(),
        signal,
        emit,
      }
      body = await planTurn(traced, state, chat)
    }
  } catch (error) {
    body = failed(ports.explain(error), request, mode, shown)
  }
  // Whatever was streamed on the way, what stands at the end is the answer.
  if (shown.text !== body.text) emit({ type: 'text-replace', text: body.text })
  if (body.sources.length > 0) emit({ type: 'sources', sources: body.sources })
  const turn: Turn = {
    answer: body.text,
    mode: body.mode,
    end: body.end,
    replanned: body.replanned,
    plan: body.plan,
    dispatches,
    sources: body.sources,
    tokens: addUp(recorder.sessions()),
    ledger: sumLedgers(recorder.sessions().map(({ ledger }) => ledger)),
    ms: Math.round(performance.now() - started),
    model: ports.engine.model.id,
    conversation,
    trace,
    ...(body.error === undefined ? {} : { error: body.error }),
  }
  emit({ type: 'run-end', turn })
  return turn
}
