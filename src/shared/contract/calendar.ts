/** The owner's calendars: .ics files and folders with some. */
import { z } from 'zod'
import { SourceShape } from '../turn-shape.ts'
import { type CallShapes, done, nothing } from './define.ts'

const Day = z.iso.date()
const KnownPath = z.string().min(1).max(4096)

export const CalendarSourceShape = z.strictObject({
  path: KnownPath,
  name: z.string(),
  /** Where it lies, as a person would say it: `Home › Documents`. */
  place: z.string(),
  isFolder: z.boolean(),
  files: z.int().min(0),
  /** A series counts once. */
  events: z.int().min(0),
  /** Parts of its files that could not be read, or only with a doubt. */
  unreadable: z.int().min(0),
  /** Not there now: its events are shown as they were last read. */
  isMissing: z.boolean(),
})
export type CalendarSource = z.infer<typeof CalendarSourceShape>

export const CalendarFaultShape = z.strictObject({
  file: z.string(),
  place: z.string(),
  /** Null when it is about the whole file. */
  line: z.int().nullable(),
  reason: z.string(),
})
export type CalendarFault = z.infer<typeof CalendarFaultShape>

export const EventShape = z.strictObject({
  /** May be empty: events need no title. */
  title: z.string(),
  /** ISO 8601 with offset in the owner's zone; of an all-day event the first day, `YYYY-MM-DD`. */
  start: z.string(),
  /** As `start`; of an all-day event its last day. */
  end: z.string(),
  allDay: z.boolean(),
  location: z.string().nullable(),
  /** The calendar's own name. */
  calendar: z.string(),
  /** Opens in the source panel. */
  source: SourceShape,
})
export type CalendarEvent = z.infer<typeof EventShape>

export const calendarCalls = {
  /** Oldest first. */
  'calendar.sources': { params: nothing, result: z.array(CalendarSourceShape) },
  /** Shows the system's dialog for an .ics file or a folder with some, and reads it. Null when it was cancelled. */
  'calendar.add': {
    params: z.strictObject({ what: z.enum(['file', 'folder']) }),
    result: CalendarSourceShape.nullable(),
  },
  /** Takes a source back with all its events. Throws `not-found`. */
  'calendar.remove': { params: z.strictObject({ path: KnownPath }), result: done },
  /** Undoes a removal of this session. Throws `not-found` for any other path. */
  'calendar.undo-remove': { params: z.strictObject({ path: KnownPath }), result: done },
  /** Events that touch the days, both included; by day, all-day ones first in it. At most 400 days. */
  'calendar.list': { params: z.strictObject({ from: Day, to: Day }), result: z.array(EventShape) },
  /** What could not be read, and why. */
  'calendar.report': { params: nothing, result: z.array(CalendarFaultShape) },
} as const satisfies CallShapes
