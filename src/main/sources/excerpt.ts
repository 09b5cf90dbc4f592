import type { Mark } from './find-quote.ts'

export interface Excerpt {
  /** Verbatim. */
  readonly text: string
  /** In `text`. */
  readonly marks: Mark[]
  /** Whether something was left out before or after. */
  readonly isExcerpt: boolean
}

/** Shown before the first and after the last mark, in UTF-16 units. */
const around = 4000
/** Longest excerpt: marks that lie further apart are shown from the first on. */
const longest = 40_000

/** The part of a text around its marks, in whole lines where they are not too long; the beginning when there are none. */
export function excerptOf(text: string, marks: readonly Mark[]): Excerpt {
  const first = marks[0]?.[0] ?? 0
  const last = marks.at(-1)?.[1] ?? 0
  const from = lineStart(text, Math.max(0, first - around), first)
  const to = lineEnd(text, Math.min(text.length, last + around, from + longest), last)
  return {
    text: text.slice(from, to),
    marks: marks.filter(([, end]) => end <= to).map(([start, end]): Mark => [start - from, end - from]),
    isExcerpt: from > 0 || to < text.length,
  }
}

function lineStart(text: string, at: number, before: number): number {
  if (at === 0) return 0
  const line = text.indexOf('\n', at)
  return line >= 0 && line < before ? line + 1 : wholeCharacter(text, at)
}

function lineEnd(text: string, at: number, after: number): number {
  if (at >= text.length) return text.length
  const line = text.lastIndexOf('\n', at)
  return line > after ? line : wholeCharacter(text, at)
}

function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at
}
