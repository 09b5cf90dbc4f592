/** How common words are in everything the owner has that is searched by words: notes, log lines, events, files. */

import { z } from 'zod'
import { matchExpression, queryTerms, stemPrefix } from '../../shared/fold.ts'
import { UNSPACED } from '../../shared/fold-base.ts'
import type { Db, Store } from '../store/database.ts'
import { createRelatedWords, type Lengths } from './related-words.ts'

const UNSPACED_ONLY = new RegExp(`^[${UNSPACED}]+$`, 'u')
const anyLength: Lengths = [1, Number.MAX_SAFE_INTEGER]
const Count = z.int()
const Words = z.array(z.string())
/** Words that begin alike, of each part of the data; the rest is left out, since main waits while they are compared. */
const mostWords = 1500

export interface WordCounts {
  /** Number of notes, log lines, events and indexed files. */
  size(): number
  /** In how many of them all content words of a text stand, by the same loose match as search. 0 for text without words. */
  frequency(text: string): number
  /** Other words that stand in the data for a folded word: everyday ones and translations, else what is spelt nearly so. */
  related(word: string): readonly string[]
}

/** @param nowMs of a clock that never goes back */
export function createWordCounts(
  { pixie, index }: Pick<Store, 'pixie' | 'index'>,
  nowMs = () => performance.now(),
): WordCounts {
  const tables: readonly (readonly [Db, string])[] = [
    [pixie, 'notebook_index'],
    [pixie, 'memory_index'],
    [pixie, 'calendar_index'],
    [index, 'files_fts'],
  ]
  const column = createColumns()
  const vocabulary = createVocabulary(column)
  const count = (db: Db, sql: string, ...values: string[]) => Count.parse(column(db, sql).get(...values))
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
  const frequency = (text: string) => {
    const match = matchExpression(text, { mode: 'all' })
    if (match === '') return 0
    return sum(
      tables.map(([db, table]) => count(db, `SELECT count(*) FROM ${table} WHERE ${table} MATCH ?`, match)),
    )
  }
  const beginningWith = (start: string, lengths = anyLength) => [
    ...new Set(tables.flatMap(([db, table]) => vocabulary(db, table, { start, lengths, limit: mostWords }))),
  ]
  const stands = (text: string) =>
    queryTerms(text).every((word) =>
      UNSPACED_ONLY.test(word)
        ? frequency(word) > 0
        : tables.some(([db, table]) => {
            const stem = stemPrefix(word)
            const [first] = vocabulary(db, table, {
              start: stem ?? word,
              lengths: anyLength,
              limit: 1,
            })
            return first !== undefined && (stem !== null || first === word)
          }),
    )
  const counts = {
    size: () => sum(tables.map(([db, table]) => count(db, `SELECT count(*) FROM ${table}`))),
    frequency,
    related: createRelatedWords({ stands, frequency, beginningWith }),
  }
  return keptShortly(counts, nowMs)
}

/** So long, in ms, a number is kept: each tool of a turn asks for those of the same words. */
const keptMs = 5000
/** What was counted just now, as long as there is as much data. */
function keptShortly(counts: WordCounts, nowMs: () => number): WordCounts {
  let known = countedOnce(counts)
  let since = Number.NEGATIVE_INFINITY
  const current = () => {
    const now = nowMs()
    if (now - since >= keptMs || known.size() !== counts.size()) {
      known = countedOnce(counts)
      // Counted now, and not when it is first asked for.
      known.size()
      since = now
    }
    return known
  }
  return {
    size: counts.size,
    frequency: (text) => current().frequency(text),
    related: (word) => current().related(word),
  }
}

/** Each number is counted once: for a turn, which asks for the same words again and again. */
export function countedOnce(counts: WordCounts): WordCounts {
  let size: number | null = null
  const frequencies = new Map<string, number>()
  const related = new Map<string, readonly string[]>()
  const once = <T>(known: Map<string, T>, key: string, make: (key: string) => T): T => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
  return {
    size: () => {
      size ??= counts.size()
      return size
    },
    frequency: (text) => once(frequencies, text, counts.frequency),
    related: (word) => once(related, word, counts.related),
  }
}

const oneColumn = (db: Db, sql: string) => db.prepare<(string | number)[]>(sql).pluck()
type Statement = ReturnType<typeof oneColumn>

/** Asks for one column; each statement is prepared once, since a question asks the same of every word. */
function createColumns() {
  const kept = new Map<Db, Map<string, Statement>>()
  return (db: Db, sql: string): Statement => {
    const own = kept.get(db) ?? new Map<string, Statement>()
    kept.set(db, own)
    const statement = own.get(sql) ?? oneColumn(db, sql)
    own.set(sql, statement)
    return statement
  }
}

interface WordsWanted {
  readonly start: string
  readonly lengths: Lengths
  readonly limit: number
}

/** An index' own list of words. It belongs to the connection, not to the database. */
function createVocabulary(column: ReturnType<typeof createColumns>) {
  const made = new Map<Db, Set<string>>()
  return (db: Db, table: string, { start, lengths, limit }: WordsWanted): readonly string[] => {
    const tables = made.get(db) ?? new Set()
    made.set(db, tables)
    if (!tables.has(table))
      db.exec(
        `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_words USING fts5vocab('main', '${table}', 'row')`,
      )
    tables.add(table)
    const sql = `SELECT term FROM temp.${table}_words WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ? LIMIT ${limit}`
    return Words.parse(column(db, sql).all(start, `${start}\u{10ffff}`, ...lengths))
  }
}
