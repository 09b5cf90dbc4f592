/** The table `notebook_lines` and its full-text index. */
import { z } from 'zod'
import { indexText } from '../../shared/fold.ts'
import { candidateLimit } from '../search/found-lines.ts'
import type { Db } from '../store/database.ts'
import { notebookKinds } from './notebook-line.ts'

const Row = z.object({
  seq: z.int(),
  id: z.string(),
  kind: z.enum(notebookKinds),
  subject: z.string().nullable(),
  text: z.string(),
  source: z.string().nullable(),
  created_at_ms: z.int(),
})
export type NotebookRow = z.infer<typeof Row>
const RankedRow = Row.extend({ rank: z.number() })
export type RankedNotebookRow = z.infer<typeof RankedRow>

const columns = 'l.seq, l.id, l.kind, l.subject, l.text, l.source, l.created_at_ms'
/** A hit in the subject says more than one in the text. */
const subjectWeight = 8

/** `seq` only for a line that stood here before. Call inside a write transaction. */
export function insertLine(db: Db, line: Omit<NotebookRow, 'seq'> & { seq?: number }): NotebookRow {
  const row = Row.parse(
    db
      .prepare(
        `INSERT INTO notebook_lines (seq, id, kind, subject, text, source, created_at_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *`,
      )
      .get(line.seq ?? null, line.id, line.kind, line.subject, line.text, line.source, line.created_at_ms),
  )
  db.prepare('INSERT INTO notebook_index (rowid, subject, text) VALUES (?, ?, ?)').run(
    row.seq,
    indexText(line.subject ?? ''),
    indexText(line.text),
  )
  return row
}

export function getLine(db: Db, id: string): NotebookRow | null {
  const row = db.prepare(`SELECT ${columns} FROM notebook_lines l WHERE l.id = ?`).get(id)
  return row === undefined ? null : Row.parse(row)
}

/** Gives the line as it was; null when there is no such line. Call inside an erase transaction. */
export function deleteLine(db: Db, id: string): NotebookRow | null {
  const row = getLine(db, id)
  if (row === null) return null
  db.prepare('DELETE FROM notebook_lines WHERE seq = ?').run(row.seq)
  db.prepare('DELETE FROM notebook_index WHERE rowid = ?').run(row.seq)
  return row
}

/** Newest first. */
export function recentLines(db: Db, limit: number): NotebookRow[] {
  const rows = db
    .prepare(`SELECT ${columns} FROM notebook_lines l ORDER BY l.created_at_ms DESC, l.seq DESC LIMIT ?`)
    .all(limit)
  return z.array(Row).parse(rows)
}

/** Newest first, only lines older than this one. */
export function linesBefore(db: Db, { created_at_ms, seq }: NotebookRow, limit: number): NotebookRow[] {
  const rows = db
    .prepare(
      `SELECT ${columns} FROM notebook_lines l WHERE (l.created_at_ms, l.seq) < (?, ?)
       ORDER BY l.created_at_ms DESC, l.seq DESC LIMIT ?`,
    )
    .all(created_at_ms, seq, limit)
  return z.array(Row).parse(rows)
}

/** The best by bm25. `match` is a valid MATCH expression, not empty. */
export function matchingLines(db: Db, match: string): RankedNotebookRow[] {
  const rows = db
    .prepare(
      `SELECT ${columns}, bm25(notebook_index, ${subjectWeight}, 1) AS rank
       FROM notebook_index JOIN notebook_lines l ON l.seq = notebook_index.rowid
       WHERE notebook_index MATCH ? ORDER BY rank, l.seq DESC LIMIT ${candidateLimit}`,
    )
    .all(match)
  return z.array(RankedRow).parse(rows)
}
