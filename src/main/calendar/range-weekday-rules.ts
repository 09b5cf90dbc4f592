/** Rules for weekdays: alone, with this/next/last, in a week, with a date, and "the first Monday in June". */
import { Temporal } from 'temporal-polyfill'
import { dayOfMonth, dayThenMonth, figures, monthThenDay } from './range-date-rules.ts'
import { countAt, dayNumberAt, daySpan, firstOf, fixed, open, type Rule, unitAt } from './range-parts.ts'
import { innerPeriod, modifiedUnit, modifierAt, numberedWeek, periodOf, steps } from './range-period-rules.ts'
import {
  hasRole,
  isCapital,
  isFree,
  isSign,
  meaningAt,
  type Sentence,
  skip,
  wordAt,
} from './range-sentence.ts'
import { dayOf, monthly, oneDay, weekdayBefore, weekdayFrom, weekdayIn, weekOf } from './range-spans.ts'
import type { Piece, Reading, Setting, Span } from './range-types.ts'
import type { Modifier, Unit } from './range-words.ts'

/** A week that can carry a weekday: `next week`, `week 23`, `in two weeks`. */
const weekAtom: Rule = (s, i) => {
  const piece = modifiedUnit(s, i) ?? numberedWeek(s, i)
  if (piece !== null) return piece.grain === 'week' ? piece : null
  if (!hasRole(s, i, 'in')) return null
  const count = countAt(s, i + 1)
  const unit = count === null ? null : unitAt(s, count.next)
  if (count === null || unit?.value !== 'week') return null
  return fixed(unit.next, 'week', periodOf('week', s.setting, count.value)?.span ?? null)
}

/** `next week on Tuesday`, `this week's Friday`. */
export const weekThenWeekday: Rule = (s, i) => {
  const week = weekAtom(s, i)
  if (week === null) return null
  const weekday = weekdayAt(s, skip(s, isSign(s, week.next, ',') ? week.next + 1 : week.next, 'on'))
  return weekday === null ? null : dayInWeek(weekday.next, week, weekday.value)
}

function dayInWeek(next: number, week: Piece, weekday: number): Piece {
  const resolve = (reading: Reading) => {
    const span = week.resolve(reading)
    return span === null ? null : oneDay(weekdayIn(span, weekday))
  }
  return { next, grain: 'day', fixed: week.fixed, week, resolve }
}

/** `Tuesday next week`, `next Tuesday`, `Wednesday, 3 June`, `Friday the 13th`, `on Wednesday`. */
export const weekday: Rule = (s, i) => {
  const modifier = modifierAt(s, i)
  const day = weekdayAt(s, modifier?.next ?? i)
  if (day === null || meaningAt(s, i - 1).notBeforeWeekday === true) return null
  const behind = skip(s, isSign(s, day.next, ',.(') ? day.next + 1 : day.next, 'on')
  // A full date decides, not the weekday in front of it.
  const date = firstOf([figures, monthThenDay, dayThenMonth], s, behind)
  if (date !== null) return date
  const dayNumber = dayOfMonth(s, behind)
  if (dayNumber !== null) return onWeekday(dayNumber, day.value)
  if (modifier !== null) return fixed(day.next, 'day', modifiedWeekday(modifier.value, day.value, s.setting))
  const week = weekAtom(s, isSign(s, day.next, ',') ? day.next + 1 : skip(s, day.next, 'of'))
  if (week !== null) return dayInWeek(week.next, week, day.value)
  return open(day.next, 'day', ({ at, direction }) =>
    oneDay(direction === 'coming' ? weekdayFrom(at, day.value) : weekdayBefore(at, day.value)),
  )
}

/** "Friday the 13th" is the next 13th that is a Friday; where none is near, the next 13th. */
function onWeekday(date: Piece, weekday: number): Piece {
  return open(date.next, 'day', (reading) => {
    const own = date.resolve(reading)
    if (own === null || own.start.dayOfWeek === weekday) return own
    const matching = monthly((first) => {
      const found = dayOf(first.year, first.month, own.start.day)
      return found?.dayOfWeek === weekday ? oneDay(found) : null
    }, reading)
    return matching ?? own
  })
}

function modifiedWeekday(modifier: Modifier, weekday: number, setting: Setting): Span {
  const { today, weekStart, past } = setting
  if (modifier === 'coming') return oneDay(weekdayFrom(today.add({ days: 1 }), weekday))
  if (modifier === 'last' || modifier === 'rolling') return oneDay(weekdayBefore(today, weekday))
  if (modifier === 'this') {
    if (!past) return oneDay(weekdayFrom(today, weekday))
    return oneDay(weekdayBefore(today.add({ days: 1 }), weekday))
  }
  return oneDay(weekdayIn(weekOf(today.add({ weeks: steps[modifier] }), weekStart), weekday))
}

/** Signs and words that join two weekdays: what makes "Sat-Sun" weekdays. */
function joins(s: Sentence, i: number): boolean {
  return isSign(s, i, '-–—/&') || hasRole(s, i, 'to', 'until', 'and')
}

