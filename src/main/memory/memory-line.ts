import { PixieError } from '../../shared/errors.ts'

export const memoryKinds = ['chat', 'journal', 'post', 'message', 'call'] as const
export type MemoryKind = (typeof memoryKinds)[number]

/** One line of the memory log. */
export interface MemoryLine {
  readonly id: string
  readonly kind: MemoryKind
  /** Who said or wrote it; null when unknown. */
  readonly who: string | null
  /** ISO 8601 with offset, in the owner's zone. */
  readonly at: string
  /** Byte for byte as given. */
  readonly text: string
}

/** A line found, with the places of the searched words: `[from, to)` in UTF-16 units of `text`. */
export interface MemoryHit extends MemoryLine {
  readonly ranges: readonly (readonly [number, number])[]
}

export interface NewMemoryLine {
  readonly text: string
  readonly kind: MemoryKind
  readonly who?: string | null | undefined
  /** Milliseconds since 1970 UTC; default now. */
  readonly atMs?: number | undefined
}

/** In bytes of UTF-8; the longest e-mails and journal pages fit many times over. */
const maximumText = 4 * 1024 * 1024
/** In UTF-16 units. */
const maximumWho = 500
/** What a date can hold and print: years 0001–9999. */
const earliestMs = Date.parse('0001-01-02T00:00:00Z')
const latestMs = Date.parse('9999-12-30T00:00:00Z')

/** Why a line cannot be kept as it is, as a plain sentence without the final dot, or null when it can. */
export function refusal(line: NewMemoryLine): string | null {
  if (line.text.trim() === '') return 'it has no text'
  if (Buffer.byteLength(line.text) > maximumText) return `its text is longer than ${maximumText} bytes`
  if ((line.who?.length ?? 0) > maximumWho) return `its sender is longer than ${maximumWho} characters`
  if (!line.text.isWellFormed() || line.who?.isWellFormed() === false) {
    return 'it holds half a character (a lone surrogate) and cannot be kept exactly'
  }
  if (line.atMs !== undefined && !(line.atMs >= earliestMs && line.atMs <= latestMs)) {
    return 'its time is outside the years 1 to 9999'
  }
  return null
}

/** Throws `invalid-input` for a line that cannot be kept as it is. Nothing is ever changed or cut. */
export function assertMemoryLine(line: NewMemoryLine): void {
  const reason = refusal(line)
  if (reason === null) return
  throw new PixieError('invalid-input', {
    what: `This line cannot be kept: ${reason}`,
    value: JSON.stringify(line.text.slice(0, 40)).slice(1, -1),
    hint: 'Nothing was added. Correct it and add it again.',
  })
}
