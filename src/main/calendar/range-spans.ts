/** Calendar arithmetic on whole days. Nothing here knows words; nothing here knows time zones. */
import { Temporal } from 'temporal-polyfill'
import type { Reading, Span, WeekStart } from './range-types.ts'

type Day = Temporal.PlainDate

/** Years that a person can mean; also keeps every sum far inside what a date can hold. */
const firstYear = 1
const lastYear = 9999

export function isWithinYears(span: Span): boolean {
  return span.start.year >= firstYear && span.end.year <= lastYear
}

export function dayOf(year: number, month: number, day: number): Day | null {
  if (year < firstYear || year > lastYear || month < 1 || month > 12 || day < 1) return null
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return day > first.daysInMonth ? null : first.with({ day })
}

export function oneDay(day: Day): Span {
  return { start: day, end: day }
}

export function weekOf(day: Day, weekStart: WeekStart): Span {
  const first = { monday: 1, saturday: 6, sunday: 7 }[weekStart]
  const start = day.subtract({ days: (day.dayOfWeek - first + 7) % 7 })
  return { start, end: start.add({ days: 6 }) }
}

/** Saturday and Sunday of the Monday-to-Sunday week that holds the day, whatever day weeks start on. */
export function weekendOf(day: Day): Span {
  const start = day.add({ days: 6 - day.dayOfWeek })
  return { start, end: start.add({ days: 1 }) }
}

export function monthOf(day: Day): Span {
  return { start: day.with({ day: 1 }), end: day.with({ day: day.daysInMonth }) }
}

export function quarterOf(day: Day): Span {
  const start = day.with({ day: 1, month: day.month - ((day.month - 1) % 3) })
  return { start, end: monthOf(start.add({ months: 2 })).end }
}

export function yearOf(day: Day): Span {
  return { start: day.with({ month: 1, day: 1 }), end: day.with({ month: 12, day: 31 }) }
}

/** Monday to Sunday of ISO week `week`, or null in years that have no week 53. */
export function isoWeek(year: number, week: number): Span | null {
  const fourth = dayOf(year, 1, 4)
  if (fourth === null || week < 1 || week > 53) return null
  const start = weekOf(fourth, 'monday').start.add({ weeks: week - 1 })
  return start.add({ days: 3 }).year === year ? { start, end: start.add({ days: 6 }) } : null
}

/** The weekday (1 = Monday) on or after the day. */
export function weekdayFrom(day: Day, weekday: number): Day {
  return day.add({ days: (weekday - day.dayOfWeek + 7) % 7 })
}

/** The weekday (1 = Monday) before the day. */
export function weekdayBefore(day: Day, weekday: number): Day {
  return day.subtract({ days: (day.dayOfWeek - weekday + 6) % 7 }).subtract({ days: 1 })
}

export function weekdayIn(span: Span, weekday: number): Day {
  return weekdayFrom(span.start, weekday)
}

/** Gregorian Easter Sunday (the anonymous algorithm published in Nature, 1876). */
export function easterSunday(year: number): Day | null {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = Math.floor((a + 11 * d + 22 * e) / 451)
  const n = d + e - 7 * f + 114
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1)
}

/** Enough years either way to meet 29 February and an ISO week 53 across a skipped leap year. */
const yearsSearched = 12

/** The yearly span that the reading picks. `make` gives null in years without one (29 February, week 53). */
export function yearly(make: (year: number) => Span | null, reading: Reading): Span | null {
  const step = reading.direction === 'coming' ? 1 : -1
  // One year back too: a winter or a week 1 may hold `at` and belong to the year before.
  for (let i = -1; i <= yearsSearched; i++) {
    const span = make(reading.at.year + i * step)
    if (span !== null && fits(span, reading)) return span
  }
  return null
}

/** The monthly span that the reading picks; `make` gives null in months without one (the 31st). */
export function monthly(make: (month: Day) => Span | null, reading: Reading): Span | null {
  const step = reading.direction === 'coming' ? 1 : -1
  for (let i = 0; i <= yearsSearched; i++) {
    const span = make(reading.at.with({ day: 1 }).add({ months: i * step }))
    if (span !== null && fits(span, reading)) return span
  }
  return null
}

function fits(span: Span, reading: Reading): boolean {
  return reading.direction === 'coming'
    ? Temporal.PlainDate.compare(span.end, reading.at) >= 0
    : Temporal.PlainDate.compare(span.start, reading.at) <= 0
}
