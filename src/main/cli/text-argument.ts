/** What the commands that keep texts of the owner share. */
import { PixieError } from '../../shared/errors.ts'
import { shorten } from '../search/compact-lines.ts'
import type { CommandInput } from './command.ts'

/**
 * The text of an argument; `-` reads standard input to its end. Nothing is trimmed, not even a last line break or a
 * byte order mark: what comes in is what is kept. Throws `invalid-input` for bytes that are not UTF-8.
 */
export async function textArgument(input: CommandInput, given: string): Promise<string> {
  if (given !== '-') return given
  const chunks: Uint8Array[] = []
  for await (const chunk of input.io.stdinChunks()) {
    input.signal.throwIfAborted()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new PixieError('invalid-input', {
      what: 'Standard input is not UTF-8 text',
      hint: 'Convert it to UTF-8 and try again.',
      cause,
    })
  }
}

/** One of a few words, or null when the option was not given. Throws `usage`. */
export function choice<T extends string>(
  input: CommandInput,
  option: string,
  allowed: readonly T[],
): T | null {
  const given = input.options[option]
  if (given === undefined) return null
  const found = allowed.find((word) => word === given)
  if (found !== undefined) return found
  throw new PixieError('usage', {
    what: `--${option} is none that Pixie knows`,
    value: String(given),
    hint: `Give one of: ${allowed.join(', ')}.`,
  })
}

/** The text of an option, or null when it was not given. */
export function textOption(input: CommandInput, option: string): string | null {
  const given = input.options[option]
  return typeof given === 'string' ? given : null
}

/** In code points: a few lines of a terminal. */
const shownLength = 240

/** A text on one line for people: no line breaks, nothing that drives a terminal. */
export function shownText(text: string): string {
  return shorten(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), shownLength)
}
