/** The calendar's tables. What a row holds is checked where it is read. */
import { z } from 'zod'
import { indexText } from '../../shared/fold.ts'
import type { Db } from '../store/database.ts'
import { jsonText, parseRow } from '../store/rows.ts'
import { firstDay, lastDay } from './event-bounds.ts'
import type { Fault } from './ics-components.ts'
import type { SourceEvent } from './source-event.ts'

export interface FileState {
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedAtMs: number
}

/** An event with where it comes from. */
export interface StoredEvent {
  readonly id: number
  readonly calendar: string
  /** The file's path. */
  readonly path: string
  readonly event: SourceEvent
}

export interface FileFault extends Fault {
  readonly file: string
}

const EventRow = z.object({
  id: z.int(),
  calendar: z.string(),
  path: z.string(),
  line: z.int(),
  uid: z.string(),
  recurrence: z.string().nullable(),
  title: z.string(),
  location: z.string().nullable(),
  description: z.string().nullable(),
  attendees: z.string().nullable(),
  all_day: z.int(),
  start: z.string(),
  zone: z.string().nullable(),
  duration_days: z.int(),
  duration_ms: z.int(),
  rule: z.string().nullable(),
  added: jsonText(z.array(z.string())),
  removed: jsonText(z.array(z.string())),
  cancelled: z.int(),
  sequence: z.int(),
  modified: z.string().nullable(),
  raw: z.string(),
})

const FileRow = z.object({ path: z.string(), size_bytes: z.int(), modified_at_ms: z.int() })
const FileCounts = z.object({ path: z.string(), events: z.int(), faults: z.int() })
const FaultRow = z.object({ file: z.string(), line: z.int().nullable(), reason: z.string() })
const Instance = z.object({ uid: z.string(), recurrence: z.string() })

function toStored(row: unknown): StoredEvent {
  const parsed = parseRow('calendar_events', EventRow, row)
  const { id, calendar, path, all_day, cancelled, duration_days, duration_ms, ...rest } = parsed
  const flags = { allDay: all_day === 1, isCancelled: cancelled === 1 }
  return {
    id,
    calendar,
    path,
    event: { ...rest, ...flags, durationDays: duration_days, durationMs: duration_ms },
  }
}

const selectEvents = `SELECT e.*, f.calendar, f.path FROM calendar_events e JOIN calendar_files f ON f.id = e.file_id`

/** Neither cancelled (itself or its whole series) nor replaced by a newer version. */
const isValid = `e.cancelled = 0 AND e.superseded = 0 AND NOT (e.recurrence IS NOT NULL AND EXISTS (
  SELECT 1 FROM calendar_events s
  WHERE s.uid = e.uid AND s.recurrence IS NULL AND s.cancelled = 1 AND s.superseded = 0))`

export function addSource(db: Db, path: string, atMs: number): void {
  const sql = 'INSERT INTO calendar_sources (path, added_at_ms) VALUES (?, ?) ON CONFLICT (path) DO NOTHING'
  db.prepare(sql).run(path, atMs)
}

export function listSources(db: Db): string[] {
  const rows = db.prepare('SELECT path FROM calendar_sources ORDER BY added_at_ms, path').pluck().all()
  return rows.map((path) => parseRow('calendar_sources', z.string(), path))
}

/** False when it was none. */
export function deleteSource(db: Db, path: string): boolean {
  return db.prepare('DELETE FROM calendar_sources WHERE path = ?').run(path).changes > 0
}

/** Events (a series counting once) and faults of each file. */
export function countByFile(db: Db): { path: string; events: number; faults: number }[] {
  return db
    .prepare(
      `SELECT f.path,
         (SELECT count(*) FROM calendar_events e WHERE e.file_id = f.id AND e.recurrence IS NULL) AS events,
         (SELECT count(*) FROM calendar_faults u WHERE u.file_id = f.id) AS faults
       FROM calendar_files f ORDER BY f.path`,
    )
    .all()
    .map((row) => parseRow('calendar_files', FileCounts, row))
}

export function listFiles(db: Db): FileState[] {
  const rows = db.prepare('SELECT path, size_bytes, modified_at_ms FROM calendar_files ORDER BY path').all()
  return rows.map((row) => {
    const { path, size_bytes, modified_at_ms } = parseRow('calendar_files', FileRow, row)
    return { path, sizeBytes: size_bytes, modifiedAtMs: modified_at_ms }
  })
}

/** Takes out a file with its events and faults. */
export function deleteFile(db: Db, path: string): void {
  const inFile =
    'SELECT e.id FROM calendar_events e JOIN calendar_files f ON f.id = e.file_id WHERE f.path = ?'
  db.prepare(`DELETE FROM calendar_index WHERE rowid IN (${inFile})`).run(path)
  const id = 'SELECT id FROM calendar_files WHERE path = ?'
  db.prepare(`DELETE FROM calendar_events WHERE file_id IN (${id})`).run(path)
  db.prepare(`DELETE FROM calendar_faults WHERE file_id IN (${id})`).run(path)
  db.prepare('DELETE FROM calendar_files WHERE path = ?').run(path)
}

