/** How an answer came about: every session of the model in a turn, exactly as it went. */
import { z } from 'zod'
import { LedgerShape, TokensShape, TurnEndShape, TurnShape } from '../turn-shape.ts'
import { type CallShapes, done, Id, nothing } from './define.ts'
import { ErrorShape } from './shapes.ts'

export const TraceStepShape = z.strictObject({
  /** `planner`, `l2`, `l3.<tool>.<step>`, `answer`, `chat`. */
  tag: z.string(),
  role: z.string(),
  /** After the start of the turn; null when it was not kept. */
  startedMs: z.number().nullable(),
  ms: z.number(),
  instructions: z.string(),
  tools: z.array(z.strictObject({ name: z.string(), schema: z.json() })),
  input: z.string(),
  output: z.string(),
  /** The exact text that the model was given and produced, control tokens visible. */
  transcript: z.string(),
  tokens: TokensShape,
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** Its tokens by part, in the order of the prompt; null when they were not kept. */
  ledger: LedgerShape.nullable(),
})
export type TraceStep = z.infer<typeof TraceStepShape>

export const TraceShape = z.strictObject({
  id: Id,
  question: z.string(),
  startedAtMs: z.int(),
  /** Null when it belonged to none, or that one is gone. */
  conversation: z.strictObject({ id: Id, title: z.string() }).nullable(),
  /** In the order in which they started. */
  steps: z.array(TraceStepShape),
  /** Null while it runs, and when the turn never came to an end. */
  turn: TurnShape.nullable(),
  /** The most that a prompt may be, in tokens. */
  windowTokens: z.int(),
})
export type TraceView = z.infer<typeof TraceShape>

/** One part of a turn that came out otherwise the second time, each side as text to show. */
export const DifferenceShape = z.strictObject({
  what: z.enum(['mode', 'plan', 'dispatches', 'answer', 'end']),
  before: z.string(),
  after: z.string(),
})
export type TraceDifference = z.infer<typeof DifferenceShape>

export const ReplayShape = z.discriminatedUnion('state', [
  /** `doing`: the last thing it did, in words. */
  z.strictObject({ state: z.literal('running'), doing: z.string() }),
  /** `trace`: of the new turn. No difference: it did the same. */
  z.strictObject({ state: z.literal('done'), trace: Id, differences: z.array(DifferenceShape) }),
  z.strictObject({ state: z.literal('failed'), error: ErrorShape }),
])
export type Replay = z.infer<typeof ReplayShape>

export const tracesCalls = {
  /** Throws `not-found`: only the newest 500 are kept. */
  'traces.get': { params: z.strictObject({ trace: Id }), result: TraceShape },
  /** Newest first. */
  'traces.list': {
    params: z.strictObject({ limit: z.int().min(1).max(100) }),
    result: z.array(
      z.strictObject({
        id: Id,
        question: z.string(),
        startedAtMs: z.int(),
        end: TurnEndShape.nullable(),
        steps: z.int().min(0),
      }),
    ),
  },
  /** Of the newest turn that came to its end; null when there is none, or no ledger was kept. */
  'traces.last-ledger': {
    params: nothing,
    result: z.strictObject({ trace: Id, question: z.string(), ledger: LedgerShape }).nullable(),
  },
  /** Asks where to; null when cancelled, else the file's name. Redacted: the owner's words become their length and a mark. */
  'traces.export': {
    params: z.strictObject({ trace: Id, isRedacted: z.boolean() }),
    result: z.string().nullable(),
  },
  /** Asks the question again as a turn of its own and compares; goes on in the background. One at a time. */
  'traces.replay': { params: z.strictObject({ trace: Id }), result: done },
  /** The replay of this trace in this session; null when there was none or it was stopped. */
  'traces.replay-state': { params: z.strictObject({ trace: Id }), result: ReplayShape.nullable() },
  'traces.stop-replay': { params: z.strictObject({ trace: Id }), result: done },
} as const satisfies CallShapes
