import { ReadFault } from './protocol.ts'

/** Control characters no text holds; tab, line feed, form feed, carriage return and escape are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/g
/** Above this share of control characters, bytes that are not UTF-8 are no text. */
const controlShare = 0.01

/**
 * Bytes to text: a byte order mark decides (UTF-8, UTF-16), else UTF-8 when every byte fits, else `fallback`
 * (an encoding label a page claims), else Windows-1252, in which any byte is a character.
 * Throws `ReadFault` for bytes that are no text at all.
 */
export function decodeText(bytes: Uint8Array, fallback: string | null = null): string {
  const marked = byMark(bytes)
  if (marked !== null) return plausible(marked, bytes)
  try {
    return plausible(new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes)
  } catch (error) {
    if (error instanceof ReadFault) throw error
  }
  const text = decodeAs(fallback ?? 'windows-1252', bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  if ((text.match(CONTROL)?.length ?? 0) > text.length * controlShare) throw noText()
  return plausible(text, bytes)
}

function byMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes)
  return null
}

function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return null // a label no decoder knows
  }
}

function plausible(text: string, bytes: Uint8Array): string {
  if (text.includes('\0')) throw noText()
  if (bytes[0] === 0x25 && /^%PDF-\d/.test(text.slice(0, 7))) throw noText()
  return text
}

const noText = () => new ReadFault('skipped', 'not text: the file holds something else than its name says')
