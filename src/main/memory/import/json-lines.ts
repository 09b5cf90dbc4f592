import type { MemoryKind } from '../memory-line.ts'
import { textLines } from './byte-lines.ts'
import { type ImportedRecord, mapFields, recordOf } from './records.ts'

/** JSON lines: one object a line, fields by their usual names. Blank lines are skipped. */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  context: { zone: string; kind: MemoryKind },
): AsyncGenerator<ImportedRecord> {
  for await (const each of textLines(chunks)) {
    if ('reason' in each) yield each
    else if (each.text.trim() !== '') yield { line: each.line, ...jsonRecord(each.text, context) }
  }
}

/** The text of one JSON object as a line of the log, or why it is none. */
export function jsonRecord(
  text: string,
  context: { zone: string; kind: MemoryKind },
): { record: Exclude<ReturnType<typeof recordOf>, string> } | { reason: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { reason: 'it is not JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { reason: 'it is not a JSON object' }
  }
  const values = Object.fromEntries(Object.entries(value))
  const record = recordOf(values, mapFields(Object.keys(values)), context)
  return typeof record === 'string' ? { reason: record } : { record }
}
