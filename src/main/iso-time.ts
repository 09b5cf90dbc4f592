import { Temporal } from 'temporal-polyfill'

/** `2026-11-30T09:00:00+01:00`: the second as the owner's clocks showed it, always in this form. `zone` is an IANA zone. */
export function isoTime(epochMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

const offset = /(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/
const written = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]+(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s*(.*))?$/

/**
 * Milliseconds since 1970 UTC of an ISO 8601 time, or null when it is none. A time without an offset is read in
 * `zone`, a day without a time at its start there, and a time that a clock change skipped as the one after it.
 */
export function parseIsoTime(text: string, zone: string): number | null {
  const [, day, time, rest = ''] = written.exec(text.trim()) ?? []
  if (day === undefined || (rest !== '' && !offset.test(`x${rest}`))) return null
  try {
    const clock =
      time === undefined
        ? '00:00'
        : time.replace(',', '.').padStart(time.indexOf(':') === 1 ? time.length + 1 : 0, '0')
    if (rest !== '') return Temporal.Instant.from(`${day}T${clock}${rest}`).epochMilliseconds
    return Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return null // a day or an hour that does not exist
  }
}
