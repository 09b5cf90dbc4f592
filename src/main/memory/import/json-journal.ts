import type { MemoryKind } from '../memory-line.ts'
import { jsonRecord } from './json-lines.ts'
import type { ImportedRecord } from './records.ts'

/** Keys of the top object whose list holds the records: journals in the manner of Day One, chats of messengers. */
export const listKeys: readonly string[] = ['entries', 'messages', 'items']
const largestObject = 32 * 1024 * 1024

const quote = 0x22
const backslash = 0x5c
const newline = 0x0a
const opening: ReadonlySet<number> = new Set([0x7b, 0x5b])
const closing: ReadonlySet<number> = new Set([0x7d, 0x5d])
const openList = 0x5b
const openObject = 0x7b

/**
 * One JSON document that holds a list of objects: `{"entries": [{…}, …]}` or `[{…}, …]`. Only one object at a time is
 * in memory, and a bad one does not hide the next.
 */
export async function* readJsonJournal(
  chunks: AsyncIterable<Uint8Array>,
  context: { zone: string; kind: MemoryKind },
): AsyncGenerator<ImportedRecord> {
  const cutter = objectCutter()
  for await (const chunk of chunks) {
    for (const { line, text } of cutter.push(chunk)) {
      yield text === null
        ? { line, reason: `the record is longer than ${largestObject} bytes` }
        : { line, ...jsonRecord(text, context) }
    }
  }
  const open = cutter.openLine()
  if (open !== null) yield { line: open, reason: 'the file ends in the middle of this record' }
}

interface Cut {
  readonly line: number
  readonly text: string | null
}

/** Finds the objects of the list in a stream of bytes. Structure only: what is inside is for `JSON.parse`. */
function objectCutter() {
  let line = 1
  let depth = 0
  /** Depth of the objects wanted; 0 until the list begins. */
  let wanted = 0
  let inString = false
  let isEscaped = false
  /** The last string at depth 1, to know which list begins. */
  let key: number[] = []
  let object: { line: number; parts: Uint8Array[]; length: number } | null = null

  const step = (byte: number): 'begins' | 'ends' | null => {
    if (byte === newline) line += 1
    if (inString) {
      if (isEscaped) isEscaped = false
      else if (byte === backslash) isEscaped = true
      else if (byte === quote) inString = false
      else if (depth === 1 && key.length < 64) key.push(byte)
      return null
    }
    if (byte === quote) {
      inString = true
      if (depth === 1) key = []
    } else if (opening.has(byte)) {
      depth += 1
      const isList =
        byte === openList && (depth === 1 || (depth === 2 && listKeys.includes(Buffer.from(key).toString())))
      if (isList && wanted === 0) wanted = depth + 1
      else if (byte === openObject && depth === wanted) return 'begins'
    } else if (closing.has(byte)) {
      depth -= 1
      if (depth === wanted - 1 && object !== null) return 'ends'
      if (depth < wanted - 1) wanted = 0
    }
    return null
  }

  return {
    push(chunk: Uint8Array): Cut[] {
      const cuts: Cut[] = []
      let from = 0
      for (const [at, byte] of chunk.entries()) {
        const event = step(byte)
        if (event === 'begins') {
          object = { line, parts: [], length: 0 }
          from = at
        } else if (event === 'ends' && object !== null) {
          keep(object, chunk.subarray(from, at + 1))
          cuts.push({ line: object.line, text: textOf(object) })
          object = null
        }
      }
      if (object !== null) keep(object, chunk.subarray(from))
      return cuts
    },
    /** Where the object began that the file never finished, or null. */
    openLine: () => object?.line ?? null,
  }
}

function keep(object: { parts: Uint8Array[]; length: number }, part: Uint8Array): void {
  object.length += part.length
  if (object.length <= largestObject) object.parts.push(part)
}

function textOf(object: { parts: Uint8Array[]; length: number }): string | null {
  return object.length > largestObject ? null : new TextDecoder().decode(Buffer.concat(object.parts))
}
