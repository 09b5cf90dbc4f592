/** A file as lines of bytes, streamed, with line numbers. */

export interface ByteLine {
  /** Counted from 1. */
  readonly line: number
  /** Without its LF; null when the line is longer than the limit. */
  readonly bytes: Uint8Array | null
}

/** A longer line is no record of anybody's life. In bytes. */
const maximumLine = 32 * 1024 * 1024
const newline = 0x0a
const byteOrderMark = '\ufeff'

/** Breaks at LF; a CR before it stays. Reads no more than one line ahead. */
export async function* byteLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ByteLine> {
  let pending: Uint8Array[] = []
  let pendingLength = 0
  let line = 1
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      yield { line, bytes: joined([...pending, chunk.subarray(from, at)]) }
      pending = []
      pendingLength = 0
      line += 1
      from = at + 1
    }
    if (from === chunk.length) continue
    pendingLength += chunk.length - from
    // Beyond the limit only the length matters.
    if (pendingLength <= maximumLine) pending.push(chunk.subarray(from))
    else pending = [new Uint8Array(maximumLine + 1)]
  }
  if (pendingLength > 0) yield { line, bytes: joined(pending) }
}

function joined(parts: readonly Uint8Array[]): Uint8Array | null {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length > maximumLine) return null
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type TextLine =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly reason: string }

/** The same as text. A byte order mark at the start of the file is left out; a line that is not UTF-8 has a reason instead. */
export async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  for await (const { line, bytes } of byteLines(chunks)) {
    if (bytes === null) yield { line, reason: `the line is longer than ${maximumLine} bytes` }
    else yield decoded(line, bytes)
  }
}

function decoded(line: number, bytes: Uint8Array): TextLine {
  try {
    const text = utf8.decode(bytes)
    return { line, text: line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text }
  } catch {
    return { line, reason: 'the line is not UTF-8 text' }
  }
}
