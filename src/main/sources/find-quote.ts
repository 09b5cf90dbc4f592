/** Where a quote stands in a text, also when white space, letters' case or typography changed, or it came in pieces. */
import { foldWithPlaces } from '../../shared/fold-base.ts'

export type Mark = [number, number]

/** Shorter pieces stand in any text by chance. In UTF-16 units without white space. */
const shortestPiece = 8
/** Of the quote's length, what must be found of its pieces to call it found. */
const enoughFound = 0.6

/**
 * `[from, to)` in UTF-16 units of `text`, in order, not overlapping; empty when the quote does not stand in it.
 * @param near where it stood when it was quoted: of several places the nearest is taken
 */
export function findQuote(text: string, quote: string, near = 0): Mark[] {
  const wanted = quote.trim()
  if (wanted === '') return []
  const exact = nearest(text, wanted, near)
  if (exact !== null) return [exact]
  const squeezed = squeeze(text)
  const loose = find(squeezed, squeeze(wanted).text, near)
  return loose !== null ? [loose] : inPieces(squeezed, wanted, near)
}

function nearest(text: string, wanted: string, near: number): Mark | null {
  let best: number | null = null
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (best !== null && Math.abs(at - near) >= Math.abs(best - near)) break
    best = at
  }
  return best === null ? null : [best, best + wanted.length]
}

/** A folded text without white space, and where each unit of it came from. */
interface Squeezed {
  readonly text: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

function squeeze(original: string): Squeezed {
  const { folded, starts, ends } = foldWithPlaces(original)
  const kept: { text: string[]; starts: number[]; ends: number[] } = { text: [], starts: [], ends: [] }
  for (let i = 0; i < folded.length; i++) {
    const unit = folded[i] ?? ''
    if (/\s/.test(unit)) continue
    kept.text.push(unit)
    kept.starts.push(starts[i] ?? 0)
    kept.ends.push(ends[i] ?? 0)
  }
  return { text: kept.text.join(''), starts: kept.starts, ends: kept.ends }
}

/** @param near in the original, as are the places that come back */
function find({ text, starts, ends }: Squeezed, wanted: string, near: number): Mark | null {
  if (wanted === '') return null
  const first = starts.findIndex((start) => start >= near)
  const found = nearest(text, wanted, first < 0 ? text.length : first)
  return found === null ? null : [starts[found[0]] ?? 0, ends[found[1] - 1] ?? 0]
}

/** Lines, and parts around an ellipsis, one after the other. */
function inPieces(squeezed: Squeezed, quote: string, near: number): Mark[] {
  const pieces = quote
    .split(/\n+|…|\.{3}/)
    .map((piece) => squeeze(piece).text)
    .filter((piece) => piece !== '')
  const marks: Mark[] = []
  let found = 0
  let from = near
  for (const piece of pieces.filter(({ length }) => length >= shortestPiece)) {
    const mark = find(squeezed, piece, from)
    if (mark === null || marks.some(([start, end]) => mark[0] < end && start < mark[1])) continue
    marks.push(mark)
    found += piece.length
    from = mark[1]
  }
  const all = pieces.reduce((sum, { length }) => sum + length, 0)
  return found >= enoughFound * all ? marks.sort((a, b) => a[0] - b[0]) : []
}
