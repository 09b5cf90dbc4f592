/** Repeat rules: what node-ical's engine makes of them, within bounds. */
import ical from 'node-ical'
import { Temporal } from 'temporal-polyfill'
import type { SourceEvent } from './source-event.ts'

type Ruled = Pick<SourceEvent, 'allDay' | 'start' | 'zone' | 'rule'>

/** Nobody's event repeats more often; rules that do are mistakes or attacks. A day. */
const maxPerDay = 48
const minutesPerDay = 1440

interface Rule {
  /** Wall-clock starts: instants for an event with a zone, else the wall clock as if it were UTC. Both ends included. */
  between(fromMs: number, toMs: number): number[]
}

/** Throws an `Error` with a plain reason when the rule cannot be followed, or would repeat without measure. */
export function assertRule(event: Ruled): void {
  const times = timesPerDay(event.rule ?? '')
  if (times > maxPerDay)
    throw new Error(`it repeats up to ${Math.floor(times).toLocaleString('en')} times a day`)
  const rule = createRule(event, 'UTC')
  // A count has to be worked out from the start: far ahead shows whether that can be done.
  if (/COUNT=/i.test(event.rule ?? '')) {
    const far = Temporal.PlainDateTime.from(event.start)
      .add({ years: 30 })
      .toZonedDateTime('UTC').epochMilliseconds
    rule.between(far, far + 86_400_000)
  }
}

/** An upper bound from the rule's own parts, without working it out. */
function timesPerDay(rule: string): number {
  const part = (name: string) => new RegExp(`(?:^|;)${name}=([^;]*)`, 'i').exec(rule)?.[1]
  const listed = (name: string) => part(name)?.split(',').length ?? 1
  const interval = Math.max(1, Number(part('INTERVAL') ?? 1) || 1)
  const [hours, minutes, seconds] = [listed('BYHOUR'), listed('BYMINUTE'), listed('BYSECOND')]
  switch (part('FREQ')?.toUpperCase()) {
    case 'SECONDLY':
      return (minutesPerDay * 60) / interval
    case 'MINUTELY':
      return (minutesPerDay / interval) * seconds
    case 'HOURLY':
      return (24 / interval) * minutes * seconds
    default:
      return hours * minutes * seconds
  }
}

/** `ownerZone` is only read where the rule ends in UTC and the event has no zone of its own. */
export function createRule(event: Ruled, ownerZone: string): Rule {
  const { allDay, start, zone, rule } = event
  const compact = (allDay ? `${start}T00:00:00` : start).replace(/[-:]/g, '')
  const dtstart =
    allDay || zone === null || zone === 'UTC'
      ? `DTSTART:${compact}Z`
      : `DTSTART;TZID=${zone.replace(':', '')}:${compact}`
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:x',
    dtstart,
    `RRULE:${withEnd(rule ?? '', event, ownerZone)}`,
  ]
  const parsed = ical.sync.parseICS([...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')).x
  const engine = parsed?.type === 'VEVENT' ? parsed.rrule : undefined
  if (engine === undefined) throw new Error('it has no FREQ')
  return {
    between: (fromMs, toMs) =>
      engine.between(new Date(fromMs), new Date(toMs), true).map((date) => date.getTime()),
  }
}

/** Moments at which writers put the end of a day when they mean the day. UTC. */
const endOfDay = new Set(['000000', '235959'])

/**
 * The rule with its UNTIL in the clocks that the engine counts in, so that the last instance is in: a day alone holds
 * all its instances, and a UTC moment on an all-day event is the day it falls on for the owner.
 */
function withEnd(rule: string, { allDay, zone }: Ruled, ownerZone: string): string {
  return rule.replace(/[\r\n]/g, '').replace(/UNTIL=([^;]*)/i, (_, until: string) => {
    const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/i.exec(until.trim())
    if (match === null) throw new Error(`UNTIL is not a date (${until.slice(0, 20)})`)
    const [, year, month, day, hour = '23', minute = '59', second = '59', utc] = match
    const written = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
    const counted = zone === null || allDay ? 'UTC' : zone
    if (utc === undefined)
      return `UNTIL=${stamp((allDay ? endOf(written) : written).toZonedDateTime(counted))}`
    const instant = written.toZonedDateTime('UTC')
    if (!allDay && zone !== null) return `UNTIL=${stamp(instant)}`
    const isDay = allDay && endOfDay.has(`${hour}${minute}${second}`)
    const local = isDay ? written : instant.withTimeZone(ownerZone).toPlainDateTime()
    return `UNTIL=${stamp((allDay ? endOf(local) : local).toZonedDateTime('UTC'))}`
  })
}

function endOf(moment: Temporal.PlainDateTime): Temporal.PlainDateTime {
  return moment.with({ hour: 23, minute: 59, second: 59 })
}

function stamp(moment: Temporal.ZonedDateTime): string {
  const utc = moment.withTimeZone('UTC').toPlainDateTime().toString({ smallestUnit: 'second' })
  return `${utc.replace(/[-:]/g, '')}Z`
}

/** The last day, in UTC and a day to spare, on which the rule can still begin an instance; null when it has no end. */
export function lastRuleDay(rule: string): string | null {
  const match = /UNTIL=(\d{4})(\d{2})(\d{2})/i.exec(rule)
  if (match === null) return null
  return Temporal.PlainDate.from(`${match[1]}-${match[2]}-${match[3]}`).add({ days: 2 }).toString()
}
