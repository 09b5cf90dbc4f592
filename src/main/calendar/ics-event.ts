/** One VEVENT to an event: dates checked, zones resolved, text as it was written. */
import { createHash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { EventBlock, Fault } from './ics-components.ts'
import { type Moment, parseDuration, parseMoment, UnreadableDate } from './ics-dates.ts'
import { type Property, unescapeText } from './ics-lines.ts'
import { assertRule } from './recurrence-rule.ts'
import type { SourceEvent } from './source-event.ts'
import type { ZoneResolver } from './zones.ts'

export interface ReadEvent {
  /** Null when the event cannot be read; then a fault says why. */
  readonly event: SourceEvent | null
  readonly faults: readonly Fault[]
}

/** An event that cannot be read, with the line that is to blame. */
class Unreadable extends Error {
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

export function readEvent(
  block: EventBlock,
  options: { resolveZone: ZoneResolver; isCancellation: boolean },
): ReadEvent {
  const notes: Fault[] = []
  try {
    return { event: toEvent(block, options.resolveZone, options.isCancellation, notes), faults: notes }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { event: null, faults: [...notes, { line: error.line, reason: error.message }] }
  }
}

function toEvent(
  block: EventBlock,
  resolveZone: ZoneResolver,
  isCancellation: boolean,
  notes: Fault[],
): SourceEvent {
  const first = (name: string) => block.properties.find((property) => property.name === name)
  const all = (name: string) => block.properties.filter((property) => property.name === name)
  const moments = (property: Property) => readMoments(property, resolveZone, notes)

  const startLine = first('DTSTART')
  if (startLine === undefined) throw new Unreadable(block.line, 'an event without a start (DTSTART)')
  if (all('DTSTART').length > 1) throw new Unreadable(startLine.line, 'an event with two starts (DTSTART)')
  const [start] = moments(startLine)
  if (start === undefined) throw new Unreadable(startLine.line, 'an event with an empty start (DTSTART)')
  const recurrenceLine = first('RECURRENCE-ID')
  const recurrence = recurrenceLine === undefined ? undefined : moments(recurrenceLine)[0]
  if (recurrenceLine?.params.get('RANGE') === 'THISANDFUTURE')
    notes.push({
      line: recurrenceLine.line,
      reason: 'a change of this and all later instances: only this instance is changed',
    })
  const ruleLine = first('RRULE')
  const event: SourceEvent = {
    line: block.line,
    uid: unescapeText(first('UID')?.value ?? '').trim() || madeUpId(block.raw),
    recurrence: recurrence === undefined ? null : instanceName(recurrence),
    title: unescapeText(first('SUMMARY')?.value ?? ''),
    location: textOrNull(first('LOCATION')),
    description: textOrNull(first('DESCRIPTION')),
    attendees: people([...all('ATTENDEE'), ...all('ORGANIZER')]),
    allDay: start.isDay,
    start: start.local,
    zone: start.zone,
    ...durationOf(start, first('DTEND'), first('DURATION'), moments, notes),
    rule: ruleLine === undefined || recurrence !== undefined ? null : ruleLine.value.trim(),
    added: all('RDATE').flatMap((line) => moments(line).map((moment) => localOf(moment, start))),
    removed: all('EXDATE').flatMap((line) => moments(line).map(instanceName)),
    isCancelled: isCancellation || first('STATUS')?.value.trim().toUpperCase() === 'CANCELLED',
    sequence: Math.max(0, Math.trunc(Number(first('SEQUENCE')?.value)) || 0),
    modified: /^\d{8}T\d{6}Z$/.exec(first('LAST-MODIFIED')?.value.trim() ?? '')?.[0] ?? null,
    raw: block.raw,
  }
  if (event.rule !== null && ruleLine !== undefined) checkRule(event, ruleLine)
  if (all('RRULE').length > 1)
    notes.push({ line: block.line, reason: 'an event with several repeat rules: only the first is used' })
  return event
}

function checkRule(event: SourceEvent, { line }: Property): void {
  try {
    assertRule(event)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Unreadable(line, `a repeat rule that cannot be followed: ${reason}`)
  }
}

/** The moments of a property with one or several, separated by commas; of a period its beginning. */
function readMoments(property: Property, resolveZone: ZoneResolver, notes: Fault[]): Moment[] {
  const tzid = property.params.get('TZID')
  return property.value
    .split(',')
    .map((text) => text.trim().split('/')[0] ?? '')
    .filter((text) => text !== '')
    .map((text) => {
      try {
        const moment = parseMoment(text, property.params.get('VALUE'))
        if (tzid === undefined || moment.isDay || moment.zone !== null) return moment
        const zone = resolveZone(tzid, Number(moment.local.slice(0, 4)))
        if (zone === null) noteOnce(notes, property.line, tzid)
        return { ...moment, zone }
      } catch (error) {
        if (!(error instanceof UnreadableDate)) throw error
        throw new Unreadable(property.line, `${property.name} is not a date: ${text.slice(0, 40)}`)
      }
    })
}

function noteOnce(notes: Fault[], line: number, tzid: string): void {
  const reason = `an unknown time zone (${tzid.slice(0, 60)}): its times are taken as your own`
  if (!notes.some((note) => note.reason === reason)) notes.push({ line, reason })
}

function durationOf(
  start: Moment,
  endLine: Property | undefined,
  durationLine: Property | undefined,
  moments: (property: Property) => Moment[],
  notes: Fault[],
): { durationDays: number; durationMs: number } {
  const end = endLine === undefined ? undefined : moments(endLine)[0]
  const duration = end === undefined && durationLine !== undefined ? readDuration(durationLine) : null
  if (start.isDay) {
    const days = end === undefined ? (duration?.days ?? 1) : daysBetween(start.local, end)
    if (days < 0) noteEndBeforeStart(notes, endLine ?? durationLine)
    return { durationDays: Math.max(1, days), durationMs: 0 }
  }
  if (end !== undefined) {
    const ms = instantOf(end, start.zone) - instantOf(start, start.zone)
    if (ms < 0) noteEndBeforeStart(notes, endLine)
    return { durationDays: 0, durationMs: Math.max(0, ms) }
  }
  const { days, ms } = duration ?? { days: 0, ms: 0 }
  if (days < 0 || ms < 0) noteEndBeforeStart(notes, durationLine)
  return { durationDays: Math.max(0, days), durationMs: Math.max(0, ms) }
}

function readDuration(line: Property): { days: number; ms: number } {
  const duration = parseDuration(line.value.trim())
  if (duration === null)
    throw new Unreadable(line.line, `DURATION is not a length of time: ${line.value.slice(0, 40)}`)
  return duration
}

function noteEndBeforeStart(notes: Fault[], line: Property | undefined): void {
  notes.push({ line: line?.line ?? null, reason: 'an event that ends before it begins: its end is left out' })
}

function daysBetween(start: string, end: Moment): number {
  const last = Temporal.PlainDate.from(end.local.slice(0, 10))
  return Temporal.PlainDate.from(start.slice(0, 10)).until(last).days
}

/** A moment without a zone is read on the clocks of the event's; for a length of time, any clocks will do. */
function instantOf(moment: Moment, zone: string | null): number {
  const local = Temporal.PlainDateTime.from(moment.local)
  return local.toZonedDateTime(moment.zone ?? zone ?? 'UTC').epochMilliseconds
}

/** A date of the series in the form of its start: a day, or wall-clock time in its zone. */
function localOf(moment: Moment, start: Moment): string {
  if (start.isDay) return moment.local.slice(0, 10)
  if (moment.isDay) return `${moment.local}T${start.local.slice(11)}`
  if (moment.zone === null || start.zone === null || moment.zone === start.zone) return moment.local
  return Temporal.Instant.fromEpochMilliseconds(instantOf(moment, start.zone))
    .toZonedDateTimeISO(start.zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}

/** An instance of a series: its day, its start in UTC (`…Z`), or where no zone is written its start on the series' clocks. */
function instanceName(moment: Moment): string {
  if (moment.isDay || moment.zone === null) return moment.local
  const instant = Temporal.Instant.fromEpochMilliseconds(instantOf(moment, null))
  return instant.toString({ smallestUnit: 'second' })
}

function textOrNull(property: Property | undefined): string | null {
  const text = unescapeText(property?.value ?? '')
  return text.trim() === '' ? null : text
}

function people(lines: readonly Property[]): string | null {
  const names = lines.map(({ params, value }) =>
    [params.get('CN'), value.replace(/^mailto:/i, '')]
      .filter((part) => part !== undefined && part !== '')
      .join(' '),
  )
  return names.length === 0 ? null : [...new Set(names)].join('\n')
}

function madeUpId(raw: string): string {
  return `no-uid-${createHash('sha256').update(raw).digest('hex').slice(0, 24)}`
}
