import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { PixieError } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time.ts'
import { newLineId } from '../../line-id.ts'
import type { Db } from '../../store/database.ts'
import { writeTransaction } from '../../store/writers.ts'
import { refusal } from '../memory-line.ts'
import { insertLines, type NewMemoryRow } from '../memory-rows.ts'
import { dateOrder, readChatExport } from './chat-export.ts'
import { readCsv } from './csv.ts'
import { guessFormat, headBytes, type ImportFormat, importFormats } from './formats.ts'
import { readJsonJournal } from './json-journal.ts'
import { readJsonLines } from './json-lines.ts'
import { readMbox } from './mbox.ts'
import type { ImportedLine, ImportedRecord } from './records.ts'

export interface ImportOptions {
  /** Default: told by the file's content. */
  readonly format?: ImportFormat | undefined
  readonly signal: AbortSignal
  /** Called now and then with the bytes read so far and the size of the file. */
  onProgress?(readBytes: number, sizeBytes: number): void
}

export interface ImportReport {
  readonly file: string
  readonly format: ImportFormat
  readonly added: number
  /** Good records that were in the log already. */
  readonly duplicates: number
  /** Bad records, all of them. */
  readonly failed: number
  /** The first bad records: where each begins (lines from 1) and why it was left out. */
  readonly errors: readonly { readonly line: number; readonly reason: string }[]
}

const maximumErrors = 1000
/** Records and characters in one transaction: large enough to be quick, small enough to let other writers in. */
const batchRecords = 500
const batchCharacters = 2_000_000

/** See `Memory.import`. */
export async function importFile(
  { db, clock }: { db: Db; clock: Clock },
  file: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const source = await openSource(file, options)
  const format = options.format ?? guessFormat(source.head)
  if (format === null) {
    throw new PixieError('invalid-input', {
      what: 'The format of this file is not one Pixie knows',
      value: file,
      hint: `It reads ${importFormats.join(', ')}; export the data as one of those.`,
      command: '--format FORMAT, where it is one already',
    })
  }
  const report = {
    file,
    format,
    added: 0,
    duplicates: 0,
    failed: 0,
    errors: [] as { line: number; reason: string }[],
  }
  const numbers = occurrences()
  let batch: NewMemoryRow[] = []
  let characters = 0
  const write = async () => {
    options.signal.throwIfAborted()
    const rows = batch
    batch = []
    characters = 0
    const added = writeTransaction(db, () => insertLines(db, rows))
    report.added += added
    report.duplicates += rows.length - added
    await setImmediate()
  }
  try {
    for await (const each of records(source, format, clock, file)) {
      const reason =
        'reason' in each ? each.reason : refusal({ ...each.record, atMs: each.record.atMs ?? undefined })
      if (reason !== null || 'reason' in each) {
        report.failed += 1
        if (report.errors.length < maximumErrors)
          report.errors.push({ line: each.line, reason: reason ?? '' })
        continue
      }
      batch.push(rowOf(each.record, numbers(each.record), clock))
      characters += each.record.text.length
      if (batch.length >= batchRecords || characters >= batchCharacters) await write()
    }
    await write()
  } catch (error) {
    throw explain(error, file, options.signal, report.added)
  }
  return report
}

interface Source {
  /** The beginning of the file, as text for guessing. */
  readonly head: string
  /** The file from its start; may be asked for again. */
  chunks(): AsyncIterable<Uint8Array>
}

async function openSource(file: string, options: ImportOptions): Promise<Source> {
  try {
    const handle = await fs.open(file)
    try {
      const { size } = await handle.stat()
      const head = await handle.read({ buffer: Buffer.alloc(headBytes), position: 0 })
      const text = head.buffer.subarray(0, head.bytesRead).toString('utf8')
      return { head: text, chunks: () => progressing(file, size, options) }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw unreadable(error, file)
  }
}

async function* progressing(
  file: string,
  sizeBytes: number,
  options: ImportOptions,
): AsyncGenerator<Uint8Array> {
  let readBytes = 0
  for await (const chunk of createReadStream(file, { signal: options.signal, highWaterMark: 1 << 18 })) {
    // A stream without an encoding gives Buffers; its type does not say so.
    const bytes = chunk as Buffer
    readBytes += bytes.length
    options.onProgress?.(readBytes, sizeBytes)
    yield bytes
  }
}

async function* records(
  source: Source,
  format: ImportFormat,
  clock: Clock,
  file: string,
): AsyncGenerator<ImportedRecord> {
  const { zone } = clock
  switch (format) {
    case 'jsonl':
      yield* readJsonLines(source.chunks(), { zone, kind: 'message' })
      break
    case 'csv':
      yield* readCsv(source.chunks(), { zone, kind: 'message', file })
      break
    case 'mbox':
      yield* readMbox(source.chunks())
      break
    case 'chat':
      yield* readChatExport(source.chunks(), { zone, order: await dateOrder(source.chunks()) })
      break
    case 'journal':
      yield* readJsonJournal(source.chunks(), { zone, kind: 'journal' })
      break
    default:
      format satisfies never
  }
}

function rowOf(record: ImportedLine, occurrence: number, clock: Clock): NewMemoryRow {
  return {
    id: newLineId(),
    kind: record.kind,
    who: record.who,
    at_ms: Math.trunc(record.atMs ?? clock.now()),
    text: record.text,
    importHash: contentHash(record, occurrence),
  }
}

/**
 * Says which record this is: the first 16 bytes of the SHA-256 of `[kind, who, time in ms or null, text, n]` as JSON,
 * where n counts equal records of one file, so that two times "ok" within a minute stay two.
 */
function contentHash(record: ImportedLine, occurrence: number): Uint8Array {
  const content = JSON.stringify([record.kind, record.who, record.atMs, record.text, occurrence])
  return createHash('sha256').update(content).digest().subarray(0, 16)
}

/** Equal records stand close together; remembering this many different ones finds them without holding a whole file. */
const remembered = 20_000

function occurrences(): (record: ImportedLine) => number {
  const seen = new Map<string, number>()
  return (record) => {
    const key = Buffer.from(contentHash(record, 0)).toString('base64')
    const before = seen.get(key) ?? 0
    seen.delete(key)
    seen.set(key, before + 1)
    const oldest = seen.keys().next()
    if (seen.size > remembered && oldest.done !== true) seen.delete(oldest.value)
    return before
  }
}

function explain(error: unknown, file: string, signal: AbortSignal, added: number): unknown {
  if (signal.aborted) {
    return new PixieError('stopped', {
      what: `The import was stopped after ${added} new lines`,
      value: file,
      hint: 'Import the file again to go on: what is there already is not added twice.',
    })
  }
  return error instanceof Error && 'code' in error && !(error instanceof PixieError)
    ? unreadable(error, file)
    : error
}

function unreadable(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code === null || !/^E[A-Z]+$/.test(code)) return error
  const what =
    code === 'ENOENT'
      ? 'There is no such file'
      : code === 'EISDIR'
        ? 'This is a folder, not a file'
        : 'The file cannot be read'
  return new PixieError('unreadable', {
    what,
    value: file,
    hint: 'Give the path of the exported file.',
    cause: error,
  })
}
