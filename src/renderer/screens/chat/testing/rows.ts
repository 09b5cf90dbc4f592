import type { ConversationRow } from '../../../../shared/contract/conversations.ts'

export const nowMs = Date.UTC(2027, 5, 16, 12)

export function row(id: string, title: string, more: Partial<ConversationRow> = {}): ConversationRow {
  return { id, title, isPinned: false, createdAtMs: nowMs, changedAtMs: nowMs, hasDraft: false, ...more }
}
