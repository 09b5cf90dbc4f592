/**
 * Every way Pixie refuses something. Branch on `code`, never on a message.
 * The list is closed: adding a code is a decision, and `errors.test.ts` pins it.
 */
export const errorCodes = [
  'usage',
  'not-found',
  'invalid-input',
  'slug-taken',
  'slug-reserved',
  'unknown-mention',
  'skill-in-use',
  'changed-meanwhile',
  'newer-database',
  'damaged-database',
  'database-busy',
  'no-model',
  'unknown-model',
  'model-damaged',
  'download-failed',
  'no-space',
  'no-network',
  'hash-mismatch',
  'not-a-model',
  'source-changed',
  'context-exceeded',
  'engine-failed',
  'stopped',
  'time-limit',
  'permission-denied',
  'unreadable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** What crosses a process border or the command line instead of an exception. */
export interface WireError {
  code: ErrorCode
  message: string
  hint: string
}

/**
 * The one error type Pixie throws on purpose.
 * `what` says what was tried, `value` with which value, `hint` what to do next; together they make
 * `WHAT (VALUE): HINT`, the line the command line prints. A hint holds in the window too, so it names no command;
 * `command` is what the command line adds to it: `pixie skills list`, `--format FORMAT`.
 */
export class PixieError extends Error {
  readonly code: ErrorCode
  readonly what: string
  readonly value: string | null
  readonly hint: string
  readonly command: string | null

  constructor(
    code: ErrorCode,
    parts: {
      what: string
      value?: string | undefined
      hint: string
      command?: string | undefined
      cause?: unknown
    },
  ) {
    super(parts.value === undefined ? parts.what : `${parts.what} (${parts.value})`, {
      cause: parts.cause,
    })
    this.name = 'PixieError'
    this.code = code
    this.what = parts.what
    this.value = parts.value ?? null
    this.hint = parts.hint
    this.command = parts.command ?? null
  }
}

/** The wire form of any thrown value. Unknown errors become `internal`; nothing of their stack crosses. */
export function toWireError(error: unknown): WireError {
  if (error instanceof PixieError) return { code: error.code, message: error.message, hint: error.hint }
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    hint: 'Try again. If it stays, report it.',
  }
}

/** As a person is shown it: what a bug says is for whoever mends it, and may name files of the program. */
export function shownError(error: WireError): WireError {
  return error.code === 'internal' ? { ...error, message: 'Something in Pixie went wrong' } : error
}
