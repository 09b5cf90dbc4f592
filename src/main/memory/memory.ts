import { PixieError } from '../../shared/errors.ts'
import { highlightRanges, matchExpression } from '../../shared/fold.ts'
import type { Clock } from '../../shared/time.ts'
import { isoTime } from '../iso-time.ts'
import { newLineId } from '../line-id.ts'
import { type Scored, scoreLines } from '../search/found-lines.ts'
import type { Store } from '../store/database.ts'
import { writeTransaction } from '../store/writers.ts'
import type { ImportOptions, ImportReport } from './import/import-file.ts'
import {
  assertMemoryLine,
  type MemoryHit,
  type MemoryKind,
  type MemoryLine,
  type NewMemoryLine,
} from './memory-line.ts'
import {
  countLines,
  countMatching,
  getLine,
  insertLines,
  linesBefore,
  type MemoryRow,
  matchingLines,
} from './memory-rows.ts'

/** The owner's long-term log of chats, journal, posts, messages and calls. Append-only. */
export interface Memory {
  /** Durable when it returns. Throws `invalid-input`. */
  add(line: NewMemoryLine): MemoryLine
  /**
   * Adds the records of a file, in batches of one transaction each; a file imported again adds nothing twice.
   * Bad records are in the report. Throws `unreadable`, `invalid-input` (format), `stopped`; what was added before stays.
   */
  import(file: string, options: ImportOptions): Promise<ImportReport>
  /** Lines with every word of the query, best first, and how many there are. Nothing for a query without words. */
  search(query: string, options?: { limit?: number }): { total: number; hits: MemoryHit[] }
  /** For tools: one full-text search with scores. */
  find(query: string, mode: 'all' | 'any', limit: number): Scored<MemoryLine>[]
  /** Newest first, `limit` lines older than the line `before`; null = from the newest. Throws `not-found`. */
  page(page: { before: string | null; limit: number }): MemoryLine[]
  get(id: string): MemoryLine | null
  /** All lines of the log. */
  count(): number
}

const dayMs = 24 * 3600 * 1000
const defaultSearchLimit = 20
/** After this time half of what age can take from a score is gone: talk ages quickly, a journal slowly. */
const halfLifeMs: Readonly<Record<MemoryKind, number>> = {
  chat: 14 * dayMs,
  message: 30 * dayMs,
  call: 30 * dayMs,
  post: 60 * dayMs,
  journal: 90 * dayMs,
}

export function createMemory({ store, clock }: { store: Store; clock: Clock }): Memory {
  const db = store.pixie
  const toLine = (row: Omit<MemoryRow, 'seq'>): MemoryLine => ({
    id: row.id,
    kind: row.kind,
    who: row.who,
    at: isoTime(row.at_ms, clock.zone),
    text: row.text,
  })
  const find = (query: string, mode: 'all' | 'any', limit: number): Scored<MemoryLine>[] => {
    const match = matchExpression(query, { mode })
    if (match === '') return []
    const candidates = matchingLines(db, match, limit).map((row) => ({
      row,
      searched: `${row.who ?? ''}\n${row.text}`,
      rank: row.rank,
      atMs: row.at_ms,
      seq: row.seq,
    }))
    const scored = scoreLines(candidates, query, {
      nowMs: clock.now(),
      halfLifeMs: ({ row }) => halfLifeMs[row.kind],
    })
    return scored.slice(0, limit).map(({ line, score }) => ({ line: toLine(line.row), score }))
  }
  return {
    add(line) {
      assertMemoryLine(line)
      const row = {
        id: newLineId(),
        kind: line.kind,
        who: line.who === undefined || line.who === '' ? null : line.who,
        at_ms: Math.trunc(line.atMs ?? clock.now()),
        text: line.text,
        importHash: null,
      }
      writeTransaction(db, () => insertLines(db, [row]))
      return toLine(row)
    },
    async import(file, options) {
      // Its readers of foreign formats are not needed before somebody imports.
      const { importFile } = await import('./import/import-file.ts')
      return importFile({ db, clock }, file, options)
    },
    search(query, { limit = defaultSearchLimit } = {}) {
      const match = matchExpression(query, { mode: 'all' })
      if (match === '') return { total: 0, hits: [] }
      const hits = find(query, 'all', limit).map(({ line }) => ({
        ...line,
        ranges: highlightRanges(line.text, query),
      }))
      return { total: countMatching(db, match), hits }
    },
    find,
    page({ before, limit }) {
      const row = before === null ? null : getLine(db, before)
      if (before !== null && row === null)
        throw new PixieError('not-found', {
          what: 'There is no line of the log with this id',
          value: before,
          hint: 'Begin again with the newest lines.',
        })
      return linesBefore(db, row, limit).map(toLine)
    },
    get(id) {
      const row = getLine(db, id)
      return row === null ? null : toLine(row)
    },
    count: () => countLines(db),
  }
}
