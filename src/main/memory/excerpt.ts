/** A long text is shown up to here, in UTF-16 units: a screenful. */
const excerptLength = 1200
/** Kept before the first mark of an excerpt. */
const lead = 240

export interface Excerpt {
  readonly text: string
  readonly isExcerpt: boolean
  readonly marks: [number, number][]
}

/** The part of a text around its first mark, verbatim, with the marks in it; a short text whole. */
export function excerpt(text: string, marks: readonly (readonly [number, number])[]): Excerpt {
  if (text.length <= excerptLength)
    return { text, isExcerpt: false, marks: marks.map(([from, to]) => [from, to]) }
  const first = marks[0]?.[0] ?? 0
  const from = whole(text, Math.min(Math.max(0, first - lead), text.length - excerptLength))
  const to = whole(text, from + excerptLength)
  return {
    text: text.slice(from, to),
    isExcerpt: true,
    marks: marks.flatMap(([start, end]): [number, number][] =>
      start >= from && end <= to ? [[start - from, end - from]] : [],
    ),
  }
}

/** Not in the middle of a character. */
function whole(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at
}
