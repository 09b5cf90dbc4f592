import { heldTerms, shareOf, type WeightedTerm } from './coverage.ts'

export interface Passage {
  /** Verbatim part of the text: whole lines. */
  readonly text: string
  /** Where it begins, in UTF-16 units of the text. */
  readonly from: number
}

interface Line {
  readonly text: string
  readonly from: number
  readonly tokens: number
  /** Which terms stand in it, a bit each. */
  readonly held: number
}

function linesOf(
  text: string,
  terms: readonly WeightedTerm[],
  countTokens: (text: string) => number,
  maxTokens: number,
): Line[] {
  const lines: Line[] = []
  for (const match of text.matchAll(/[^\n\f]+/g)) {
    if (match[0].trim() === '') continue
    // A line longer than the whole passage (a paragraph in one line) is taken sentence by sentence.
    const pieces =
      countTokens(match[0]) > maxTokens ? match[0].matchAll(/[^.!?。！？]+[.!?。！？]*\s*/g) : [match]
    for (const piece of pieces) {
      const from = match.index + (piece === match ? 0 : piece.index)
      lines.push({
        text: piece[0],
        from,
        tokens: countTokens(piece[0]) + 1,
        held: heldTerms(piece[0], terms),
      })
    }
  }
  return lines
}

/**
 * The run of lines, at most `maxTokens` long, that holds most of the terms' weight; the earliest of equals. The line
 * above the first hit comes along when it fits, since headings name what the next line says. The whole text when it fits.
 */
export function choosePassage(
  text: string,
  terms: readonly WeightedTerm[],
  countTokens: (text: string) => number,
  maxTokens: number,
): Passage {
  if (countTokens(text) <= maxTokens)
    return { text: text.trim(), from: text.length - text.trimStart().length }
  const lines = linesOf(text, terms, countTokens, maxTokens)
  let best = { first: 0, last: 0, score: -1 }
  for (let first = 0; first < lines.length; first++) {
    const start = lines[first]
    if (start === undefined) break
    let last = first
    let tokens = start.tokens
    for (
      let next = lines[last + 1];
      next !== undefined && tokens + next.tokens <= maxTokens;
      next = lines[last + 1]
    ) {
      tokens += next.tokens
      last++
    }
    const score = windowScore(lines.slice(first, last + 1), terms)
    if (score > best.score) best = { first, last, score }
  }
  const start = lines[best.first]
  const end = lines[best.last]
  if (start === undefined || end === undefined) return { text: '', from: 0 }
  return { text: text.slice(start.from, end.from + end.text.length).trim(), from: start.from }
}

/** Coverage of the window, and a little for its best single line and for terms near its middle, so that hits are not cut off. */
function windowScore(lines: readonly Line[], terms: readonly WeightedTerm[]): number {
  if (terms.length === 0) return 0
  const perLine = lines.map(({ held }) => shareOf(held, terms))
  const peak = Math.max(...perLine)
  const at = perLine.indexOf(peak)
  const centred = 1 - Math.abs(at / Math.max(lines.length - 1, 1) - 0.3)
  const inAll = lines.reduce((held, line) => held | line.held, 0)
  return shareOf(inAll, terms) + 0.1 * peak + (peak > 0 ? 0.02 * centred : 0)
}

/**
 * Where an offset is, in words a person can follow, in the unit of `like` (the file's own best place: `page 3`,
 * `paragraph 5`, `line 12`); lines when the file has none.
 */
export function locate(text: string, from: number, like: string | null): string {
  const before = text.slice(0, from)
  const unit = like?.split(' ')[0]
  if (unit === 'page') return `page ${before.split('\f').length}`
  if (unit === 'paragraph')
    return `paragraph ${before.split('\n').filter((line) => line.trim() !== '').length + 1}`
  return `line ${before.split('\n').length}`
}
