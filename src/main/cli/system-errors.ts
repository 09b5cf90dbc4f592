import { type ErrorCode, PixieError } from '../../shared/errors.ts'

const known: Readonly<Record<string, { code: ErrorCode; what: string; hint: string }>> = {
  ENOENT: { code: 'not-found', what: 'there is no such file or folder', hint: 'Check the path.' },
  ENOTDIR: { code: 'invalid-input', what: 'a part of the path is not a folder', hint: 'Check the path.' },
  EISDIR: { code: 'invalid-input', what: 'this is a folder, not a file', hint: 'Name a file in it.' },
  EACCES: { code: 'permission-denied', what: 'not allowed', hint: 'Check who may read and write it.' },
  EPERM: { code: 'permission-denied', what: 'not allowed', hint: 'Check who may read and write it.' },
  EROFS: { code: 'permission-denied', what: 'this place is read-only', hint: 'Choose another place.' },
  ENOSPC: { code: 'no-space', what: 'the disk is full', hint: 'Free some space and run it again.' },
  EMFILE: {
    code: 'internal',
    what: 'too many open files',
    hint: 'Raise the limit with ulimit -n and run it again.',
  },
}

/** A refusal of the operating system that no part of Pixie put into words, as a sentence; anything else unchanged. */
export function explainSystemError(error: unknown): unknown {
  if (error instanceof PixieError || !(error instanceof Error) || !('code' in error)) return error
  const sentence = known[String(error.code)]
  if (sentence === undefined) return error
  const value = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  return new PixieError(sentence.code, { what: sentence.what, value, hint: sentence.hint, cause: error })
}
