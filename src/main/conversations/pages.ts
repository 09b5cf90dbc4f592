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

export function pageBefore(
  db: Db,
  conversation: string,
  page: { before: string | null; limit: number },
): MessagePage {
  const seqs = shownSeqs(db, conversation)
  const end = page.before === null ? seqs.length : placeIn(db, seqs, page.before)
  const start = Math.max(0, end - page.limit)
  return {
    messages: messagesAt(db, seqs.slice(start, end)),
    hasEarlier: start > 0,
    hasLater: end < seqs.length,
  }
}

export function pageAround(db: Db, message: Message, limit: number): MessagePage & { conversation: string } {
  const { id, conversation } = message
  writeTransaction(db, () => showWithAncestors(db, id))
  const seqs = shownSeqs(db, conversation)
  const at = placeIn(db, seqs, id)
  const start = Math.max(0, Math.min(at - Math.floor(limit / 2), seqs.length - limit))
  const end = Math.min(seqs.length, start + limit)
  return {
    conversation,
    messages: messagesAt(db, seqs.slice(start, end)),
    hasEarlier: start > 0,
    hasLater: end < seqs.length,
  }
}

function placeIn(db: Db, seqs: readonly number[], message: string): number {
  const at = seqs.indexOf(Number(db.prepare('SELECT seq FROM messages WHERE id = ?').pluck().get(message)))
  return at >= 0 ? at : thrown(noMessage(message))
}