function weekdayAt(s: Sentence, i: number): { value: number; next: number } | null {
  const { weekday: full, shortWeekday } = meaningAt(s, i)
  if (full !== undefined) return { value: full, next: i + 1 }
  if (shortWeekday === undefined || !isShortMeant(s, i)) return null
  return { value: shortWeekday, next: isSign(s, i + 1, '.') ? i + 2 : i + 1 }
}

/** Short weekdays that are words of their own. */
const otherWords = new Set(['sat', 'sun', 'wed'])

function isShortMeant(s: Sentence, i: number): boolean {
  const isLong = (wordAt(s, i)?.length ?? 0) > 2
  const isCapitalised = isCapital(s, i)
  const neighbour = (joint: number, other: number) =>
    joins(s, joint) && meaningAt(s, other).shortWeekday !== undefined && isCapital(s, other)
  if (isCapitalised && (neighbour(i + 1, i + 2) || neighbour(i - 1, i - 2))) return true
  const after = s.tokens[isSign(s, i + 1, '.,') ? i + 2 : i + 1]
  if (isCapitalised && (after?.kind === 'date' || (after?.kind === 'number' && after.value <= 31)))
    return true
  if (!isLong) return false
  if (s.tokens.length === 1) return isCapitalised || !otherWords.has(wordAt(s, i) ?? '')
  const before = meaningAt(s, i - 1).modifier
  return (before !== undefined || hasRole(s, i - 1, 'on', 'until', 'since')) && isFree(s, i + 1)
}

/** `the first Monday in June`, `last week of May`, `the last day of the month`, `second weekend of next month`. */
export const nthIn: Rule = (s, start) => {
  const i = skip(s, start, 'the')
  const token = s.tokens[i]
  const nth =
    token?.kind === 'number' && (token.ordinal || token.dotted) && token.value <= 5
      ? token.value
      : meaningAt(s, i).ordinal
  if (nth === undefined || nth > 5) return null
  const day = weekdayAt(s, i + 1)
  const unit = meaningAt(s, i + 1).unit
  if (day === null && unit !== 'day' && unit !== 'week' && unit !== 'weekend') return null
  if (!hasRole(s, i + 2, 'of', 'in')) return null
  const period = innerPeriod(s, i + 3)
  if (period === null || (period.grain !== 'month' && unit !== 'day' && unit !== 'week')) return null
  const grain = unit === 'week' || unit === 'weekend' ? unit : 'day'
  return open(period.next, grain, (reading) => {
    const span = period.resolve(reading)
    return span === null ? null : nthSpan(span, nth, day?.value ?? unit)
  })
}

function nthSpan(span: Span, nth: number, what: number | Unit | undefined): Span | null {
  const isLast = nth < 0
  const inside = (found: Span) => (Temporal.PlainDate.compare(found.start, span.end) > 0 ? null : found)
  if (what === 'day') return inside(oneDay(isLast ? span.end : span.start.add({ days: nth - 1 })))
  if (what === 'week') {
    if (isLast) return { start: span.end.subtract({ days: 6 }), end: span.end }
    const start = span.start.add({ weeks: nth - 1 })
    const end = start.add({ days: 6 })
    return inside({ start, end: Temporal.PlainDate.compare(end, span.end) > 0 ? span.end : end })
  }
  const weekdayWanted = what === 'weekend' ? 6 : typeof what === 'number' ? what : 1
  const day = isLast
    ? weekdayBefore(span.end.add({ days: 1 }), weekdayWanted)
    : weekdayFrom(span.start, weekdayWanted).add({ weeks: nth - 1 })
  return inside({ start: day, end: what === 'weekend' ? day.add({ days: 1 }) : day })
}

/** `the 5th of next month`, `15th of the month`. */
export const dayOfPeriod: Rule = (s, i) => {
  const day = dayNumberAt(s, i)
  if (day === null || !day.ordinal || !hasRole(s, day.next, 'of')) return null
  const period = innerPeriod(s, day.next + 1)
  if (period?.grain !== 'month') return null
  return open(period.next, 'day', (reading) => {
    const month = period.resolve(reading)?.start
    return month === undefined ? null : daySpan(month.year, month.month, day.value)
  })
}

/** `the Monday after Christmas`, `Friday before the 5th`, `Tuesday after next`. */
export function weekdayBeside(target: Rule): Rule {
  return (s, start) => {
    const day = weekdayAt(s, skip(s, start, 'the'))
    const isBefore = day !== null && hasRole(s, day.next, 'before')
    if (day === null || (!isBefore && !hasRole(s, day.next, 'after'))) return null
    const afterNext = periodOf('week', s.setting, steps['after-next'])
    if (
      !isBefore &&
      afterNext !== null &&
      meaningAt(s, day.next + 1).modifier === 'next' &&
      isFree(s, day.next + 2)
    )
      return fixed(day.next + 2, 'day', oneDay(weekdayIn(afterNext.span, day.value)))
    const piece = target(s, day.next + 1)
    if (piece === null) return null
    return open(piece.next, 'day', (reading) => {
      const span = piece.resolve(reading)
      if (span === null) return null
      return oneDay(
        isBefore ? weekdayBefore(span.start, day.value) : weekdayFrom(span.end.add({ days: 1 }), day.value),
      )
    })
  }
}
