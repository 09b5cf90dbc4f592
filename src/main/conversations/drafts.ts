/** What stands unsent in a composer. `''` stands for the composer of a new conversation. */
import { z } from 'zod'
import type { Db } from '../store/database.ts'
import { eraseTransaction, writeTransaction } from '../store/writers.ts'

const key = (conversation: string | null) => conversation ?? ''

export function readDraft(db: Db, conversation: string | null): string {
  const text = db.prepare('SELECT text FROM drafts WHERE conversation_id = ?').pluck().get(key(conversation))
  return z.string().optional().parse(text) ?? ''
}

/** An empty text removes the draft. True when there was none before and is now, or the other way round. */
export function writeDraft(db: Db, conversation: string | null, text: string, nowMs: number): boolean {
  if (text === '') return eraseTransaction(db, () => removeDraft(db, conversation))
  return writeTransaction(db, () => {
    const isNew = readDraft(db, conversation) === ''
    db.prepare(
      `INSERT INTO drafts (conversation_id, text, saved_at_ms) VALUES (?, ?, ?)
       ON CONFLICT (conversation_id) DO UPDATE SET text = excluded.text, saved_at_ms = excluded.saved_at_ms`,
    ).run(key(conversation), text, nowMs)
    return isNew
  })
}

/** Call inside a write transaction. */
export function removeDraft(db: Db, conversation: string | null): boolean {
  return db.prepare('DELETE FROM drafts WHERE conversation_id = ?').run(key(conversation)).changes > 0
}
