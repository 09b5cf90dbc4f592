/** From what calendars call a time zone to one that the clock arithmetic knows. */
import ical from 'node-ical'
import { Temporal } from 'temporal-polyfill'
import type { Observance } from './ics-components.ts'

/** The zone for a TZID as of a year, or null when nothing says what it means. */
export type ZoneResolver = (tzid: string, year: number) => string | null

/**
 * Knows IANA names (also behind a vendor's prefix), Windows names, offsets, and whatever the file itself describes
 * in VTIMEZONE blocks: those are matched month by month with the known zones, the owner's first.
 */
export function createZoneResolver(
  described: ReadonlyMap<string, readonly Observance[]>,
  ownerZone: string,
): ZoneResolver {
  const known = new Map<string, string | null>()
  return (tzid, year) => {
    const key = `${tzid} ${year}`
    const cached = known.get(key)
    if (cached !== undefined) return cached
    const zone = named(tzid) ?? matching(described.get(tzid) ?? [], year, ownerZone)
    known.set(key, zone)
    return zone
  }
}

/** Longer names are no zones. */
const maxNameLength = 100

function named(tzid: string): string | null {
  if (isZone(tzid)) return tzid
  // Vendors put their own names in front: /mozilla.org/20050126_1/Europe/Vienna.
  const parts = tzid.slice(0, maxNameLength).split('/')
  for (let from = 1; from < parts.length - 1; from++) {
    const behind = parts.slice(from).join('/')
    if (isZone(behind)) return behind
  }
  if (/^tzone:\/\/microsoft\/utc$/i.test(tzid)) return 'UTC'
  const offset = /^\(?(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?\)?$/i.exec(tzid)
  if (offset !== null)
    return offsetZone(offset[1] === '-' ? -1 : 1, Number(offset[2]), Number(offset[3] ?? 0))
  return windowsZone(tzid)
}

function offsetZone(sign: 1 | -1, hours: number, minutes: number): string | null {
  if (hours > 14 || minutes > 59) return null
  const two = (value: number) => String(value).padStart(2, '0')
  return `${sign < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}

function isZone(name: string): boolean {
  if (name === '') return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** The table of Windows names is in node-ical; asking for one of these would give the machine's own zone instead. */
const asksForTheMachine = /^customized time zone|^tzone:|^\(no tz/i

function windowsZone(tzid: string): string | null {
  if (asksForTheMachine.test(tzid) || /[\r\n":;]/.test(tzid.replace(/^\(UTC[^)]*\)/i, ''))) return null
  const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:x', `DTSTART;TZID="${tzid}":20260101T000000`]
  const event = ical.sync.parseICS([...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')).x
  const zone = event?.type === 'VEVENT' && event.start instanceof Date ? event.start.tz : undefined
  return zone !== undefined && zone !== tzid && isZone(zone) ? zone : null
}

/** Tried before the whole list, so that a match gets the name people expect. */
const commonZones = [
  'Europe/London',
  'Europe/Berlin',
  'Europe/Helsinki',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
]

function matching(all: readonly Observance[], year: number, ownerZone: string): string | null {
  const standard = latest(all, false, year)
  const daylight = latest(all, true, year)
  const only = standard ?? daylight
  if (only === undefined) return null
  if (standard === undefined || daylight === undefined) {
    const { offsetMinutes } = only
    const minutes = Math.abs(offsetMinutes)
    return offsetZone(offsetMinutes < 0 ? -1 : 1, Math.floor(minutes / 60), minutes % 60)
  }
  const wanted = monthlyOffsets(standard, daylight)
  const fits = (zone: string) => isSame(zone, year, wanted)
  return [ownerZone, ...commonZones].find(fits) ?? Intl.supportedValuesOf('timeZone').find(fits) ?? null
}

function latest(all: readonly Observance[], isDaylight: boolean, year: number): Observance | undefined {
  const own = all.filter((each) => each.isDaylight === isDaylight).sort((a, b) => a.startYear - b.startYear)
  return own.findLast((each) => each.startYear <= year) ?? own[0]
}

/** Offset in minutes in the middle of each month, null in the two months in which clocks change. */
function monthlyOffsets(standard: Observance, daylight: Observance): (number | null)[] {
  return Array.from({ length: 12 }, (_, index) => {
    const month = index + 1
    if (month === standard.month || month === daylight.month) return null
    const sinceStandard = (month - standard.month + 12) % 12
    const sinceDaylight = (month - daylight.month + 12) % 12
    return sinceStandard < sinceDaylight ? standard.offsetMinutes : daylight.offsetMinutes
  })
}

function isSame(zone: string, year: number, wanted: readonly (number | null)[]): boolean {
  return wanted.every((offset, index) => {
    if (offset === null) return true
    const noon = Temporal.PlainDateTime.from({ year, month: index + 1, day: 15, hour: 12 })
    return noon.toZonedDateTime(zone).offsetNanoseconds === offset * 60_000_000_000
  })
}
