/** Where a text is not prose: code spans, fences, URLs. Mentions inside are not mentions. */

/** Half open, in UTF-16 units. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** What stands open at a place in a text: the fence's mark, or null outside of one. */
export type OpenFence = string | null

export interface Literals {
  /** Rising, possibly touching. */
  readonly ranges: Range[]
  /** At the end of the text. */
  readonly fence: OpenFence
}

/** Code spans, fenced blocks and URLs of `text`, which begins inside `fence`, found in one pass each. */
export function literalsOf(text: string, fence: OpenFence = null): Literals {
  const ranges: Range[] = []
  const isCode = fence !== null || text.includes('`') || text.includes('~~~')
  const openAtEnd = isCode ? codeRanges(text, fence, ranges) : null
  urlRanges(text, '://', ranges)
  urlRanges(text, 'www.', ranges)
  return { ranges: ranges.sort((a, b) => a.from - b.from), fence: openAtEnd }
}

/**
 * Where the first block of `text` ends, from `from` on, the text there being inside `fence`: before the next line that
 * cannot go on with it, after a fence's last line, or at the end. A line without a backtick leaves nothing open and is a
 * block of its own. Blocks can be read one by one with the same outcome.
 */
export function blockEnd(text: string, from: number, fence: OpenFence): number {
  let open = fence
  let isFirst = true
  let mayGoOn = false
  for (const line of linesOf(text, from)) {
    const words = text.slice(line.from, line.to)
    if (open !== null) {
      if (closes(words, open)) return line.next
    } else {
      const mark = opens(words)
      if (!isFirst && (!mayGoOn || mark !== null || blockStart.test(words))) return line.from
      open = mark
      mayGoOn ||= words.includes('`')
    }
    isFirst = false
  }
  return text.length
}

interface Line {
  readonly from: number
  /** Without its line break. */
  readonly to: number
  /** After its line break. */
  readonly next: number
}

/** Up to three list or quote marks may stand before a fence. */
const fenceOpen = /^[ \t]*(?:(?:>|[\-*+]|\d{1,9}[.\)])[ \t]+|>){0,3}[ \t]*(`{3,}|~{3,})(.*)$/v
const fenceClose = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/v
/** A line that cannot go on with the paragraph before it, so that no code span crosses its start. */
const blockStart = /^[ \t>]*(?:[\-*+][ \t]|\d{1,9}[.\)][ \t]|#{1,6}[ \t]|$)/v

/** The mark of the fence that a line opens, or null. */
function opens(words: string): OpenFence {
  const open = fenceOpen.exec(words)
  const mark = open?.[1]
  if (mark === undefined || (mark.startsWith('`') && open?.[2]?.includes('`') === true)) return null
  return mark
}

function closes(words: string, mark: string): boolean {
  return fenceClose.exec(words)?.[1]?.startsWith(mark) === true
}

function codeRanges(text: string, openAtStart: OpenFence, ranges: Range[]): OpenFence {
  let blockFrom = 0
  let fence = openAtStart === null ? null : { mark: openAtStart, from: 0 }
  for (const line of linesOf(text)) {
    const words = text.slice(line.from, line.to)
    if (fence !== null) {
      if (!closes(words, fence.mark)) continue
      ranges.push({ from: fence.from, to: line.to })
      fence = null
      blockFrom = line.to
      continue
    }
    const mark = opens(words)
    if (mark !== null) {
      spanRanges(text, blockFrom, line.from, ranges)
      fence = { mark, from: line.from }
    } else if (blockStart.test(words)) {
      spanRanges(text, blockFrom, line.from, ranges)
      blockFrom = line.from
    }
  }
  if (fence !== null) ranges.push({ from: fence.from, to: text.length })
  else spanRanges(text, blockFrom, text.length, ranges)
  return fence?.mark ?? null
}

function* linesOf(text: string, start = 0): Generator<Line> {
  const lineBreak = /\r\n|\n|\r/g
  lineBreak.lastIndex = start
  let from = start
  for (let found = lineBreak.exec(text); found !== null; found = lineBreak.exec(text)) {
    const next = found.index + found[0].length
    yield { from, to: found.index, next }
    from = next
  }
  yield { from, to: text.length, next: text.length }
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
