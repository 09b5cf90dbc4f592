/** Marked passages of a text, cut down to what fits a card. */
export interface Excerpt {
  readonly text: string
  /** In UTF-16 units `[from, to)` of `text`. */
  readonly marks: readonly (readonly [number, number])[]
}

/** Words kept before and after what is marked. Characters. */
const around = 60
const most = 420

/** What is marked with a little around it, verbatim; `…` stands where the text goes on. */
export function excerpt(text: string, marks: Excerpt['marks']): Excerpt {
  const first = marks.length === 0 ? 0 : Math.min(...marks.map(([from]) => from))
  const last = marks.length === 0 ? 0 : Math.max(...marks.map(([, to]) => to))
  const from = wordStart(text, Math.max(0, first - around))
  const to = wordEnd(text, Math.min(text.length, Math.max(from, Math.min(last + around, from + most))))
  const before = from > 0 ? '… ' : ''
  const after = to < text.length ? ' …' : ''
  const shift = before.length - from
  return {
    text: before + text.slice(from, to) + after,
    marks: marks.map(([a, b]) => [Math.max(from, a) + shift, Math.min(b, to) + shift]),
  }
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.slice(at, at + around / 2).search(/\s/)
  return space === -1 ? wholeCharacter(text, at) : at + space + 1
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.slice(Math.max(0, at - around / 2), at).search(/\s\S*$/)
  return space === -1 ? wholeCharacter(text, at) : Math.max(0, at - around / 2) + space
}

function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at
}
