/** Deleted conversations can be taken back for a while, then they go for good. */
import type { Conversations } from '../conversations/conversations.ts'

export interface Deletions {
  /** Throws `not-found`. */
  delete(conversation: string): void
  /** Throws `not-found` once it is gone for good. */
  restore(conversation: string): void
  /** What is deleted by then goes when the profile is next opened. */
  close(): void
}

const takenBackWithinMs = 10 * 60_000

export function createDeletions(
  conversations: Pick<Conversations, 'delete' | 'restore' | 'remove'>,
  options: { readonly afterMs?: number; onRemoved(): void },
): Deletions {
  const timers = new Map<string, NodeJS.Timeout>()
  const forget = (conversation: string) => {
    clearTimeout(timers.get(conversation))
    timers.delete(conversation)
  }

  function remove(conversation: string): void {
    timers.delete(conversation)
    try {
      conversations.remove(conversation)
      options.onRemoved()
    } catch {
      // Busy or full: it stays hidden, and goes when the profile is next opened.
    }
  }

  return {
    delete(conversation) {
      conversations.delete(conversation)
      const timer = setTimeout(() => remove(conversation), options.afterMs ?? takenBackWithinMs)
      timer.unref()
      timers.set(conversation, timer)
    },
    restore(conversation) {
      conversations.restore(conversation)
      forget(conversation)
    },
    close() {
      for (const conversation of timers.keys()) forget(conversation)
    },
  }
}
