/**
 * The messages of a conversation as a tree. Of those under one parent exactly one is shown; the shown ones from the first
 * on are the conversation as a person sees it. A message is always younger than its parent, so no walk is endless.
 */
import { z } from 'zod'
import { indexText } from '../../shared/fold.ts'
import type { Db } from '../store/database.ts'
import { type Message, messageColumns, type NewMessage, toMessage } from './message.ts'

const Seqs = z.array(z.int())

/** The index is named: left to choose, SQLite takes one that makes each step look at the whole conversation. */
const shownPath = `WITH RECURSIVE path (id, seq) AS (
    SELECT id, seq FROM messages INDEXED BY messages_by_parent
      WHERE conversation_id = @conversation AND parent_id IS NULL AND is_shown = 1
    UNION ALL
    SELECT m.id, m.seq FROM path CROSS JOIN messages m INDEXED BY messages_by_parent
      WHERE m.conversation_id = @conversation AND m.parent_id = path.id AND m.is_shown = 1 AND m.seq > path.seq
  )`

const ancestors = `WITH RECURSIVE above (id, parent_id, seq) AS (
    SELECT id, parent_id, seq FROM messages WHERE id = @message
    UNION ALL
    SELECT m.id, m.parent_id, m.seq FROM above JOIN messages m ON m.id = above.parent_id AND m.seq < above.seq
  )`

/** `seq` of the shown messages, first to last. */
export function shownSeqs(db: Db, conversation: string): number[] {
  return Seqs.parse(
    db.prepare(`${shownPath} SELECT seq FROM path ORDER BY seq`).pluck().all({ conversation }),
  )
}

/** `seq` of a message and all that it follows, first to last. */
export function seqsUpTo(db: Db, message: string): number[] {
  return Seqs.parse(db.prepare(`${ancestors} SELECT seq FROM above ORDER BY seq`).pluck().all({ message }))
}

export function lastShown(db: Db, conversation: string): string | null {
  const id = db
    .prepare(`${shownPath} SELECT id FROM path ORDER BY seq DESC LIMIT 1`)
    .pluck()
    .get({ conversation })
  return typeof id === 'string' ? id : null
}

/** In the order of `seqs`, which rises. */
export function messagesAt(db: Db, seqs: readonly number[]): Message[] {
  return db
    .prepare(
      `SELECT ${messageColumns} FROM messages m WHERE m.seq IN (SELECT value FROM json_each(?)) ORDER BY m.seq`,
    )
    .all(JSON.stringify(seqs))
    .map(toMessage)
}

export function findMessage(db: Db, id: string): Message | null {
  const row = db.prepare(`SELECT ${messageColumns} FROM messages m WHERE m.id = ?`).get(id)
  return row === undefined ? null : toMessage(row)
}

export interface MessageToInsert extends NewMessage {
  readonly id: string
  readonly conversation: string
  readonly parent: string | null
  readonly createdAtMs: number
  /** The process that will write it; null for a message that is whole. */
  readonly runner: string | null
}

/** Becomes the shown version under its parent. Call inside a write transaction. */
export function insertMessage(db: Db, message: MessageToInsert): Message {
  hideVersions(db, message.conversation, message.parent)
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO messages (id, conversation_id, parent_id, is_shown, role, text, sources, trace_id, turn_end,
         created_at_ms, runner, attachment, details)
       VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, '{}')`,
    )
    .run(
      message.id,
      message.conversation,
      message.parent,
      message.role,
      message.text,
      JSON.stringify(message.sources ?? []),
      message.trace ?? null,
      message.end ?? null,
      message.createdAtMs,
      message.runner,
      message.attachment ? JSON.stringify(message.attachment) : null,
    )
  const seq = Number(lastInsertRowid)
  if (message.runner === null) indexMessage(db, seq, message.text)
  return toMessage(db.prepare(`SELECT ${messageColumns} FROM messages m WHERE m.seq = ?`).get(seq))
}

/** Makes the words of a message that is whole findable. Call inside a write transaction, once a message. */
export function indexMessage(db: Db, seq: number, text: string): void {
  db.prepare('INSERT INTO messages_index (rowid, text) VALUES (?, ?)').run(seq, indexText(text))
}

function hideVersions(db: Db, conversation: string, parent: string | null): void {
  db.prepare(
    'UPDATE messages SET is_shown = 0 WHERE conversation_id = ? AND parent_id IS ? AND is_shown = 1',
  ).run(conversation, parent)
}

/** Shows a message in place of its other versions. Call inside a write transaction. */
export function show(
  db: Db,
  { id, conversation, parent }: Pick<Message, 'id' | 'conversation' | 'parent'>,
): void {
  hideVersions(db, conversation, parent)
  db.prepare('UPDATE messages SET is_shown = 1 WHERE id = ?').run(id)
}

/** `seq` of those of a message and all that it follows that another version stands in place of. */
export function hiddenUpTo(db: Db, message: string): number[] {
  const sql = 'SELECT seq FROM messages WHERE seq IN (SELECT value FROM json_each(?)) AND is_shown = 0'
  return Seqs.parse(
    db
      .prepare(sql)
      .pluck()
      .all(JSON.stringify(seqsUpTo(db, message))),
  )
}

/** Brings a message and all that it follows into the shown path. Call inside a write transaction. */
export function showWithAncestors(db: Db, message: string): void {
  for (const above of messagesAt(db, hiddenUpTo(db, message))) show(db, above)
}

/** The version with this number beside a message, or null. */
export function versionOf(db: Db, { conversation, parent }: Message, number: number): Message | null {
  const row = db
    .prepare(
      `SELECT ${messageColumns} FROM messages m WHERE m.conversation_id = ? AND m.parent_id IS ?
       ORDER BY m.seq LIMIT 1 OFFSET ?`,
    )
    .get(conversation, parent, number - 1)
  return row === undefined ? null : toMessage(row)
}

/** How many exchanges with a reply stand before a message. */
export function countExchanges(db: Db, seqs: readonly number[]): number {
  return z.int().parse(
    db
      .prepare(
        `SELECT count(*) FROM messages
         WHERE seq IN (SELECT value FROM json_each(?)) AND role = 'assistant' AND octet_length(text) > 0`,
      )
      .pluck()
      .get(JSON.stringify(seqs)),
  )
}
