/** The mentions of a text that is being written: after a change only the blocks that it touched are read again. */
import { type Mention, type ParseOptions, parseBlock } from './mention.ts'
import { blockEnd, type OpenFence } from './mention-code.ts'

interface Block {
  readonly length: number
  /** What stands open before it. */
  readonly fence: OpenFence
  /** What stands open after it. */
  readonly fenceAfter: OpenFence
  /** Counted from its start. */
  readonly mentions: readonly Mention[]
}

/** Immutable. */
export interface MentionScan {
  readonly blocks: readonly Block[]
  /** Of the whole text, in order. */
  readonly mentions: readonly Mention[]
}

/** One change: `[from, to)` of the old text became `[from, from + inserted)` of the new. */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly inserted: number
}

export function scanMentions(text: string, options: ParseOptions = {}): MentionScan {
  const blocks: Block[] = []
  let at = 0
  let fence: OpenFence = null
  do {
    const block = readBlock(text, at, fence, options)
    blocks.push(block)
    at += block.length
    fence = block.fenceAfter
  } while (at < text.length)
  return scanOf(blocks)
}

/** The scan of `text`, which is what the scanned text became by `change`. The same as scanning it anew. */
export function rescanMentions(
  scan: MentionScan,
  text: string,
  change: TextChange,
  options: ParseOptions = {},
): MentionScan {
  const starts = startsOf(scan.blocks)
  const delta = change.inserted - (change.to - change.from)
  // The block before is read too: the first line of a block may now go on with it.
  const first = Math.max(0, blockAt(starts, change.from) - 1)
  let at = starts[first] ?? 0
  let fence = scan.blocks[first]?.fence ?? null
  let old = first
  const read: Block[] = []
  while (at < text.length || read.length === 0) {
    const block = readBlock(text, at, fence, options)
    read.push(block)
    at += block.length
    fence = block.fenceAfter
    if (at < change.from + change.inserted) continue
    while (old < starts.length && (starts[old] ?? 0) + delta < at) old += 1
    const isBefore = (starts[old] ?? -1) < change.to
    if (!isBefore && (starts[old] ?? -1) + delta === at && scan.blocks[old]?.fence === fence)
      return scanOf([...scan.blocks.slice(0, first), ...read, ...scan.blocks.slice(old)])
  }
  return scanOf([...scan.blocks.slice(0, first), ...read])
}

function readBlock(text: string, from: number, fence: OpenFence, options: ParseOptions): Block {
  const words = text.slice(from, blockEnd(text, from, fence))
  const { mentions, fence: fenceAfter } = parseBlock(words, fence, options)
  return { length: words.length, fence, fenceAfter, mentions }
}

function scanOf(all: readonly Block[]): MentionScan {
  // What was the whole of an empty text is none of a longer one; the block before a change must be one with words.
  const withWords = all.filter(({ length }) => length > 0)
  const blocks = withWords.length > 0 ? withWords : all.slice(0, 1)
  const mentions: Mention[] = []
  let start = 0
  for (const block of blocks) {
    for (const { slug, from, to } of block.mentions)
      mentions.push({ slug, from: start + from, to: start + to })
    start += block.length
  }
  return { blocks, mentions }
}

function startsOf(blocks: readonly Block[]): number[] {
  let at = 0
  return blocks.map(({ length }) => {
    const start = at
    at += length
    return start
  })
}

/** The last block that starts at or before `position`. */
function blockAt(starts: readonly number[], position: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}
