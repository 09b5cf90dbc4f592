/** One question, one turn: plan, follow, answer; bounded in steps, tokens and time. */
import { PixieError, toWireError } from '../../shared/errors.ts'
import { sumLedgers } from '../../shared/ledger.ts'
import type { EmitRunEvent } from '../../shared/run-event.ts'
import type { Dispatch, Plan, Source, TokenCounts, Turn, TurnMode } from '../../shared/turn.ts'
import type { EarlierTurn } from '../model/engine.ts'
import type { DraftAnswer } from './answer.ts'
import { type Attachment, replyFromAttachment } from './attached.ts'
import { type ChatInput, replyDirectly } from './chat.ts'
import { createGenerationLock } from './generation-lock.ts'
import { nothingFound, planTurn, type TurnBody } from './plan-turn.ts'
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

/** The pill of each tool that looks something up. */
const placeOf: Readonly<Record<string, string>> = {
  check_notebook: 'Notebook',
  find_file: 'Files',
  grep_memory: 'Memory',
  queryCalendar: 'Calendar',
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
  sources: readonly Source[]
  plan: Plan | null
  replanned: boolean
}

/** Passes events on and keeps what a person has seen. */
function watched(emit: EmitRunEvent, shown: Shown): EmitRunEvent {
  return (event) => {
    if (event.type === 'text-delta') shown.text += event.text
    if (event.type === 'text-replace') shown.text = event.text
    if (event.type === 'sources') shown.sources = event.sources
    if (event.type === 'plan') {
      shown.plan ??= event.plan
      shown.replanned = event.replanned
    }
    emit(event)
  }
}

/** How a turn that threw ends: stopped by the person, out of time, or failed. What was shown is kept. */
function failed(error: unknown, request: TurnRequest, mode: TurnMode, shown: Shown): TurnBody {
  const base = { ...shown, mode }
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
  const shown: Shown = { text: '', sources: [], plan: null, replanned: false }
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
      body = await planTurn(traced, { ...chat, lock: createGenerationLock() })
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
