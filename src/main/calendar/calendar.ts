/** The owner's calendars: .ics files and folders, read again when they change, and their events day by day. */
import { Temporal } from 'temporal-polyfill'
import { PixieError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { Store } from '../store/database.ts'
import { writeTransaction } from '../store/writers.ts'
import { type CalendarReport, type CalendarSource, createReader } from './calendar-reader.ts'
import { addSource } from './calendar-rows.ts'
import { searchByWords } from './event-search.ts'
import { sourcePath } from './ics-files.ts'
import { type CalendarEvent, instancesOf, listInstances } from './instances.ts'
import type { DateRange, WeekStart } from './range-types.ts'
import { resolveRange } from './ranges.ts'

export interface SearchOptions {
  /** Events near this moment come first. Milliseconds since 1970 UTC. */
  readonly around: number
  /** Prefer the latest that is over to the next to come. */
  readonly past: boolean
  readonly limit: number
}

export interface Calendar {
  /**
   * Grants an .ics file, or a folder with all .ics files below it, and reads it. Granting again reads again.
   * Throws `not-found`, `permission-denied`, `invalid-input`, `database-busy`.
   */
  add(path: string): Promise<CalendarReport>
  /**
   * All instances that touch the days (`YYYY-MM-DD`, both included), earliest first, all-day ones first in their day.
   * Throws `invalid-input` for days that are none or not in order, and for a stretch with more than 20,000 instances.
   */
  list(days: { from: string; to: string }): Promise<CalendarEvent[]>
  /** Events that words name, for questions without a date: the next to come first, then the latest that are over. */
  search(words: string, options: SearchOptions): Promise<CalendarEvent[]>
  report(): Promise<CalendarReport>
  /** What was granted, oldest first. */
  sources(): Promise<CalendarSource[]>
  /** Takes a source back; all its events leave the database, bytes included. Throws `not-found`. */
  remove(path: string): Promise<void>
  /** What date words mean for the owner: their zone, their week. `now` and `zone` replace the clock's. */
  resolve(words: string, instead?: { now?: number; zone?: string }): DateRange | null
}

export function createCalendar(options: {
  store: Store
  clock: Clock
  /** Read at each use: the owner may change it. */
  weekStart: () => WeekStart
}): Calendar {
  const { store, clock, weekStart } = options
  const reader = createReader(store, clock)
  return {
    async add(given) {
      const path = sourcePath(given)
      writeTransaction(store.pixie, () => addSource(store.pixie, path, clock.now()))
      await reader.refresh({ again: path })
      return reader.report()
    },
    async list({ from, to }) {
      const stretch = { from: dayOrThrow(from), to: dayOrThrow(to), zone: clock.zone }
      if (Temporal.PlainDate.compare(stretch.from, stretch.to) > 0) throw notInOrder(from, to)
      await reader.refresh({ again: null })
      return listInstances(reader, stretch)
    },
    async search(words, search) {
      await reader.refresh({ again: null })
      return searchByWords(store.pixie, words, {
        ...search,
        zone: clock.zone,
        instances: (stored, from, to) => instancesOf(reader, stored, { from, to, zone: clock.zone }),
      })
    },
    async report() {
      await reader.refresh({ again: null })
      return reader.report()
    },
    async sources() {
      await reader.refresh({ again: null })
      return reader.sources()
    },
    async remove(path) {
      if (!(await reader.remove(path))) throw noSource(path)
    },
    resolve(words, instead) {
      const { now = clock.now(), zone = clock.zone } = instead ?? {}
      return resolveRange(words, { now, zone, weekStart: weekStart() })
    },
  }
}

function dayOrThrow(text: string): Temporal.PlainDate {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Temporal.PlainDate.from(text)
  } catch {
    // said below
  }
  throw new PixieError('invalid-input', {
    what: 'This is no day',
    value: text,
    hint: 'Write days like 2026-12-03.',
  })
}

function noSource(path: string): PixieError {
  return new PixieError('not-found', {
    what: 'This calendar is not among those that Pixie reads',
    value: path,
    hint: 'See the list of those that it reads.',
    command: 'pixie calendar report',
  })
}

function notInOrder(from: string, to: string): PixieError {
  return new PixieError('invalid-input', {
    what: 'The first day is after the last',
    value: `${from} to ${to}`,
    hint: 'Give the earlier day first.',
  })
}
