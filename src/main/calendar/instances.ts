/** Stored events to the instances that people see. */
import { Temporal } from 'temporal-polyfill'
import { PixieError } from '../../shared/errors.ts'
import { isoTime } from '../iso-time.ts'
import type { Reader } from './calendar-reader.ts'
import type { StoredEvent } from './calendar-rows.ts'
import { type Occurrence, occurrences, type Stretch, TooManyOccurrences } from './recur.ts'

/** One instance of an event. Times are ISO 8601 with offset in the owner's zone; of an all-day event days, both included. */
export interface CalendarEvent {
  /** Exactly as its writer wrote it; may be empty. */
  readonly title: string
  readonly start: string
  readonly end: string
  readonly allDay: boolean
  readonly location: string | null
  /** What the file calls its calendar, else the file's name. */
  readonly calendar: string
  readonly uid: string
}

/** An instance with what puts it in order. */
export interface Instance {
  readonly event: CalendarEvent
  /** When it begins and ends, in milliseconds since 1970 UTC; an all-day one with its first and after its last day. */
  readonly startMs: number
  readonly endMs: number
}

/** More than anyone reads; a stretch with more has to be asked for in pieces. */
const maxInstances = 20_000

/** See `Calendar.list`. */
export function listInstances(reader: Reader, stretch: Stretch): CalendarEvent[] {
  const found = new Map<string, Instance>()
  for (const stored of reader.eventsAround(stretch.from.toString(), stretch.to.toString())) {
    for (const instance of instancesOf(reader, stored, stretch)) {
      const { uid, start, end, title } = instance.event
      // One event in two files is one event.
      found.set(JSON.stringify([uid, start, end, title]), instance)
    }
    if (found.size > maxInstances) throw tooMany(stretch)
  }
  return [...found.values()].sort(inOrder).map(({ event }) => event)
}

/** Those of one event, earliest first. An event whose rule cannot be worked out after all has none, and is reported. */
export function instancesOf(reader: Reader, stored: StoredEvent, stretch: Stretch): Instance[] {
  const { event } = stored
  const replaced = event.recurrence === null ? (reader.replaced().get(event.uid) ?? none) : none
  try {
    return occurrences(event, stretch, replaced, maxInstances).map((each) =>
      toInstance(stored, each, stretch.zone),
    )
  } catch (error) {
    if (error instanceof TooManyOccurrences) throw tooMany(stretch)
    const reason = error instanceof Error ? error.message : String(error)
    reader.failed(stored, `a repeat rule that cannot be followed: ${reason}`)
    return []
  }
}

const none: ReadonlySet<string> = new Set()

function toInstance({ calendar, event }: StoredEvent, occurrence: Occurrence, zone: string): Instance {
  const { title, location, uid } = event
  if (occurrence.allDay) {
    const { first, last } = occurrence
    return {
      event: { title, start: first, end: last, allDay: true, location, calendar, uid },
      startMs: startOfDay(first, zone),
      endMs: startOfDay(Temporal.PlainDate.from(last).add({ days: 1 }).toString(), zone),
    }
  }
  const { startMs, endMs } = occurrence
  const [start, end] = [isoTime(startMs, zone), isoTime(endMs, zone)]
  return { event: { title, start, end, allDay: false, location, calendar, uid }, startMs, endMs }
}

function startOfDay(day: string, zone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds
}

/** By day, all-day ones first in it, then by time, then by title. */
function inOrder(a: Instance, b: Instance): number {
  return (
    compare(a.event.start.slice(0, 10), b.event.start.slice(0, 10)) ||
    Number(b.event.allDay) - Number(a.event.allDay) ||
    a.startMs - b.startMs ||
    compare(a.event.title, b.event.title)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function tooMany({ from, to }: Stretch): PixieError {
  return new PixieError('invalid-input', {
    what: `More than ${maxInstances.toLocaleString('en')} events in these days`,
    value: `${from} to ${to}`,
    hint: 'Ask for fewer days.',
  })
}
