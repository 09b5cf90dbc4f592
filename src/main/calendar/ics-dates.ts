/** Dates, times and lengths of time as .ics files write them. */
import { Temporal } from 'temporal-polyfill'

export interface Moment {
  readonly isDay: boolean
  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`. */
  readonly local: string
  /** `UTC` when it says so; null = not said here. */
  readonly zone: string | null
}

export class UnreadableDate extends Error {}

const day = /^(\d{4})-?(\d{2})-?(\d{2})$/
const dayAndTime = /^(\d{4})-?(\d{2})-?(\d{2})T(\d{2}):?(\d{2}):?(\d{2})?(?:\.\d+)?(Z)?$/i

/** `kind` is the VALUE parameter. Throws `UnreadableDate` for anything that is no date of the calendar. */
export function parseMoment(text: string, kind: string | undefined): Moment {
  const isDay = kind?.toUpperCase() === 'DATE' || day.test(text)
  const parts = isDay
    ? day.exec(text.slice(0, text.includes('T') ? text.indexOf('T') : undefined))
    : dayAndTime.exec(text)
  if (parts === null) throw new UnreadableDate(text)
  const [, year = '', month = '', date = '', hour = '00', minute = '00', second = '00'] = parts
  try {
    if (isDay)
      return { isDay, local: Temporal.PlainDate.from(`${year}-${month}-${date}`).toString(), zone: null }
    const local = Temporal.PlainDateTime.from(`${year}-${month}-${date}T${hour}:${minute}:${second}`)
    const zone = parts[7] === undefined ? null : 'UTC'
    return { isDay, local: local.toString({ smallestUnit: 'second' }), zone }
  } catch {
    throw new UnreadableDate(text)
  }
}

/** Longer than this is a mistake, and would leave what dates can hold. */
const maxDays = 40_000

/** `P1DT2H`, `-PT15M`, `P2W`, or null. Days are by the calendar, the rest by the stop-watch. */
export function parseDuration(text: string): { days: number; ms: number } | null {
  try {
    const duration = Temporal.Duration.from(text)
    if (duration.years !== 0 || duration.months !== 0) return null
    const days = duration.weeks * 7 + duration.days
    const rest = duration.with({ weeks: 0, days: 0 })
    const ms = rest.total({ unit: 'millisecond' })
    return Math.abs(days) + Math.abs(ms) / 86_400_000 > maxDays ? null : { days, ms: Math.trunc(ms) }
  } catch {
    return null
  }
}
