/** Parts of the shown messages, for a screen that does not hold all of them. */
import type { Db } from '../store/database.ts'
import { writeTransaction } from '../store/writers.ts'
import type { Message } from './message.ts'
import { noMessage, thrown } from './refusals.ts'
import { findMessage, messagesAt, shownSeqs, showWithAncestors } from './tree.ts'

export interface MessagePage {
  /** Oldest first. */
  readonly messages: Message[]
  readonly hasEarlier: boolean
  readonly hasLater: boolean
}

/** A message of a conversation that is not deleted. */
export function visible(db: Db, id: string): Message | null {
  const sql = `SELECT 1 FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ? AND c.deleted_at_ms IS NULL`
  return db.prepare(sql).get(id) === undefined ? null : findMessage(db, id)
}

export const demandMessage = (db: Db, id: string): Message => visible(db, id) ?? thrown(noMessage(id))

export interface PlaceOfPage {
  readonly before: string | null
  /** Given, it is what counts. */
  readonly after?: string | undefined
  readonly limit: number
}

export function pageAt(db: Db, conversation: string, { before, after, limit }: PlaceOfPage): MessagePage {
  const seqs = shownSeqs(db, conversation)
  if (after !== undefined) {
    const start = placeIn(db, seqs, after) + 1
    return pageOf(db, seqs, start, start + limit)
  }
  const end = before === null ? seqs.length : placeIn(db, seqs, before)
  return pageOf(db, seqs, Math.max(0, end - limit), end)
}

export function pageAround(db: Db, message: Message, limit: number): MessagePage & { conversation: string } {
  const { id, conversation } = message
  writeTransaction(db, () => showWithAncestors(db, id))
  const seqs = shownSeqs(db, conversation)
  const at = placeIn(db, seqs, id)
  const start = Math.max(0, Math.min(at - Math.floor(limit / 2), seqs.length - limit))
  return { conversation, ...pageOf(db, seqs, start, start + limit) }
}

const pageOf = (db: Db, seqs: readonly number[], start: number, end: number): MessagePage => ({
  messages: messagesAt(db, seqs.slice(start, end)),
  hasEarlier: start > 0,
  hasLater: end < seqs.length,
})

function placeIn(db: Db, seqs: readonly number[], message: string): number {
  const at = seqs.indexOf(Number(db.prepare('SELECT seq FROM messages WHERE id = ?').pluck().get(message)))
  return at >= 0 ? at : thrown(noMessage(message))
}
