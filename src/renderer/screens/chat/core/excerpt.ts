/** Marked passages of a text, cut down to what fits a card. */
export interface Part {
  readonly text: string
  readonly isMarked: boolean
}

type Marks = readonly (readonly [number, number])[]

/** The text in pieces, marked and not. Marks that overlap or leave the text are put right. */
export function markedParts(text: string, marks: Marks): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const start = Math.max(at, Math.min(from, text.length))
    const end = Math.max(start, Math.min(to, text.length))
    if (start > at) parts.push({ text: text.slice(at, start), isMarked: false })
    if (end > start) parts.push({ text: text.slice(start, end), isMarked: true })
    at = Math.max(at, end)
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMarked: false })
  return parts
}

/** Words kept before and after what is marked. Characters. */
const around = 60
const most = 420

/** What is marked with a little around it, verbatim; `…` stands where the text goes on. */
export function excerpt(text: string, marks: Marks): Part[] {
  const first = marks.length === 0 ? 0 : Math.min(...marks.map(([from]) => from))
  const last = marks.length === 0 ? 0 : Math.max(...marks.map(([, to]) => to))
  const from = wordStart(text, Math.max(0, first - around))
  const to = wordEnd(text, Math.min(text.length, Math.max(from, Math.min(last + around, from + most))))
  const inside = marks.map(([a, b]): [number, number] => [Math.max(0, a - from), Math.min(b, to) - from])
  const parts = markedParts(text.slice(from, to), inside)
  if (from > 0) parts.unshift({ text: '… ', isMarked: false })
  if (to < text.length) parts.push({ text: ' …', isMarked: false })
  return parts
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
