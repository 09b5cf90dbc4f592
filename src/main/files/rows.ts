/** The file index's tables: every statement, and what a row means. */
import { z } from 'zod'
import { indexText } from '../../shared/fold.ts'
import type { Db } from '../store/database.ts'
import { parseRow } from '../store/rows.ts'
import { eraseTransaction, writeTransaction } from '../store/writers.ts'
import type { FileKind } from './kinds.ts'

const fileKind = z.enum([
  'text',
  'html',
  'mail',
  'pdf',
  'docx',
  'photo',
  'recording',
  'video',
  'sheet',
  'slides',
  'other',
]) satisfies z.ZodType<FileKind>
const fileState = z.enum(['indexed', 'skipped', 'failed'])
export type FileState = z.infer<typeof fileState>

const fileRow = z.object({
  id: z.number(),
  root: z.string(),
  path: z.string(),
  name: z.string(),
  kind: fileKind,
  /** UTC milliseconds. */
  mtime_ms: z.number(),
  device: z.string(),
  state: fileState,
  reason: z.string().nullable(),
  title: z.string().nullable(),
  /** The extracted text; null = found by its name only. */
  text: z.string().nullable(),
})
export type FileRow = z.infer<typeof fileRow>
const fileColumns = 'id, root, path, name, kind, mtime_ms, device, state, reason, title, text'

/** A file without its text, for ranking. */
const candidateRow = fileRow.omit({ text: true })
export type CandidateRow = z.infer<typeof candidateRow>
const candidateColumns = 'id, root, path, name, kind, mtime_ms, device, state, reason, title'

/** What a scan found out about one file. */
export interface FileRecord {
  readonly root: string
  readonly relative: Buffer
  readonly path: string
  readonly name: string
  readonly kind: FileKind
  readonly size: bigint
  readonly mtimeMs: number
  /** Equal stamps = an unchanged file. */
  readonly stamp: string
  /** Equal identities = the same bytes under another name; null = cannot be told. */
  readonly identity: string | null
  readonly device: string
  readonly state: FileState
  readonly reason: string | null
  readonly title: string | null
  readonly text: string | null
}

/** Files, and notes of the walk, by state. */
export interface StateCounts {
  readonly indexed: number
  readonly skipped: number
  readonly failed: number
}

export interface ReportItem {
  readonly path: string
  readonly state: FileState
  readonly reason: string | null
}

/** A file, or a place of the walk, that has no text here. */
export interface LeftOut {
  readonly path: string
  readonly state: 'skipped' | 'failed'
  readonly reason: string
  /** False for a folder, a link or the like. */
  readonly isFile: boolean
}

export interface NoteRecord {
  readonly path: string
  readonly state: 'skipped' | 'failed'
  readonly reason: string
}

export type FileRows = ReturnType<typeof createFileRows>

