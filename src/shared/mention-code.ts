/** Where a text is not prose: code spans, fences, URLs. Mentions inside are not mentions. */

/** Half open, in UTF-16 units. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Code spans, fenced blocks and URLs of `text`, rising, possibly touching, found in one pass each. */
export function literalRanges(text: string): Range[] {
  const ranges: Range[] = []
  if (text.includes('`') || text.includes('~~~')) codeRanges(text, ranges)
  urlRanges(text, '://', ranges)
  urlRanges(text, 'www.', ranges)
  return ranges.sort((a, b) => a.from - b.from)
}

interface Line {
  readonly from: number
  /** Without its line break. */
  readonly to: number
}

/** Up to three list or quote marks may stand before a fence. */
const fenceOpen = /^[ \t]*(?:(?:>|[\-*+]|\d{1,9}[.\)])[ \t]+|>){0,3}[ \t]*(`{3,}|~{3,})(.*)$/v
const fenceClose = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/v
/** A line that cannot go on with the paragraph before it, so that no code span crosses its start. */
const blockStart = /^[ \t>]*(?:[\-*+][ \t]|\d{1,9}[.\)][ \t]|#{1,6}[ \t]|$)/v

function codeRanges(text: string, ranges: Range[]): void {
  let blockFrom = 0
  let fence: { mark: string; from: number } | null = null
  for (const line of linesOf(text)) {
    const words = text.slice(line.from, line.to)
    if (fence !== null) {
      const close = fenceClose.exec(words)?.[1]
      if (close?.startsWith(fence.mark) !== true) continue
      ranges.push({ from: fence.from, to: line.to })
      fence = null
      blockFrom = line.to
      continue
    }
    const open = fenceOpen.exec(words)
    const mark = open?.[1]
    if (mark !== undefined && !(mark.startsWith('`') && open?.[2]?.includes('`') === true)) {
      spanRanges(text, blockFrom, line.from, ranges)
      fence = { mark, from: line.from }
    } else if (blockStart.test(words)) {
      spanRanges(text, blockFrom, line.from, ranges)
      blockFrom = line.from
    }
  }
  if (fence !== null) ranges.push({ from: fence.from, to: text.length })
  else spanRanges(text, blockFrom, text.length, ranges)
}

function* linesOf(text: string): Generator<Line> {
  const lineBreak = /\r\n|\n|\r/g
  let from = 0
  for (const found of text.matchAll(lineBreak)) {
    yield { from, to: found.index }
    from = found.index + found[0].length
  }
  yield { from, to: text.length }
}

/** A span opens with a run of backticks and closes with the next run of the same length in its block. */
function spanRanges(text: string, from: number, to: number, ranges: Range[]): void {
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map((found) => ({
    from: from + found.index,
    to: from + found.index + found[0].length,
  }))
  let index = 0
  while (index < runs.length) {
    const open = runs[index]
    index += 1
    if (open === undefined) break
    // A backslash takes the first backtick away from an opening run; inside a span it is only a backslash.
    const openFrom = isEscaped(text, open.from) ? open.from + 1 : open.from
    const length = open.to - openFrom
    const close = runs.findIndex((run, at) => at >= index && run.to - run.from === length)
    const end = runs[close]
    if (end === undefined) continue
    ranges.push({ from: openFrom, to: end.to })
    index = close + 1
  }
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text[index - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

/** Letters of other scripts end a URL, so that Japanese or Thai text may touch one; so do brackets and quotes. */
const urlCharacter = /[\w\-.~:/?#@!$&*+,;=%]*/y

/** From each `mark` (`://`, `www.`) to the end of the URL's characters. */
function urlRanges(text: string, mark: string, ranges: Range[]): void {
  let at = text.indexOf(mark)
  while (at !== -1) {
    urlCharacter.lastIndex = at
    urlCharacter.test(text)
    const to = Math.max(urlCharacter.lastIndex, at + mark.length)
    ranges.push({ from: at, to })
    at = text.indexOf(mark, to)
  }
}
