import { atOnce, type Steps } from '../../shared/steps.ts'
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
  /** It has the kind of value that is asked for. */
  readonly isWanted: boolean
}

export interface Beside {
  readonly title?: string
  readonly isWanted?: ((line: string) => boolean) | null
}

type CountTokens = (text: string) => number

/** Words never come to so many characters a token; what has more is not counted, since counting takes long. */
const longestToken = 32
/** A sentence that is longer than so many characters for each token is cut between words. */
const usualToken = 4
/** What a line with the kind of value that is asked for is worth, in shares of the terms' weight. */
const wantedGain = 0.15
const sentence = /[^.!?。！？]+[.!?。！？]*\s*/g

/** Null when they are more. */
function tokensUpTo(text: string, maxTokens: number, countTokens: CountTokens): number | null {
  if (text.length > maxTokens * longestToken) return null
  const tokens = countTokens(text)
  return tokens > maxTokens ? null : tokens
}

/** Sentence by sentence, of a line that is longer than a whole passage: a paragraph in one line. */
function* piecesOf(line: string, maxTokens: number): Generator<{ text: string; from: number }> {
  const longest = maxTokens * usualToken
  const words = new RegExp(`.{1,${longest}}(?:\\s+|$)|.{1,${longest}}`, 'gsu')
  for (const { 0: text, index } of line.matchAll(sentence)) {
    if (text.length <= longest) yield { text, from: index }
    else for (const cut of text.matchAll(words)) yield { text: cut[0], from: index + cut.index }
  }
}

function* linesOf(
  text: string,
  terms: readonly WeightedTerm[],
  countTokens: CountTokens,
  maxTokens: number,
  isWanted: (line: string) => boolean,
): Steps<Line[]> {
  const lines: Line[] = []
  const add = (piece: { text: string; from: number }, tokens: number) =>
    lines.push({
      ...piece,
      tokens: tokens + 1,
      held: heldTerms(piece.text, terms),
      isWanted: isWanted(piece.text),
    })
  for (const { 0: line, index } of text.matchAll(/[^\n\f]+/g)) {
    if (line.trim() === '') continue
    const tokens = tokensUpTo(line, maxTokens, countTokens)
    if (tokens !== null) add({ text: line, from: index }, tokens)
    else
      for (const piece of piecesOf(line, maxTokens)) {
        add({ text: piece.text, from: index + piece.from }, countTokens(piece.text))
        yield
      }
    yield
  }
  return lines
}

/**
 * The run of lines, at most `maxTokens` long, that holds most of the terms' weight; the earliest of equals. The line
 * above the first hit comes along when it fits, since headings name what the next line says. The whole text when it fits.
 * @param beside `title` is read beside whichever lines are taken, so that these need not say again what it says;
 *   `isWanted` tells lines with the kind of value that is asked for: of like runs one with such a line is taken
 */
export function* passageSteps(
  text: string,
  terms: readonly WeightedTerm[],
  countTokens: CountTokens,
  maxTokens: number,
  { title = '', isWanted = null }: Beside = {},
): Steps<Passage> {
  if (tokensUpTo(text, maxTokens, countTokens) !== null)
    return { text: text.trim(), from: text.length - text.trimStart().length }
  const lines = yield* linesOf(text, terms, countTokens, maxTokens, isWanted ?? (() => false))
  const inTitle = heldTerms(title, terms)
  let best = { first: 0, last: 0, score: -1 }
  for (const first of lines.keys()) {
    const last = lastOfWindow(lines, first, maxTokens)
    const score = windowScore(lines.slice(first, last + 1), terms, inTitle)
    if (score > best.score) best = { first, last, score }
    yield
  }
  const start = lines[best.first]
  const end = lines[best.last]
  if (start === undefined || end === undefined) return { text: '', from: 0 }
  return { text: text.slice(start.from, end.from + end.text.length).trim(), from: start.from }
}

export const choosePassage = (...parts: Parameters<typeof passageSteps>): Passage =>
  atOnce(passageSteps(...parts))

function lastOfWindow(lines: readonly Line[], first: number, maxTokens: number): number {
  let last = first
  let tokens = lines[first]?.tokens ?? 0
  for (
    let next = lines[last + 1];
    next !== undefined && tokens + next.tokens <= maxTokens;
    next = lines[last + 1]
  ) {
    tokens += next.tokens
    last++
  }
  return last
}

/** Coverage of the window, and a little for its best line, for terms near its middle, so that hits are not cut off, and for the value. */
function windowScore(lines: readonly Line[], terms: readonly WeightedTerm[], inTitle: number): number {
  if (terms.length === 0) return 0
  const perLine = lines.map(({ held }) => shareOf(held, terms))
  const peak = Math.max(...perLine)
  const at = perLine.indexOf(peak)
  const centred = 1 - Math.abs(at / Math.max(lines.length - 1, 1) - 0.3)
  const inAll = lines.reduce((held, line) => held | line.held, inTitle)
  const wanted = lines.some(({ isWanted }) => isWanted) ? wantedGain : 0
  return shareOf(inAll, terms) + 0.1 * peak + (peak > 0 ? 0.02 * centred : 0) + wanted
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
