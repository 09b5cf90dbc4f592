/** Keeps what is stored of the granted calendars in step with their files. */

import { PixieError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { Store } from '../store/database.ts'
import { eraseTransaction, writeTransaction } from '../store/writers.ts'
import {
  countByFile,
  countEvents,
  deleteFile,
  deleteSource,
  type FileFault,
  type FileState,
  listEventsAround,
  listFaults,
  listFiles,
  listReplaced,
  listSources,
  markSuperseded,
  replaceFile,
  type StoredEvent,
} from './calendar-rows.ts'
import { filesOf, isIcs, readIcsFile } from './ics-files.ts'

export interface CalendarReport {
  readonly files: number
  /** Events as their files have them, a series counting once; changed instances are part of their series. */
  readonly events: number
  /** What could not be read, or only with a doubt, and why. `line` is null when it is about the whole file. */
  readonly unreadable: readonly {
    readonly file: string
    readonly line: number | null
    readonly reason: string
  }[]
}

/** A granted file or folder, and what was read of it. */
export interface CalendarSource {
  /** Real path. */
  readonly path: string
  readonly isFolder: boolean
  readonly files: number
  readonly events: number
  readonly unreadable: number
  /** Not there now: its events are those that were read last. */
  readonly isMissing: boolean
}

export interface Reader {
  /** Reads what is new or changed; `again` names a source to read whether changed or not. */
  refresh(options: { again: string | null }): Promise<void>
  report(): CalendarReport
  /** Oldest first. */
  sources(): CalendarSource[]
  /** Takes out a source with all that was read of it and of no other source. False when it is none. */
  remove(path: string): Promise<boolean>
  eventsAround(from: string, to: string): StoredEvent[]
  replaced(): Map<string, Set<string>>
  /** Notes that an event could not be expanded after all. */
  failed(stored: StoredEvent, reason: string): void
}

/** Series whose rules are kept worked out. A rule takes about 10 kB and a millisecond to make. */
const maxSeriesKept = 2_000

export function createReader(store: Store, clock: Clock): Reader {
  const db = store.pixie
  const gone: FileFault[] = []
  const failures = new Map<number, FileFault>()
  let replaced: Map<string, Set<string>> | null = null
  const series = new Map<number, StoredEvent>()
  let running: Promise<void> = Promise.resolve()

  /** The same object for the same row, so that its worked-out rule is kept with it. Ids are never used twice. */
  function remembered(stored: StoredEvent): StoredEvent {
    if (stored.event.rule === null) return stored
    const known = series.get(stored.id)
    if (known !== undefined) return known
    if (series.size >= maxSeriesKept) series.clear()
    series.set(stored.id, stored)
    return stored
  }

  async function refreshNow(again: string | null): Promise<void> {
    gone.length = 0
    const known = new Map(listFiles(db).map((file) => [file.path, file]))
    const present = new Map<string, FileState>()
    let isAnyMissing = false
    for (const source of listSources(db)) {
      const files = filesOf(source)
      if (files === null) {
        isAnyMissing = true
        gone.push({ file: source, line: null, reason: 'not there any more: shown as it was last read' })
        for (const file of known.values()) if (isUnder(file.path, source)) present.set(file.path, file)
      }
      for (const file of files ?? []) present.set(file.path, file)
    }
    const removed = [...known.keys()].filter((file) => !present.has(file))
    const isStale = (file: FileState) =>
      !isSame(known.get(file.path), file) || (again !== null && !isAnyMissing && isUnder(file.path, again))
    await update(removed, [...present.values()].filter(isStale))
  }

  async function update(removed: readonly string[], stale: readonly FileState[]): Promise<void> {
    for (const file of stale) {
      const read = await readIcsFile(file, clock.zone)
      writeTransaction(db, () => replaceFile(db, read, clock.now()))
    }
    if (removed.length === 0 && stale.length === 0) return
    forgetWorkedOut()
    writeTransaction(db, () => {
      for (const file of removed) deleteFile(db, file)
      markSuperseded(db)
    })
  }

  function forgetWorkedOut(): void {
    failures.clear()
    replaced = null
  }

  function removeNow(path: string): boolean {
    const removed = eraseTransaction(db, () => {
      if (!deleteSource(db, path)) return false
      const others = listSources(db)
      for (const file of listFiles(db))
        if (!others.some((other) => isUnder(file.path, other))) deleteFile(db, file.path)
      markSuperseded(db)
      return true
    })
    forgetWorkedOut()
    return removed
  }

  return {
    refresh({ again }) {
      // One after the other: two at once would read and write the same files.
      const next = running
        .then(() => refreshNow(again))
        .catch((error: unknown) => {
          // Somebody else is writing: what is stored can be read all the same.
          if (again === null && error instanceof PixieError && error.code === 'database-busy') return
          throw error
        })
      running = next.catch(() => {})
      return next
    },
    report() {
      const unreadable = [...listFaults(db), ...failures.values(), ...gone]
      return { files: listFiles(db).length, events: countEvents(db), unreadable }
    },
    sources() {
      const files = countByFile(db)
      return listSources(db).map((path) => {
        const own = files.filter((file) => isUnder(file.path, path))
        return {
          path,
          isFolder: !own.some((file) => file.path === path) && !isIcs(path),
          files: own.length,
          events: own.reduce((sum, file) => sum + file.events, 0),
          unreadable: own.reduce((sum, file) => sum + file.faults, 0),
          isMissing: gone.some(({ file }) => file === path),
        }
      })
    },
    remove(path) {
      const next = running.then(() => removeNow(path))
      running = next.then(
        () => {},
        () => {},
      )
      return next
    },
    eventsAround: (from, to) => listEventsAround(db, from, to).map(remembered),
    replaced: () => (replaced ??= listReplaced(db)),
    failed(stored, reason) {
      failures.set(stored.id, { file: stored.path, line: stored.event.line, reason })
    },
  }
}

function isSame(a: FileState | undefined, b: FileState): boolean {
  return a !== undefined && a.sizeBytes === b.sizeBytes && a.modifiedAtMs === b.modifiedAtMs
}

function isUnder(file: string, source: string): boolean {
  return file === source || file.startsWith(source.endsWith('/') ? source : `${source}/`)
}
