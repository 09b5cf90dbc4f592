/** Tables in files: the rows that a question is about, each value beside the name of its column. Code, no model. */
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Steps } from '../../shared/steps.ts'
import { heldShare, type WeightedTerm } from './coverage.ts'
import { dayInWords } from './day-words.ts'
import type { WordRange } from './ports.ts'

const tableName = /\.(?:csv|tsv)$/i
const delimiters = [',', ';', '\t', '|'] as const
/** A longer text is read as any other: main waits some 20 ms while one is taken apart. In characters. */
const longestTable = 32_000
/** As many rows are shown as columns and values; of more no one row was meant. */
const mostRows = 4
/** Shares of rows that differ by less are equal. */
const rounding = 1e-9

const Row = z.object({ record: z.array(z.string()), raw: z.string() })

export interface TableRow {
  /** `dose: 2; day: 20-05-2026`, without empty cells. */
  readonly shown: string
  /** Verbatim. */
  readonly line: string
}

export interface RowsMeant {
  /** The line that names the columns, verbatim. */
  readonly heading: string
  readonly rows: readonly TableRow[]
  /** The question tells these rows from the others, but not from each other, and has no further word that could. */
  readonly areAlike: boolean
}

type Days = Pick<WordRange, 'start' | 'end'>

interface Table {
  readonly header: readonly string[]
  /** Verbatim. */
  readonly heading: string
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: string }[]
}

const isNamed = (header: readonly string[]) =>
  header.length > 1 && header.every((cell) => /\p{L}/u.test(cell)) && new Set(header).size === header.length

/** Null for what is no table with a row of names above it. */
function* tableOf(text: string): Steps<Table | null> {
  for (const delimiter of delimiters) {
    yield
    const rows = rowsOf(text, delimiter)
    const [header, ...others] = rows
    if (header === undefined || others.length < 2 || !isNamed(header.cells)) continue
    return { header: header.cells, heading: header.line, rows: others }
  }
  return null
}

/** A row that stands twice is one. */
const distinct = (rows: Table['rows']) => [...new Map(rows.map((row) => [row.line, row])).values()]

function rowsOf(text: string, delimiter: string): Table['rows'] {
  try {
    const options = { delimiter, raw: true, bom: true, trim: true, skip_empty_lines: true } as const
    return z
      .array(Row)
      .parse(parse(text, options))
      .map(({ record, raw }) => ({ cells: record, line: raw.trim() }))
  } catch {
    // Rows of different lengths, or a quote that is never closed: no table of this delimiter.
    return []
  }
}

const isoDay = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g
const isoMonth = /(?<!\d)(\d{4})-(\d{2})(?![-\d])/g
const dayFirst = /(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)/g
/** The days in a text, `YYYY-MM-DD`, of a month its first; of two small numbers the first is the day, unless only the other can be. */
function daysIn(text: string): string[] {
  const found = [
    ...[...text.matchAll(isoDay)].map(([, year, month, day]) => [year, month, day]),
    ...[...text.matchAll(isoMonth)].map(([, year, month]) => [year, month, '01']),
    ...[...text.matchAll(dayFirst)].map(([, one, other, year]) =>
      Number(other) > 12 ? [year, one, other] : [year, other, one],
    ),
  ]
  return found
    .map(([year = '', month = '', day = '']) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    .filter((day) => !Number.isNaN(Date.parse(day)))
}

function rated(row: Table['rows'][number], terms: readonly WeightedTerm[], range: Days | null) {
  const days = daysIn(row.line)
  const words = days.map(dayInWords)
  return {
    row,
    share: heldShare([...row.cells, ...words].join('\n'), terms),
    isInRange: range !== null && days.some((day) => day >= range.start && day <= range.end),
  }
}

/**
 * The rows of a table that hold most of what a question asks, those of the days that it means first. Null for a file that
 * is no table, and where no row says more than the others.
 * @param range what the range words of the question mean
 */
export function* rowsMeant(
  file: { readonly title: string; readonly text: string },
  terms: readonly WeightedTerm[],
  range: Days | null,
): Steps<RowsMeant | null> {
  if (!tableName.test(file.title) || file.text.length > longestTable) return null
  const table = yield* tableOf(file.text)
  if (table === null) return null
  const all: ReturnType<typeof rated>[] = []
  for (const row of distinct(table.rows)) {
    all.push(rated(row, terms, range))
    yield
  }
  const best = Math.max(...all.map(({ share }) => share))
  const alike = all.filter(({ share }) => best - share < rounding)
  const inRange = alike.filter(({ isInRange }) => isInRange)
  const meant = inRange.length > 0 ? inRange : alike
  if (meant.length === all.length || meant.length > mostRows) return null
  const whole = `${file.title}\n${table.header.join('\n')}\n${meant.map(({ row }) => row.line).join('\n')}`
  // What kind of value is asked for tells no row from another.
  const telling = terms.filter(({ isKind }) => !isKind)
  return {
    heading: table.heading,
    rows: meant.map(({ row }) => ({ shown: shownRow(table.header, row.cells), line: row.line })),
    areAlike: meant.length > 1 && heldShare(whole, telling) > 1 - rounding,
  }
}

const shownRow = (header: readonly string[], cells: readonly string[]) =>
  cells.flatMap((cell, i) => (cell === '' ? [] : [`${header[i]}: ${cell}`])).join('; ')