export interface ReadFile extends FileState {
  readonly calendar: string
  readonly events: readonly SourceEvent[]
  readonly faults: readonly Fault[]
}

/** Puts a file in the place of what was known of it. */
export function replaceFile(db: Db, file: ReadFile, atMs: number): void {
  deleteFile(db, file.path)
  const added = db
    .prepare(
      `INSERT INTO calendar_files (path, calendar, size_bytes, modified_at_ms, read_at_ms) VALUES (?, ?, ?, ?, ?)`,
    )
    .run(file.path, file.calendar, file.sizeBytes, file.modifiedAtMs, atMs)
  const fileId = Number(added.lastInsertRowid)
  const insertFault = db.prepare('INSERT INTO calendar_faults (file_id, line, reason) VALUES (?, ?, ?)')
  for (const { line, reason } of file.faults) insertFault.run(fileId, line, reason)
  insertEvents(db, fileId, file.events)
}

function insertEvents(db: Db, fileId: number, events: readonly SourceEvent[]): void {
  const insert = db.prepare(
    `INSERT INTO calendar_events (file_id, line, uid, recurrence, title, location, description, attendees, all_day, start,
       zone, duration_days, duration_ms, rule, added, removed, cancelled, sequence, modified, first_day, last_day, raw)
     VALUES (@fileId, @line, @uid, @recurrence, @title, @location, @description, @attendees, @allDay, @start,
       @zone, @durationDays, @durationMs, @rule, @added, @removed, @cancelled, @sequence, @modified, @first, @last, @raw)`,
  )
  const insertWords = db.prepare(
    'INSERT INTO calendar_index (rowid, title, place, people, description) VALUES (?, ?, ?, ?, ?)',
  )
  for (const event of events) {
    const { lastInsertRowid } = insert.run({
      ...event,
      fileId,
      allDay: event.allDay ? 1 : 0,
      cancelled: event.isCancelled ? 1 : 0,
      added: JSON.stringify(event.added),
      removed: JSON.stringify(event.removed),
      first: firstDay(event),
      last: lastDay(event),
    })
    const words = [event.title, event.location, event.attendees, event.description]
    insertWords.run(lastInsertRowid, ...words.map((text) => indexText(text ?? '')))
  }
}

/**
 * Marks what a newer version of the same event replaces, in whatever file: a higher SEQUENCE, or with the same one and
 * the same title a later LAST-MODIFIED. Only that: careless programs give different events one UID.
 */
export function markSuperseded(db: Db): void {
  db.exec(`
    UPDATE calendar_events SET superseded = EXISTS (
      SELECT 1 FROM calendar_events n
      WHERE n.uid = calendar_events.uid AND n.recurrence IS calendar_events.recurrence AND n.id <> calendar_events.id
        AND (n.sequence > calendar_events.sequence
          OR (n.sequence = calendar_events.sequence AND n.title = calendar_events.title AND n.modified > calendar_events.modified))
    )`)
}

/** Events that can touch the days, both included. */
export function listEventsAround(db: Db, from: string, to: string): StoredEvent[] {
  return db
    .prepare(`${selectEvents} WHERE e.last_day >= ? AND e.first_day <= ? AND ${isValid} ORDER BY e.id`)
    .all(from, to)
    .map(toStored)
}

/** For each series the instances that have an event of their own, or were cancelled. */
export function listReplaced(db: Db): Map<string, Set<string>> {
  const rows = db.prepare('SELECT uid, recurrence FROM calendar_events WHERE recurrence IS NOT NULL').all()
  const replaced = new Map<string, Set<string>>()
  for (const row of rows) {
    const { uid, recurrence } = parseRow('calendar_events', Instance, row)
    const known = replaced.get(uid)
    if (known === undefined) replaced.set(uid, new Set([recurrence]))
    else known.add(recurrence)
  }
  return replaced
}

/** Best first by words; `match` is an FTS5 expression over folded text. */
export function searchEvents(db: Db, match: string, limit: number): StoredEvent[] {
  return db
    .prepare(
      `${selectEvents} JOIN calendar_index i ON i.rowid = e.id
       WHERE calendar_index MATCH ? AND ${isValid}
       ORDER BY bm25(calendar_index, 8.0, 4.0, 4.0, 1.0), e.id LIMIT ?`,
    )
    .all(match, limit)
    .map(toStored)
}

export function countEvents(db: Db): number {
  return Number(db.prepare('SELECT count(*) FROM calendar_events WHERE recurrence IS NULL').pluck().get())
}

export function listFaults(db: Db): FileFault[] {
  return db
    .prepare(
      `SELECT f.path AS file, u.line, u.reason FROM calendar_faults u JOIN calendar_files f ON f.id = u.file_id
       ORDER BY f.path, u.line, u.rowid`,
    )
    .all()
    .map((row) => parseRow('calendar_faults', FaultRow, row))
}
