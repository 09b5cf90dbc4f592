import type { Db } from '../../store/database.ts'
import { insertMessage } from '../tree.ts'

/** A chain of messages, questions and answers in turn, without a walk over the conversation for each; gives their ids. */
export function fill(db: Db, conversation: string, texts: readonly string[]): string[] {
  const ids = texts.map((_, i) => `${conversation}-${i}`)
  db.transaction(() => {
    for (const [i, text] of texts.entries())
      insertMessage(db, {
        id: ids[i] ?? '',
        conversation,
        parent: ids[i - 1] ?? null,
        role: i % 2 === 0 ? 'user' : 'assistant',
        text,
        ...(i % 2 === 0 ? {} : { end: 'answered' as const }),
        createdAtMs: i,
        runner: null,
      })
  })()
  return ids
}
