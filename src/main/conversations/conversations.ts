import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { Source, TurnEnd } from '../../shared/turn.ts'
import { SourceShape, TurnEndShape } from '../../shared/turn-shape.ts'
import type { Db } from '../store/database.ts'
import { makeId, type RandomInt } from '../store/ids.ts'
import { jsonText, parseRow } from '../store/rows.ts'
import { eraseTransaction, writeTransaction } from '../store/writers.ts'

const MessageRow = z.object({
  id: z.string(),
  conversation_id: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  sources: jsonText(z.array(SourceShape)),
  trace_id: z.string().nullable(),
  turn_end: TurnEndShape.nullable(),
  created_at_ms: z.int(),
})

const ConversationRow = z.object({
  id: z.string(),
  created_at_ms: z.int(),
  changed_at_ms: z.int(),
  first_text: z.string().nullable(),
})

export interface Conversation {
  readonly id: string
  readonly createdAtMs: number
  /** When the last message came. */
  readonly changedAtMs: number
  /** What the person said first, whole; null while there is nothing. */
  readonly firstText: string | null
}

export interface NewMessage {
  readonly role: 'user' | 'assistant'
  /** Kept exactly. */
  readonly text: string
  /** Of an assistant's message. */
  readonly sources?: readonly Source[]
  readonly trace?: string
  readonly end?: TurnEnd
}

export interface Message {
  readonly id: string
  readonly conversation: string
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly sources: readonly Source[]
  /** The trace may be gone: only the newest are kept. */
  readonly trace: string | null
  readonly end: TurnEnd | null
  readonly createdAtMs: number
}

export interface Conversations {
  create(): Conversation
  /** Null when there is none. */
  get(id: string): Conversation | null
  /** Last changed first. */
  list(limit: number): Conversation[]
  /** Durable when it returns. Throws `not-found`. */
  append(conversation: string, message: NewMessage): Message
  /** The last `limit` messages, oldest first. Empty for a conversation that does not exist. */
  messages(conversation: string, limit: number): Message[]
  /** With its messages and traces, from the files too. False when there was none. */
  remove(id: string): boolean
}

export function createConversations(db: Db, clock: Pick<Clock, 'now'>, random?: RandomInt): Conversations {
  const get = (id: string) => selectConversations(db, 'WHERE id = ?', id)[0] ?? null
  return {
    get,
    list: (limit) => selectConversations(db, 'ORDER BY changed_at_ms DESC, rowid DESC LIMIT ?', limit),
    create() {
      const id = makeId(clock, random)
      const now = clock.now()
      const sql = 'INSERT INTO conversations (id, created_at_ms, changed_at_ms) VALUES (?, ?, ?)'
      writeTransaction(db, () => db.prepare(sql).run(id, now, now))
      return { id, createdAtMs: now, changedAtMs: now, firstText: null }
    },
    append: (conversation, message) =>
      writeTransaction(db, () => insertMessage(db, conversation, message, clock, random)),
    messages: (conversation, limit) => selectMessages(db, conversation, limit),
    remove: (id) =>
      eraseTransaction(db, () => db.prepare('DELETE FROM conversations WHERE id = ?').run(id).changes > 0),
  }
}

function selectConversations(db: Db, rest: string, parameter: string | number): Conversation[] {
  const firstText = `(SELECT text FROM messages WHERE conversation_id = conversations.id AND role = 'user'
    ORDER BY position LIMIT 1) AS first_text`
  return db
    .prepare(`SELECT id, created_at_ms, changed_at_ms, ${firstText} FROM conversations ${rest}`)
    .all(parameter)
    .map((raw) => {
      const row = parseRow('conversations', ConversationRow, raw)
      return {
        id: row.id,
        createdAtMs: row.created_at_ms,
        changedAtMs: row.changed_at_ms,
        firstText: row.first_text,
      }
    })
}

const messageColumns = 'id, conversation_id, role, text, sources, trace_id, turn_end, created_at_ms'

function selectMessages(db: Db, conversation: string, limit: number): Message[] {
  return db
    .prepare(
      `SELECT ${messageColumns} FROM messages WHERE conversation_id = ? ORDER BY position DESC LIMIT ?`,
    )
    .all(conversation, limit)
    .map(toMessage)
    .reverse()
}

function insertMessage(
  db: Db,
  conversation: string,
  message: NewMessage,
  clock: Pick<Clock, 'now'>,
  random: RandomInt | undefined,
): Message {
  const now = clock.now()
  const known = db
    .prepare('UPDATE conversations SET changed_at_ms = ? WHERE id = ?')
    .run(now, conversation).changes
  if (known === 0) {
    throw new PixieError('not-found', {
      what: 'There is no such conversation',
      value: conversation,
      hint: 'Leave out --conversation to begin a new one.',
    })
  }
  const row = db
    .prepare(
      `INSERT INTO messages (${messageColumns}, position)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?,
         (SELECT ifnull(max(position), 0) + 1 FROM messages WHERE conversation_id = ?))
       RETURNING ${messageColumns}`,
    )
    .get(
      makeId(clock, random),
      conversation,
      message.role,
      message.text,
      JSON.stringify(message.sources ?? []),
      message.trace ?? null,
      message.end ?? null,
      now,
      conversation,
    )
  return toMessage(row)
}

function toMessage(raw: unknown): Message {
  const row = parseRow('messages', MessageRow, raw)
  return {
    id: row.id,
    conversation: row.conversation_id,
    role: row.role,
    text: row.text,
    sources: row.sources,
    trace: row.trace_id,
    end: row.turn_end,
    createdAtMs: row.created_at_ms,
  }
}
