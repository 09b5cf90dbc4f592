/** The table `memory_lines` (insert-only) and its full-text index. */
import { z } from 'zod'
import { indexText } from '../../shared/fold.ts'
import { candidateLimit } from '../search/found-lines.ts'
import type { Db } from '../store/database.ts'
import { memoryKinds } from './memory-line.ts'

const Row = z.object({
  seq: z.int(),
  id: z.string(),
  kind: z.enum(memoryKinds),
  who: z.string().nullable(),
  at_ms: z.int(),
  text: z.string(),
})
export type MemoryRow = z.infer<typeof Row>
const RankedRow = Row.extend({ rank: z.number() })
export type RankedMemoryRow = z.infer<typeof RankedRow>
const Total = z.object({ total: z.int() })

export interface NewMemoryRow extends Omit<MemoryRow, 'seq'> {
  /** Says which record of an imported file it is (`contentHash`); null for lines added one by one. */
  readonly importHash: Uint8Array | null
}

const columns = 'l.seq, l.id, l.kind, l.who, l.at_ms, l.text'

/** Inserts lines in order; gives how many were new. Those whose import hash is there already are left alone. Call inside a write transaction. */
export function insertLines(db: Db, lines: readonly NewMemoryRow[]): number {
  const insert = db.prepare<
    [string, string, string | null, number, string, Uint8Array | null],
    { seq: number }
  >(
    `INSERT INTO memory_lines (id, kind, who, at_ms, text, import_hash) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (import_hash) WHERE import_hash IS NOT NULL DO NOTHING RETURNING seq`,
  )
  const index = db.prepare('INSERT INTO memory_index (rowid, who, text) VALUES (?, ?, ?)')
  let added = 0
  for (const line of lines) {
    const row = insert.get(line.id, line.kind, line.who, line.at_ms, line.text, line.importHash)
    if (row === undefined) continue
    index.run(row.seq, indexText(line.who ?? ''), indexText(line.text))
    added += 1
  }
  return added
}

export function countLines(db: Db): number {
  return Total.parse(db.prepare('SELECT count(*) AS total FROM memory_lines').get()).total
}

export function getLine(db: Db, id: string): MemoryRow | null {
  const row = db.prepare(`SELECT ${columns} FROM memory_lines l WHERE l.id = ?`).get(id)
  return row === undefined ? null : Row.parse(row)
}

/** Newest first; with `before` only lines older than it. */
export function linesBefore(db: Db, before: MemoryRow | null, limit: number): MemoryRow[] {
  const rows =
    before === null
      ? db
          .prepare(`SELECT ${columns} FROM memory_lines l ORDER BY l.at_ms DESC, l.seq DESC LIMIT ?`)
          .all(limit)
      : db
          .prepare(
            `SELECT ${columns} FROM memory_lines l WHERE (l.at_ms, l.seq) < (?, ?)
             ORDER BY l.at_ms DESC, l.seq DESC LIMIT ?`,
          )
          .all(before.at_ms, before.seq, limit)
  return z.array(Row).parse(rows)
}

/** How many lines match; `match` is a valid MATCH expression, not empty. */
export function countMatching(db: Db, match: string): number {
  return Total.parse(
    db.prepare('SELECT count(*) AS total FROM memory_index WHERE memory_index MATCH ?').get(match),
  ).total
}

/** The best by bm25. */
export function matchingLines(db: Db, match: string, limit: number): RankedMemoryRow[] {
  const rows = db
    .prepare(
      `SELECT ${columns}, found.rank FROM
         (SELECT rowid, rank FROM memory_index WHERE memory_index MATCH ? ORDER BY rank LIMIT ?) AS found
       JOIN memory_lines l ON l.seq = found.rowid ORDER BY found.rank, l.seq DESC`,
    )
    .all(match, Math.max(limit, candidateLimit))
  return z.array(RankedRow).parse(rows)
}
