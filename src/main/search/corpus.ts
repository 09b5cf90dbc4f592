/** How common words are in everything the owner has that is searched by words: notes, log lines, files. */
import { z } from 'zod'
import { matchExpression } from '../../shared/fold.ts'
import type { Db, Store } from '../store/database.ts'

const Count = z.int()

export interface WordCounts {
  /** Number of notes, log lines and indexed files. */
  size(): number
  /** In how many of them all content words of a text stand, by the same loose match as search. 0 for text without words. */
  frequency(text: string): number
}

export function createWordCounts({ pixie, index }: Pick<Store, 'pixie' | 'index'>): WordCounts {
  const tables: readonly (readonly [Db, string])[] = [
    [pixie, 'notebook_index'],
    [pixie, 'memory_index'],
    [index, 'files_fts'],
  ]
  const count = (db: Db, sql: string, ...values: string[]) =>
    Count.parse(
      db
        .prepare(sql)
        .pluck()
        .get(...values),
    )
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
  return {
    size: () => sum(tables.map(([db, table]) => count(db, `SELECT count(*) FROM ${table}`))),
    frequency(text) {
      const match = matchExpression(text, { mode: 'all' })
      if (match === '') return 0
      return sum(
        tables.map(([db, table]) => count(db, `SELECT count(*) FROM ${table} WHERE ${table} MATCH ?`, match)),
      )
    },
  }
}
