/** What is said about how an answer ended, beside its own words. */
import type { AnswerView } from './messages.ts'

/** Null when the answer speaks for itself. */
export function endNote({ end, text, error }: AnswerView): string | null {
  const hasText = text.trim() !== ''
  switch (end) {
    case 'stopped':
      return hasText ? 'Stopped. This is what had come.' : 'Stopped before anything was written.'
    case 'interrupted':
      return hasText
        ? 'Pixie was closed in the middle of this answer. This is what had come.'
        : 'Pixie was closed before anything was written.'
    case 'limit':
      return 'Ended because it took too many steps or too long.'
    case 'halted':
      return hasText ? null : 'Ended without an answer.'
    case 'answered':
    case 'not-found':
      return hasText ? null : 'Nothing was written.'
    case 'error':
      return error === null ? 'This did not work.' : null
    case null:
      return null
  }
}

/** Whether the owner is shown a failure with a way to try again. */
export function isFailed({ end, error, isLive }: AnswerView): boolean {
  return !isLive && error !== null && (end === 'error' || end === null)
}
