/** An event's instances in a stretch of days, in the owner's zone. */
import { Temporal } from 'temporal-polyfill'
import { createRule } from './recurrence-rule.ts'
import type { SourceEvent } from './source-event.ts'

/** Of a timed instance milliseconds since 1970 UTC; of an all-day one the first and the last day. */
export type Occurrence =
  | { readonly allDay: true; readonly first: string; readonly last: string }
  | { readonly allDay: false; readonly startMs: number; readonly endMs: number }

export interface Stretch {
  /** Whole days in `zone`, both included. */
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
  /** The owner's zone. */
  readonly zone: string
}

const dayMs = 86_400_000
/** Longest piece of a rule worked out at once, so that a dense rule is noticed before it fills the memory. */
const chunkDays = 62

/** Too many instances: the caller has to ask for less. */
export class TooManyOccurrences extends Error {}

/**
 * All instances that touch the stretch, earliest first. `replaced` names the instances that have an event of their own.
 * Throws `TooManyOccurrences` beyond `limit`.
 */
export function occurrences(
  event: SourceEvent,
  stretch: Stretch,
  replaced: ReadonlySet<string>,
  limit: number,
): Occurrence[] {
  const clocks = event.zone ?? stretch.zone
  const gone = new Set([...event.removed, ...replaced])
  const found = new Map<string, Occurrence>()
  for (const local of starts(event, stretch, limit)) {
    if (found.has(local) || isGone(event, local, clocks, gone)) continue
    const occurrence = occurrenceAt(event, local, clocks)
    if (!touches(occurrence, stretch)) continue
    found.set(local, occurrence)
    if (found.size > limit) throw new TooManyOccurrences()
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, occurrence]) => occurrence)
}

/** Local starts, in the form of `event.start`; some may lie outside the stretch. */
function* starts(event: SourceEvent, stretch: Stretch, limit: number): Generator<string> {
  if (event.rule === null) yield event.start
  else yield* ruleStarts(event, stretch, limit)
  yield* event.added
}

function* ruleStarts(event: SourceEvent, { from, to, zone }: Stretch, limit: number): Generator<string> {
  const rule = ruleOf(event, zone)
  // Two days wider: zones are up to 26 hours apart, and the exact test comes later.
  const lengthDays = event.durationDays + Math.ceil(event.durationMs / dayMs)
  const first = utcMidnight(from.subtract({ days: lengthDays + 2 }))
  const last = utcMidnight(to.add({ days: 2 }))
  let count = 0
  for (let at = first; at <= last; at += chunkDays * dayMs) {
    for (const ms of rule.between(at, Math.min(last, at + chunkDays * dayMs - 1))) {
      count += 1
      if (count > limit + 2 * chunkDays) throw new TooManyOccurrences()
      yield localStart(event, ms)
    }
  }
}

function utcMidnight(day: Temporal.PlainDate): number {
  return day.toZonedDateTime('UTC').epochMilliseconds
}

/** The engine counts an event with a zone in instants, and any other in wall-clock time as if it were UTC. */
function localStart({ allDay, zone }: SourceEvent, ms: number): string {
  const clocks = allDay || zone === null ? 'UTC' : zone
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(clocks).toPlainDateTime()
  const text = local.toString({ smallestUnit: 'second' })
  return allDay ? text.slice(0, 10) : text
}

/** Making a rule costs about a millisecond, and lists ask for the same ones again and again. */
const rules = new WeakMap<SourceEvent, ReturnType<typeof createRule>>()

function ruleOf(event: SourceEvent, zone: string): ReturnType<typeof createRule> {
  const known = rules.get(event)
  if (known !== undefined) return known
  const made = createRule(event, zone)
  rules.set(event, made)
  return made
}

function isGone(event: SourceEvent, local: string, clocks: string, gone: ReadonlySet<string>): boolean {
  if (gone.size === 0) return false
  const day = local.slice(0, 10)
  if (gone.has(day) || gone.has(local)) return true
  if (event.allDay) return gone.has(`${day}T00:00:00`) || gone.has(`${day}T00:00:00Z`)
  const instant = Temporal.PlainDateTime.from(local).toZonedDateTime(clocks).toInstant()
  return gone.has(instant.toString({ smallestUnit: 'second' }))
}

function occurrenceAt(event: SourceEvent, local: string, clocks: string): Occurrence {
  if (event.allDay) {
    const first = Temporal.PlainDate.from(local)
    return { allDay: true, first: local, last: first.add({ days: event.durationDays - 1 }).toString() }
  }
  const start = Temporal.PlainDateTime.from(local).toZonedDateTime(clocks)
  const end = start.add({ days: event.durationDays }).epochMilliseconds + event.durationMs
  return { allDay: false, startMs: start.epochMilliseconds, endMs: end }
}

/** An end is exclusive, but an instance without length touches the day it is on. */
function touches(occurrence: Occurrence, { from, to, zone }: Stretch): boolean {
  if (occurrence.allDay) return occurrence.first <= to.toString() && occurrence.last >= from.toString()
  const begin = from.toZonedDateTime(zone).epochMilliseconds
  const end = to.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  const { startMs, endMs } = occurrence
  return startMs < end && (endMs > begin || startMs >= begin)
}
