import { z } from 'zod'
import type { Db } from '../store/database.ts'
import { parseRow } from '../store/rows.ts'
import { firstText } from './search.ts'
import { titleFrom } from './title.ts'

const ConversationRow = z.object({
  id: z.string(),
  title: z.string().nullable(),
  pinned: z.int(),
  created_at_ms: z.int(),
  changed_at_ms: z.int(),
  first_text: z.string().nullable(),
  has_draft: z.int(),
})

export interface Conversation {
  readonly id: string
  /** What the owner called it, else the first words of the first question. */
  readonly title: string
  readonly isPinned: boolean
  readonly createdAtMs: number
  /** When the last message came. */
  readonly changedAtMs: number
  readonly hasDraft: boolean
}

export function selectConversations(db: Db, rest: string, parameter: string | number): Conversation[] {
  return db
    .prepare(
      `SELECT c.id, c.title, c.pinned, c.created_at_ms, c.changed_at_ms, ${firstText} AS first_text,
         EXISTS (SELECT 1 FROM drafts d WHERE d.conversation_id = c.id) AS has_draft
       FROM conversations c WHERE c.deleted_at_ms IS NULL ${rest}`,
    )
    .all(parameter)
    .map((raw) => {
      const row = parseRow('conversations', ConversationRow, raw)
      return {
        id: row.id,
        title: row.title ?? titleFrom(row.first_text),
        isPinned: row.pinned === 1,
        createdAtMs: row.created_at_ms,
        changedAtMs: row.changed_at_ms,
        hasDraft: row.has_draft === 1,
      }
    })
}

export function touch(db: Db, conversation: string, nowMs: number): void {
  db.prepare('UPDATE conversations SET changed_at_ms = ? WHERE id = ?').run(nowMs, conversation)
}
