/** Traces every session of a turn by standing between the harness and the engine. */
import { type ErrorCode, toWireError } from '../../shared/errors.ts'
import type { ArgumentsSchema } from '../../shared/json-schema.ts'
import { emptyLedger, type Ledger } from '../../shared/ledger.ts'
import type { TokenCounts } from '../../shared/turn.ts'
import type { Engine, Session, SessionSpec } from '../model/engine.ts'
import { AnswerFound, PlanSignal, ToolAgentDone, ToolLoopHalt } from './signals.ts'

export interface TracedSession {
  role: string
  tag: string
  instructions: string
  tools: { name: string; schema: ArgumentsSchema }[]
  input: string
  output: string
  transcript: string
  tokens: TokenCounts
  ledger: Ledger
  /** When its work began, in ms after the turn's. */
  startedMs: number
  ms: number
  error: { code: ErrorCode; message: string } | null
}

export interface TraceRecorder {
  /** The engine, every session of which is recorded. */
  readonly engine: Engine
  /** In the order in which sessions started. */
  sessions(): readonly TracedSession[]
}

/** What ended a session on purpose, in the words of a trace; null for a real error. */
function signalName(error: unknown): string | null {
  if (error instanceof PlanSignal) return `plan: ${error.rationale}`
  if (error instanceof ToolLoopHalt) return `halt: ${error.message}`
  if (error instanceof AnswerFound) return 'answer found'
  if (error instanceof ToolAgentDone) return 'call done'
  return null
}

/** @param onSession called when a session started (its slot is taken) and again at its end, with its position. */
export function createTraceRecorder(
  engine: Engine,
  nowMs: () => number,
  onSession: (session: TracedSession, position: number) => void,
): TraceRecorder {
  const sessions: TracedSession[] = []
  const turnStart = nowMs()

  function wrap(session: Session, traced: TracedSession, position: number): Session {
    let isUsed = false
    const refresh = () => {
      const record = session.record()
      traced.transcript = record.transcript
      traced.tokens = { ...record.tokens }
      traced.ledger = record.ledger
    }
    const said = (text: string) => {
      traced.output = traced.output === '' ? text : `${traced.output}\n\n${text}`
    }
    async function timed<T>(input: string, work: () => Promise<T>, show: (value: T) => string): Promise<T> {
      const start = nowMs()
      traced.input = input
      // A session may be made long before it is used.
      if (!isUsed) traced.startedMs = start - turnStart
      isUsed = true
      try {
        const value = await work()
        said(show(value))
        return value
      } catch (error) {
        const signal = signalName(error)
        if (signal === null) {
          const { code, message } = toWireError(error)
          traced.error = { code, message }
        } else said(signal)
        throw error
      } finally {
        traced.ms += nowMs() - start
        refresh()
      }
    }
    return {
      respond: (input, options) =>
        timed(
          input,
          () => session.respond(input, options),
          (reply) => reply.text,
        ),
      score: (input, options) =>
        timed(
          input,
          () => session.score(input, options),
          (scores) =>
            options.candidates
              .map((c, i) => `${c}: ${Math.exp(scores[i] ?? -Infinity).toFixed(3)}`)
              .join('\n'),
        ),
      countPrompt: (input) => session.countPrompt(input),
      record: () => session.record(),
      async dispose() {
        refresh()
        await session.dispose()
        onSession(traced, position)
      },
    }
  }

  return {
    sessions: () => sessions,
    engine: {
      model: engine.model,
      profile: engine.profile,
      contextTokens: engine.contextTokens,
      countTokens: (text) => engine.countTokens(text),
      usage: () => engine.usage(),
      dispose: () => engine.dispose(),
      async createSession(spec: SessionSpec) {
        const traced: TracedSession = {
          role: spec.role,
          tag: spec.tag,
          instructions: spec.instructions,
          tools: (spec.tools ?? []).map((tool) => ({ name: tool.name, schema: tool.parameters })),
          input: '',
          output: '',
          transcript: '',
          tokens: { evaluated: 0, reused: 0, generated: 0 },
          ledger: emptyLedger,
          startedMs: nowMs() - turnStart,
          ms: 0,
          error: null,
        }
        const position = sessions.push(traced) - 1
        onSession(traced, position)
        return wrap(await engine.createSession(spec), traced, position)
      },
    },
  }
}
