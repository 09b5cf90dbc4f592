import { PixieError } from '../../shared/errors.ts'
import { fold, matchExpression } from '../../shared/fold.ts'
import type { Clock } from '../../shared/time.ts'
import { isoTime } from '../iso-time.ts'
import { newLineId } from '../line-id.ts'
import { type Scored, scoreLines } from '../search/found-lines.ts'
import type { Store } from '../store/database.ts'
import { eraseTransaction, writeTransaction } from '../store/writers.ts'
import { assertLine, type NewLine, type NotebookItem } from './notebook-line.ts'
import {
  deleteLine,
  getLine,
  insertLine,
  linesBefore,
  matchingLines,
  type NotebookRow,
  recentLines,
} from './notebook-rows.ts'

/** A line that a model took out of a text, with the words of the text it rests on. */
export interface DistilledLine extends NewLine {
  readonly quote: string
  readonly sourceText: string
  readonly source: string
}

export interface NotebookSearch {
  /** `all` (default): lines with every word, the last one as still being typed. `any`: some of the words. */
  readonly mode?: 'all' | 'any'
  readonly limit?: number
}

/** The owner's Notebook: facts, a page per person, standing instructions, conversation digests. */
export interface Notebook {
  /** Durable when it returns. Throws `invalid-input` for text that is empty, over 64 kB or not well formed. */
  add(line: NewLine): NotebookItem
  /** As `add`; throws `invalid-input` too when `quote` does not stand in `sourceText` (spacing and typography aside). */
  addDistilled(line: DistilledLine): NotebookItem
  get(id: string): NotebookItem | null
  /** Newest first, `limit` lines older than the line `before`; null = from the newest. Throws `not-found`. */
  page(page: { before: string | null; limit: number }): NotebookItem[]
  /** Newest first. */
  list(options?: { limit?: number }): NotebookItem[]
  /** Best first; a query without words gives the newest lines with score 0. */
  search(query: string, options?: NotebookSearch): Scored<NotebookItem>[]
  /** Removes a line from the database and its index for good. Throws `not-found`. Backups made before still hold it. */
  forget(id: string): void
  /** Puts a line back that this process forgot in the last ten minutes, in its old place. Throws `not-found`. */
  undoForget(id: string): NotebookItem
}

const dayMs = 24 * 3600 * 1000
const defaultSearchLimit = 20
const noLimit = -1
/** A digest is about a conversation and ages; what the owner is or wants does not. */
const digestHalfLifeMs = 30 * dayMs
/** How long, and how many, forgotten lines are remembered so that forgetting can be undone. */
const undoMs = 10 * 60_000
const undoLines = 50

export function createNotebook({ store, clock }: { store: Store; clock: Clock }): Notebook {
  const db = store.pixie
  const forgotten = new Map<string, { row: NotebookRow; atMs: number }>()
  const toItem = (row: NotebookRow): NotebookItem => ({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    text: row.text,
    source: row.source,
    createdAt: isoTime(row.created_at_ms, clock.zone),
  })
  const add = (line: NewLine): NotebookItem => {
    assertLine(line)
    const row = {
      id: newLineId(),
      kind: line.kind ?? 'fact',
      subject: blankToNull(line.subject),
      text: line.text,
      source: blankToNull(line.source),
      created_at_ms: Math.trunc(clock.now()),
    }
    return toItem(writeTransaction(db, () => insertLine(db, row)))
  }
  return {
    add,
    addDistilled(line) {
      assertQuoted(line)
      return add(line)
    },
    get(id) {
      const row = getLine(db, id)
      return row === null ? null : toItem(row)
    },
    page({ before, limit }) {
      if (before === null) return recentLines(db, limit).map(toItem)
      const row = getLine(db, before)
      if (row === null) throw noLine(before)
      return linesBefore(db, row, limit).map(toItem)
    },
    list: ({ limit = noLimit } = {}) => recentLines(db, limit).map(toItem),
    search(query, { mode = 'all', limit = defaultSearchLimit } = {}) {
      const match = matchExpression(query, { mode })
      if (match === '') return recentLines(db, limit).map((row) => ({ line: toItem(row), score: 0 }))
      const candidates = matchingLines(db, match).map((row) => ({
        row,
        searched: `${row.subject ?? ''}\n${row.text}`,
        rank: row.rank,
        atMs: row.created_at_ms,
        seq: row.seq,
      }))
      const scored = scoreLines(candidates, query, {
        nowMs: clock.now(),
        halfLifeMs: ({ row }) => (row.kind === 'digest' ? digestHalfLifeMs : Number.POSITIVE_INFINITY),
      })
      return scored.slice(0, limit).map(({ line, score }) => ({ line: toItem(line.row), score }))
    },
    forget(id) {
      const row = eraseTransaction(db, () => deleteLine(db, id))
      if (row === null) throw noLine(id)
      forgotten.set(id, { row, atMs: performance.now() })
      const [oldest] = forgotten.keys()
      if (forgotten.size > undoLines && oldest !== undefined) forgotten.delete(oldest)
    },
    undoForget(id) {
      for (const [each, { atMs }] of forgotten) if (performance.now() - atMs > undoMs) forgotten.delete(each)
      const found = forgotten.get(id)
      if (found === undefined) throw noLine(id)
      const row = writeTransaction(db, () => insertLine(db, found.row))
      forgotten.delete(id)
      return toItem(row)
    },
  }
}

function noLine(id: string): PixieError {
  return new PixieError('not-found', {
    what: 'There is no notebook line with this id',
    value: id,
    hint: 'See the lines that are there.',
    command: 'pixie notebook list',
  })
}

function blankToNull(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text
}

function assertQuoted(line: DistilledLine): void {
  const plain = (text: string) => fold(text).replace(/\s+/g, ' ').trim()
  const quote = plain(line.quote)
  if (quote !== '' && plain(line.sourceText).includes(quote)) return
  throw new PixieError('invalid-input', {
    what: 'The quote of this line does not stand in the text it was taken from',
    value: line.quote.slice(0, 80),
    hint: 'Quote the words exactly, or do not keep the line.',
  })
}
