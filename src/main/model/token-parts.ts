/** Which part of a text each of its tokens belongs to. */
import { type LabelledText, textOf } from '../../shared/ledger.ts'
import type { PartRun } from './ledger-book.ts'

/** Tokens that are turned back into text at once, at least. Prompts are long and parts are few. */
const chunkTokens = 128
/** The most tokens that one character may be cut into. */
const longestCharacter = 16
/** How many tokens before it say whether a token's space is shown. */
const tokensBefore = 4

/**
 * A token belongs to the part in which its first character lies; the rest of a character that is cut into several tokens
 * belongs where that character does. Every token is in exactly one run, and the runs are in the order of the text.
 * @param tokens of the text that `pieces` make
 * @param detokenize text of tokens, control tokens visible; `before` are the tokens that precede them
 */
export function splitTokens<Token>(
  pieces: readonly LabelledText[],
  tokens: readonly Token[],
  detokenize: (tokens: readonly Token[], before: readonly Token[]) => string,
): PartRun[] {
  const text = textOf(pieces)
  const ends = endsOf(pieces)
  const last = ends.at(-1)
  if (last === undefined) return tokens.length === 0 ? [] : [{ part: 'format', tokens: tokens.length }]
  const runs: PartRun[] = []
  let at = 0
  for (let from = 0; from < tokens.length; ) {
    const before = tokens.slice(Math.max(0, from - tokensBefore), from)
    const said = (to: number) => detokenize(tokens.slice(from, to), before)
    const isWhole = (to: number) => text.startsWith(said(to), at)
    /** Where the token begins that comes next. Half a character is shown as a sign that it is one. */
    const offset = (to: number) =>
      at + (isWhole(to) ? said(to).length : said(to).replace(/\uFFFD+$/, '').length)
    const to = chunkEnd(from, tokens.length, isWhole)
    for (let first = from; first < to; ) {
      const here = first === from ? at : offset(first)
      const { part, end } = ends.find((piece) => here < piece.end) ?? last
      const next = end >= text.length ? to : firstAt(first + 1, to, (token) => offset(token) >= end)
      runs.push({ part, tokens: next - first })
      first = next
    }
    at = offset(to)
    from = to
  }
  return runs
}

function endsOf(pieces: readonly LabelledText[]) {
  let end = 0
  return pieces
    .filter(({ text }) => text !== '')
    .map(({ part, text }) => {
      end += text.length
      return { part, end }
    })
}

/** The end of a chunk, not in the middle of a character. */
function chunkEnd(from: number, length: number, isWhole: (to: number) => boolean): number {
  const wanted = Math.min(length, from + chunkTokens)
  for (let to = wanted; to <= Math.min(length, wanted + longestCharacter); to++) if (isWhole(to)) return to
  return wanted
}

/** The smallest number from `low` on for which it holds, `high` at most. Once it holds, it holds for all after it. */
function firstAt(low: number, high: number, holds: (at: number) => boolean): number {
  let [least, most] = [low, high]
  while (least < most) {
    const middle = (least + most) >> 1
    if (holds(middle)) most = middle
    else least = middle + 1
  }
  return least
}
