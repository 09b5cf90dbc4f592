/** A message as it is kept, and its row. */
import { z } from 'zod'
import { ErrorShape, PillShape, PlanShape } from '../../shared/contract/shapes.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Pill } from '../../shared/run-event.ts'
import type { Plan, Source, TokenCounts, TurnEnd } from '../../shared/turn.ts'
import { SourceShape, TokensShape, TurnEndShape } from '../../shared/turn-shape.ts'
import { jsonText, parseRow } from '../store/rows.ts'

export type MessageRole = 'user' | 'assistant'
/** `interrupted`: the process that wrote the answer ended in the middle of it. */
export type MessageEnd = TurnEnd | 'interrupted'

/** The file that a question is about. */
export interface AttachedPath {
  readonly name: string
  /** Absolute. */
  readonly path: string
}

/** How an answer came about. */
export interface AnswerDetails {
  readonly plan: Plan | null
  readonly pills: readonly Pill[]
  readonly notices: readonly string[]
  readonly error: WireError | null
  readonly ms: number | null
  readonly tokens: TokenCounts | null
}

export interface Message extends AnswerDetails {
  readonly id: string
  readonly conversation: string
  /** What it follows; null for the first of a conversation. Those with the same parent are versions. */
  readonly parent: string | null
  readonly role: MessageRole
  readonly text: string
  readonly sources: readonly Source[]
  /** The trace may be gone: only the newest are kept. */
  readonly trace: string | null
  /** Null for questions, and for an answer that is still being written. */
  readonly end: MessageEnd | null
  readonly createdAtMs: number
  /** Which of the versions it is, counted from 1 in the order in which they came. */
  readonly version: { readonly number: number; readonly count: number }
  readonly isShown: boolean
  readonly attachment: AttachedPath | null
}

export interface NewMessage {
  readonly role: MessageRole
  /** Kept exactly. */
  readonly text: string
  /** Of an assistant's message. */
  readonly sources?: readonly Source[]
  readonly trace?: string
  readonly end?: TurnEnd
  readonly attachment?: AttachedPath | null
}

export const noDetails: AnswerDetails = {
  plan: null,
  pills: [],
  notices: [],
  error: null,
  ms: null,
  tokens: null,
}

/** Each with a default: what was written before has none of it. */
const DetailsShape = z.object({
  plan: PlanShape.nullable().default(null),
  pills: z.array(PillShape).default([]),
  notices: z.array(z.string()).default([]),
  error: ErrorShape.nullable().default(null),
  ms: z.number().nullable().default(null),
  tokens: TokensShape.nullable().default(null),
})

const MessageRow = z.object({
  id: z.string(),
  conversation_id: z.string(),
  parent_id: z.string().nullable(),
  is_shown: z.int(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  sources: jsonText(z.array(SourceShape)),
  trace_id: z.string().nullable(),
  turn_end: z.union([TurnEndShape, z.literal('interrupted')]).nullable(),
  created_at_ms: z.int(),
  attachment: jsonText(z.object({ name: z.string(), path: z.string() })).nullable(),
  details: jsonText(DetailsShape),
  version_number: z.int(),
  version_count: z.int(),
})

const versions = `SELECT count(*) FROM messages s
  WHERE s.conversation_id = m.conversation_id AND s.parent_id IS m.parent_id`

/** Of a table or alias `m`. */
export const messageColumns = `m.id, m.conversation_id, m.parent_id, m.is_shown, m.role, m.text, m.sources, m.trace_id,
  m.turn_end, m.created_at_ms, m.attachment, m.details,
  (${versions} AND s.seq <= m.seq) AS version_number, (${versions}) AS version_count`

export function toMessage(raw: unknown): Message {
  const row = parseRow('messages', MessageRow, raw)
  return {
    ...row.details,
    id: row.id,
    conversation: row.conversation_id,
    parent: row.parent_id,
    role: row.role,
    text: row.text,
    sources: row.sources,
    trace: row.trace_id,
    end: row.turn_end,
    createdAtMs: row.created_at_ms,
    version: { number: row.version_number, count: row.version_count },
    isShown: row.is_shown === 1,
    attachment: row.attachment,
  }
}
