import { readFileSync, statSync } from 'node:fs'
import { PixieError } from '../../shared/errors.ts'

/** What a person writes for a model to read is far below this. In bytes. */
const maxBytes = 1024 * 1024

/**
 * A text file byte for byte, a byte order mark included. `what` names it in errors: `this skill`.
 * Throws `unreadable` when it is missing, no file, too big, or not UTF-8.
 */
export function readTextFile(path: string, what: string): string {
  const bytes = readBytes(path, what)
  if (bytes === null) throw unreadable(what, path, `It is larger than ${maxBytes} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw unreadable(what, path, 'It is not UTF-8 text; save it as UTF-8.', cause)
  }
}

function readBytes(path: string, what: string): Buffer | null {
  try {
    return statSync(path).size > maxBytes ? null : readFileSync(path)
  } catch (cause) {
    throw unreadable(what, path, 'Check that it is a file that exists and that you may read it.', cause)
  }
}

function unreadable(what: string, value: string, hint: string, cause?: unknown): PixieError {
  return new PixieError('unreadable', { what: `cannot read ${what}`, value, hint, cause })
}
