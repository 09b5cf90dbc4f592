import { parse } from 'csv-parse/sync'
import { PixieError } from '../../../shared/errors.ts'
import type { MemoryKind } from '../memory-line.ts'
import { textLines } from './byte-lines.ts'
import { type ImportedRecord, mapFields, recordOf, short } from './records.ts'

export type Delimiter = ',' | ';' | '\t'

/** A field in quotes that runs over more lines than this was never closed. */
const longestField = 2000

/**
 * CSV with a header row that names its columns by their usual names; `,`, `;` or tab. Fields in quotes may hold line
 * breaks. A quote that is never closed costs its own line only. Throws `invalid-input` when no column holds text.
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  context: { zone: string; kind: MemoryKind; file: string },
): AsyncGenerator<ImportedRecord> {
  let header: { columns: readonly string[]; delimiter: Delimiter } | null = null
  for await (const row of rows(chunks)) {
    if ('reason' in row) {
      yield row
      continue
    }
    if (row.text.trim() === '') continue
    if (header === null) {
      header = readHeader(row.text, context.file)
      continue
    }
    yield { line: row.line, ...csvRecord(row.text, header, context) }
  }
}

function csvRecord(
  text: string,
  header: { columns: readonly string[]; delimiter: Delimiter },
  context: { zone: string; kind: MemoryKind },
): { record: Exclude<ReturnType<typeof recordOf>, string> } | { reason: string } {
  const fields = fieldsOf(text, header.delimiter)
  if (fields === null) return { reason: 'a quote in it is never closed' }
  if (fields.length > header.columns.length) return { reason: 'it has more fields than the header row' }
  const values = Object.fromEntries(header.columns.map((name, i) => [name, fields[i]]))
  const record = recordOf(values, mapFields(header.columns), context)
  return typeof record === 'string' ? { reason: record } : { record }
}

/** The header row, or null when it names no column that holds text. */
export function csvHeader(line: string): { columns: readonly string[]; delimiter: Delimiter } | null {
  for (const delimiter of [',', ';', '\t'] as const) {
    const columns = fieldsOf(line, delimiter) ?? []
    if (mapFields(columns).text !== undefined) return { columns, delimiter }
  }
  return null
}

function readHeader(line: string, file: string): { columns: readonly string[]; delimiter: Delimiter } {
  const header = csvHeader(line)
  if (header !== null) return header
  throw new PixieError('invalid-input', {
    what: `No column of this CSV file is named "text", "message" or "body"; its first row is: ${short(line)}`,
    value: file,
    hint: 'Add a header row such as: kind,who,at,text',
  })
}

/** Null when a quote is not closed. */
function fieldsOf(text: string, delimiter: Delimiter): string[] | null {
  try {
    const [fields = []] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: '\n',
    })
    return fields
  } catch {
    return null
  }
}

interface Line {
  readonly line: number
  readonly text: string
}
type Row = Line | { readonly line: number; readonly reason: string }

/**
 * Physical lines joined to rows. Where a quote turns out never to have been closed (it runs too long, to the end of
 * the file, or up to another that opens a field), its line is a row by itself and the next ones are read again.
 */
async function* rows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  let held: Line[] = []
  for await (const each of textLines(chunks)) {
    if ('reason' in each) {
      yield each
      continue
    }
    const state = quoteAfter(each.text, held.length > 0)
    held.push(each)
    if (state === 'closed') {
      yield rowOf(held)
      held = []
    } else if (state === 'broken' || held.length > longestField) {
      const again = withoutFirst(held)
      yield* again.rows
      held = again.held
    }
  }
  while (held.length > 0) {
    const again = withoutFirst(held)
    yield* again.rows
    held = again.held
  }
}

/** The first line as a row by itself, the next ones read anew. */
function withoutFirst(lines: readonly Line[]): { rows: Row[]; held: Line[] } {
  const again = group(lines.slice(1))
  return { rows: [rowOf(lines.slice(0, 1)), ...again.rows], held: again.held }
}

/** Rows of these lines, and the lines at their end whose quote is still open. */
function group(lines: readonly Line[]): { rows: Row[]; held: Line[] } {
  const done: Row[] = []
  let first = 0
  let state: QuoteState = 'closed'
  for (let i = 0; i < lines.length; i++) {
    state = quoteAfter(lines[i]?.text ?? '', state === 'open')
    if (state === 'open') continue
    const end = state === 'broken' ? first : i
    done.push(rowOf(lines.slice(first, end + 1)))
    i = end
    first = end + 1
    state = 'closed'
  }
  return { rows: done, held: lines.slice(first) }
}

function rowOf(lines: readonly Line[]): Line {
  const text = lines.map((each) => each.text).join('\n')
  return { line: lines[0]?.line ?? 0, text: text.replace(/\r$/, '') }
}

/** `broken`: the quote that closes a field of an earlier line stands where only one that opens a field can. */
type QuoteState = 'closed' | 'open' | 'broken'

const separators = ',;\t\r'

/** A quote opens a field only at its start; a doubled one inside is a character. */
function quoteAfter(line: string, openBefore: boolean): QuoteState {
  let isOpen = openBefore
  let isEarlier = openBefore
  let isStart = !openBefore
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i)
    if (isOpen && character === '"') {
      if (line[i + 1] === '"') i += 1
      else {
        const next = line[i + 1]
        if (isEarlier && next !== undefined && !separators.includes(next)) return 'broken'
        isOpen = false
        isEarlier = false
      }
    } else if (!isOpen && character === '"' && isStart) isOpen = true
    isStart = !isOpen && separators.includes(character)
  }
  return isOpen ? 'open' : 'closed'
}