export function createFileRows(db: Db) {
  const selectKnown = db.prepare<[string, Buffer], { id: number; stamp: string; reason: string | null }>(
    'SELECT id, stamp, reason FROM files WHERE root = ? AND relative = ?',
  )
  const selectSame = db.prepare<
    [string, string],
    { state: FileState; reason: string | null; title: string | null; text: string | null }
  >(
    `SELECT state, reason, title, text FROM files
     WHERE identity = ? AND kind = ? AND state <> 'failed' ORDER BY id LIMIT 1`,
  )
  const insertFile = db.prepare<unknown[], { id: number }>(
    `INSERT INTO files (root, relative, path, name, kind, size, mtime_ms, stamp, identity, device, state, reason, title, text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  )
  const insertWords = db.prepare('INSERT INTO files_fts (rowid, name, folder, body) VALUES (?, ?, ?, ?)')
  const deleteFile = db.prepare('DELETE FROM files WHERE id = ?')
  const deleteWords = db.prepare('DELETE FROM files_fts WHERE rowid = ?')
  const insertNote = db.prepare('INSERT INTO walk_notes (root, path, state, reason) VALUES (?, ?, ?, ?)')
  const deleteNotes = db.prepare('DELETE FROM walk_notes WHERE root = ?')
  const selectFile = db.prepare(`SELECT ${fileColumns} FROM files WHERE id = ?`)
  const selectByPath = db.prepare(`SELECT ${fileColumns} FROM files WHERE path = ? ORDER BY id LIMIT 1`)

  const remove = (id: number): void => {
    deleteWords.run(id)
    deleteFile.run(id)
  }

  return {
    /** The row of a file as the last scan left it, or undefined. */
    known: (root: string, relative: Buffer) => selectKnown.get(root, relative),

    /** What was read of the same bytes under another name: the file was renamed, moved, or has two names. */
    sameContent: ({ identity, kind }: Pick<FileRecord, 'identity' | 'kind'>) =>
      identity === null ? undefined : selectSame.get(identity, kind),

    /** Adds a file or puts it in the place of what was known of it. */
    put(file: FileRecord): void {
      writeTransaction(db, () => {
        const before = selectKnown.get(file.root, file.relative)
        if (before !== undefined) remove(before.id)
        const row = insertFile.get(
          file.root,
          file.relative,
          file.path,
          file.name,
          file.kind,
          file.size,
          file.mtimeMs,
          file.stamp,
          file.identity,
          file.device,
          file.state,
          file.reason,
          file.title,
          file.text,
        )
        const id = row?.id ?? 0
        insertWords.run(id, ...indexedWords(file).map(indexText))
      })
    },

    /** Ids and paths (exact bytes, below the root) of all files of a root. */
    idsOf: (root: string) =>
      db
        .prepare<[string], { id: number; relative: Buffer }>('SELECT id, relative FROM files WHERE root = ?')
        .all(root),

    remove(ids: readonly number[]): void {
      if (ids.length === 0) return
      eraseTransaction(db, () => {
        for (const id of ids) remove(id)
      })
    },

    /** From now on the root is known, also when the scan does not end. */
    beginScan(root: string): void {
      writeTransaction(db, () => {
        db.prepare(
          'INSERT INTO scans (root, finished_at_ms) VALUES (?, NULL) ON CONFLICT (root) DO NOTHING',
        ).run(root)
      })
    },

    /** Ends a scan of a root: its notes replace the earlier ones. */
    finishScan(root: string, notes: readonly NoteRecord[], finishedAtMs: number): void {
      eraseTransaction(db, () => {
        deleteNotes.run(root)
        for (const note of notes) insertNote.run(root, note.path, note.state, note.reason)
        db.prepare('INSERT OR REPLACE INTO scans (root, finished_at_ms) VALUES (?, ?)').run(
          root,
          finishedAtMs,
        )
      })
    },

    /** Every root that the index holds something of; `finishedAtMs: null` = never walked to its end. */
    roots: () =>
      db
        .prepare<[], { root: string; finished_at_ms: number | null }>(
          'SELECT root, finished_at_ms FROM scans ORDER BY root',
        )
        .all()
        .map((row) => ({ root: row.root, finishedAtMs: row.finished_at_ms })),

    /** Forgets a root and every word of its files; the bytes are gone from the database file too. Gives the number of files. */
    forgetRoot(root: string): number {
      return eraseTransaction(db, () => {
        db.prepare('DELETE FROM files_fts WHERE rowid IN (SELECT id FROM files WHERE root = ?)').run(root)
        const { changes } = db.prepare('DELETE FROM files WHERE root = ?').run(root)
        deleteNotes.run(root)
        db.prepare('DELETE FROM scans WHERE root = ?').run(root)
        return changes
      })
    },

    /** All files and notes, by path. */
    report: (): ReportItem[] =>
      db
        .prepare<[], ReportItem>(
          `SELECT path, state, reason FROM files UNION ALL SELECT path, state, reason FROM walk_notes ORDER BY path, state`,
        )
        .all(),

    /** Failed ones first, then by path. */
    leftOut(state: 'skipped' | 'failed' | null, limit: number): { items: LeftOut[]; total: number } {
      const all = `SELECT path, state, coalesce(reason, '') AS reason, 1 AS isFile FROM files
         UNION ALL SELECT path, state, reason, 0 FROM walk_notes`
      const wanted = "(@state IS NULL AND state <> 'indexed') OR state = @state"
      const items = db
        .prepare<[{ state: string | null; limit: number }], Omit<LeftOut, 'isFile'> & { isFile: number }>(
          `SELECT path, state, reason, isFile FROM (${all}) WHERE ${wanted} ORDER BY state, path LIMIT @limit`,
        )
        .all({ state, limit })
      const total = db
        .prepare<[{ state: string | null }], number>(`SELECT count(*) FROM (${all}) WHERE ${wanted}`)
        .pluck()
        .get({ state })
      return { items: items.map((item) => ({ ...item, isFile: item.isFile === 1 })), total: total ?? 0 }
    },

    /** Of one root, or of all. */
    counts(root: string | null): StateCounts {
      const counts = db
        .prepare<[string | null, string | null], { state: FileState; count: number }>(
          `SELECT state, count(*) AS count
           FROM (SELECT root, state FROM files UNION ALL SELECT root, state FROM walk_notes)
           WHERE ? IS NULL OR root = ? GROUP BY state`,
        )
        .all(root, root)
      const of = (state: FileState) => counts.find((row) => row.state === state)?.count ?? 0
      return { indexed: of('indexed'), skipped: of('skipped'), failed: of('failed') }
    },

    /** Files of a device, or of all. */
    count: (device: string | null): number =>
      (device === null
        ? db.prepare<[], number>('SELECT count(*) FROM files').pluck().get()
        : db.prepare<[string], number>('SELECT count(*) FROM files WHERE device = ?').pluck().get(device)) ??
      0,

    file(id: number): FileRow | null {
      const row = selectFile.get(id)
      return row === undefined ? null : parseRow('files', fileRow, row)
    },

    fileAt(path: string): FileRow | null {
      const row = selectByPath.get(path)
      return row === undefined ? null : parseRow('files', fileRow, row)
    },

    /** The file whose path differs only in how its accents are written: a Mac may type them otherwise than it keeps them. */
    fileLike(path: string): FileRow | null {
      const wanted = path.normalize('NFC')
      const paths = db.prepare<[], string>('SELECT path FROM files ORDER BY path').pluck().iterate()
      let found: string | null = null
      for (const each of paths) if (found === null && each.normalize('NFC') === wanted) found = each
      return found === null ? null : this.fileAt(found)
    },

    /** Ids of all files that match an FTS5 expression. */
    matching: (expression: string): number[] =>
      db
        .prepare<[string], number>('SELECT rowid FROM files_fts WHERE files_fts MATCH ?')
        .pluck()
        .all(expression),

    /** The best matches by bm25 (names over folders over text). The full-text index alone sorts: that keeps long lists of matches quick. */
    best(expression: string, devices: readonly string[], limit: number): CandidateRow[] {
      const wanted = JSON.stringify(devices)
      const rows = db
        .prepare(
          `SELECT ${columnsOf('f')} FROM (
             SELECT rowid AS id FROM files_fts WHERE files_fts MATCH ? AND (
               ? = '[]' OR rowid IN (SELECT id FROM files WHERE device IN (SELECT value FROM json_each(?)))
             ) ORDER BY rank LIMIT ?
           ) AS best JOIN files f ON f.id = best.id`,
        )
        .all(expression, wanted, wanted, limit)
      return rows.map((row) => parseRow('files', candidateRow, row))
    },

    /** The newest files of some kinds. */
    newest(kinds: readonly FileKind[], devices: readonly string[], limit: number): CandidateRow[] {
      const rows = db
        .prepare(
          `SELECT ${columnsOf('f')} FROM files f
           WHERE f.kind IN (SELECT value FROM json_each(?))
             AND (? = '[]' OR f.device IN (SELECT value FROM json_each(?)))
           ORDER BY f.mtime_ms DESC, f.path LIMIT ?`,
        )
        .all(JSON.stringify(kinds), JSON.stringify(devices), JSON.stringify(devices), limit)
      return rows.map((row) => parseRow('files', candidateRow, row))
    },
  }
}

const columnsOf = (table: string): string =>
  candidateColumns
    .split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ')

/** Name, folder and body as they are searched: the document's own title counts as its name, the granted folder's name as a folder. */
function indexedWords(file: FileRecord): [string, string, string] {
  const folder = folderWords(file)
  return [spaced(`${file.name} ${file.title ?? ''}`), spaced(folder), file.text ?? '']
}

/** The folders of a file from the granted one down, as words. */
export function folderWords(file: { root: string; path: string; name: string }): string {
  const rootName = file.root.slice(file.root.lastIndexOf('/') + 1)
  const inside = file.path.slice(file.root.length, file.path.length - file.name.length)
  return `${rootName} ${inside.split('/').join(' ')}`
}

/** `passportScan_2024` as words: names are written without spaces. */
export function spaced(name: string): string {
  return name.replace(/[_./]+/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
}
