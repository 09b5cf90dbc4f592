import { pageBreak } from './extract/protocol.ts'
import type { FileKind } from './kinds.ts'
import { sumOf, type TermMask, type TermMatcher } from './terms.ts'

export interface Passage {
  /** One line for people and models: the words of the place, white space collapsed, cut with `…`. */
  readonly quote: string
  /** `page 3`, `line 12` or `paragraph 5`. */
  readonly location: string
  /** Terms within the passage. */
  readonly inPassage: TermMask
  /** Terms anywhere in the text. */
  readonly inText: TermMask
}

interface Piece {
  readonly text: string
  readonly mask: TermMask
  readonly line: number
  readonly page: number
  /** Counts lines that are not empty. */
  readonly paragraph: number
}

/** A label on one line and its value on the next belong together. */
const windowPieces = 3
/** A longer line is taken sentence by sentence. In UTF-16 units. */
const longLine = 300
const quoteLength = 180
/** Kept before the first found word of a cut quote. */
const quoteLead = 50

/**
 * The place of a text where most of the terms' values stand close together, from its most telling line on; the
 * earliest of equals.
 * Null when no term stands in it.
 */
export function findPassage(
  text: string,
  kind: FileKind,
  matcher: TermMatcher,
  values: readonly number[],
): Passage | null {
  const pieces = cut(text, matcher)
  let best = { at: -1, value: 0, mask: 0 }
  let inText = 0
  pieces.forEach((piece, at) => {
    inText |= piece.mask
    if (piece.mask === 0) return
    let mask = 0
    for (const near of pieces.slice(at, at + windowPieces)) mask |= near.mask
    // A quarter for its first line, so that of two windows with the same words the denser start wins.
    const value = sumOf(mask, values) + sumOf(piece.mask, values) / 4
    if (value > best.value) best = { at, value, mask }
  })
  if (best.at < 0) return null
  const window = pieces.slice(best.at, best.at + windowPieces)
  const worths = window.map((piece) => sumOf(piece.mask, values))
  const focus = best.at + worths.indexOf(Math.max(...worths))
  const piece = pieces[focus]
  if (piece === undefined) return null
  return {
    quote: quote(pieces.slice(focus, focus + windowPieces), matcher),
    location: locationOf(piece, kind, text),
    inPassage: best.mask,
    inText,
  }
}

function locationOf(piece: Piece, kind: FileKind, text: string): string {
  if (kind === 'pdf' || text.includes(pageBreak)) return `page ${piece.page}`
  return kind === 'docx' ? `paragraph ${piece.paragraph}` : `line ${piece.line}`
}

function cut(text: string, matcher: TermMatcher): Piece[] {
  const pieces: Piece[] = []
  let line = 1
  let page = 1
  let paragraph = 0
  for (const [, content = '', end] of text.matchAll(/([^\r\n\f]*)(\r\n|[\r\n\f]|$)/g)) {
    if (content.trim() !== '') {
      paragraph += 1
      for (const part of content.length > longLine ? sentences(content) : [content])
        pieces.push({ text: part.trim(), mask: matcher(part), line, page, paragraph })
    }
    if (end === pageBreak) page += 1
    else line += 1
  }
  return pieces
}

/** Sentences, none much longer than `longLine`: text without stops is cut at white space. */
function sentences(text: string): string[] {
  return (
    text.match(
      new RegExp(`[^.!?。！？]{1,${longLine}}(?:[.!?。！？]+\\s*|(?=\\s)|$)|[\\s\\S]{1,${longLine}}`, 'g'),
    ) ?? []
  )
}

function quote(pieces: readonly Piece[], matcher: TermMatcher): string {
  const whole = pieces
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
  if (whole.length <= quoteLength) return whole
  const words = [...whole.matchAll(/\S+/g)]
  const firstHit = words.find(([word]) => matcher(word) !== 0)?.index ?? 0
  const from = firstHit + quoteLead < quoteLength ? 0 : wordStart(whole, firstHit - quoteLead)
  const part = whole.slice(from, from + quoteLength).replace(/[\ud800-\udbff]$/, '')
  return `${from > 0 ? '…' : ''}${part.trim()}${from + quoteLength < whole.length ? '…' : ''}`
}

function wordStart(text: string, near: number): number {
  const space = text.indexOf(' ', near)
  return space < 0 || space > near + quoteLead ? near : space + 1
}
