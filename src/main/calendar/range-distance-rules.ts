/** Rules for days counted from somewhere: tomorrow, in two weeks, three days ago, the next ten days, the day after X. */
import type { Temporal } from 'temporal-polyfill'
import { countAt, fixed, open, plainYearAt, type Rule, unitAt } from './range-parts.ts'
import { modifierAt } from './range-period-rules.ts'
import { hasRole, meaningAt, type Sentence, skip, wordAt } from './range-sentence.ts'
import { oneDay, weekendOf } from './range-spans.ts'
import type { Piece, Setting, Span } from './range-types.ts'
import type { Unit } from './range-words.ts'

type Day = Temporal.PlainDate

/** Words before which "morgen" is the morning and not tomorrow; "heute morgen" is read as one. */
const beforeMorning = new Set(['am', 'guten', 'jeden', 'den'])

/** `today`, `tomorrow`, `vorgestern`; `tonight` is today. */
export const relativeDay: Rule = (s, i) => {
  const { day, dayPart } = meaningAt(s, i)
  if (day === undefined) return null
  if (dayPart === true && beforeMorning.has(wordAt(s, i - 1) ?? '')) return null
  return fixed(i + 1, 'day', oneDay(s.setting.today.add({ days: day })))
}

/** `right now`, `from now`, `until now`; "now" alone is mostly a filler. */
export const now: Rule = (s, i) => {
  const word = wordAt(s, i)
  if (word !== 'now' && word !== 'jetzt') return null
  const isAsked = wordAt(s, i - 1) === 'right' || hasRole(s, i - 1, 'from', 'until', 'to', 'between')
  return isAsked ? fixed(i + 1, 'day', oneDay(s.setting.today)) : null
}

/** `this morning` and `this evening` are today, `last night` is yesterday. */
export const modifiedDayPart: Rule = (s, i) => {
  const modifier = modifierAt(s, i)
  if (modifier === null || meaningAt(s, modifier.next).dayPart !== true) return null
  const { today } = s.setting
  if (modifier.value === 'this') return fixed(modifier.next + 1, 'day', oneDay(today))
  if (modifier.value !== 'last') return null
  return fixed(modifier.next + 1, 'day', oneDay(today.subtract({ days: 1 })))
}

/** `in two weeks`, `within 10 days`. */
export const inUnits: Rule = (s, i) => {
  if (!hasRole(s, i, 'in', 'within') || plainYearAt(s, i + 1) !== null) return null
  const amount = amountAt(s, i + 1)
  if (amount === null) return null
  const { today } = s.setting
  const day = moved(s.setting, amount, 1)
  if (day === null) return null
  return hasRole(s, i, 'within')
    ? fixed(amount.next, 'range', { start: today, end: day })
    : fixed(amount.next, 'day', oneDay(day))
}

/** `two days ago`, `a week from now`, `vor zwei Tagen`. */
export const unitsAway: Rule = (s, i) => {
  const isBefore = hasRole(s, i, 'ago-before')
  const amount = amountAt(s, isBefore ? i + 1 : i)
  if (amount === null) return null
  const { next } = amount
  const fromNow =
    hasRole(s, next, 'from') && (wordAt(s, next + 1) === 'now' || meaningAt(s, next + 1).day === 0)
      ? next + 2
      : hasRole(s, next, 'hence')
        ? next + 1
        : null
  if (fromNow !== null && !isBefore) return aDay(fromNow, moved(s.setting, amount, 1))
  if (isBefore) return aDay(next, moved(s.setting, amount, -1))
  return hasRole(s, next, 'ago') ? aDay(next + 1, moved(s.setting, amount, -1)) : null
}

/** `the next 10 days` begin today, `the last 3 months` end today; both have as many days as they say. */
export const countedPeriod: Rule = (s, i) => {
  const modifier = modifierAt(s, i)
  if (modifier === null || modifier.value === 'this' || modifier.value === 'after-next') return null
  const amount = amountAt(s, modifier.next) ?? fewAt(s, modifier.next)
  if (amount === null) return null
  const { today } = s.setting
  const isBack = modifier.value === 'last' || modifier.value === 'rolling'
  const far = moved(s.setting, amount, isBack ? -1 : 1)
  if (far === null) return null
  if (amount.unit === 'hour' || amount.unit === 'minute')
    return fixed(amount.next, 'range', isBack ? { start: far, end: today } : { start: today, end: far })
  const span = isBack
    ? { start: far.add({ days: 1 }), end: today }
    : { start: today, end: far.subtract({ days: 1 }) }
  return span.end.since(span.start).sign < 0 ? null : fixed(amount.next, 'range', span)
}

interface Amount {
  readonly count: number
  readonly unit: Unit
  readonly next: number
}

function amountAt(s: Sentence, i: number): Amount | null {
  const count = countAt(s, i)
  const unit = count === null ? null : unitAt(s, count.next)
  if (count === null || unit === null || unit.value === 'weekend') return null
  return { count: count.value, unit: unit.value, next: unit.next }
}

/** "the next days", "in den nächsten Wochen": a few. */
function fewAt(s: Sentence, i: number): Amount | null {
  const { plural } = meaningAt(s, i)
  const few = 3
  return plural === undefined ? null : { count: few, unit: plural, next: i + 1 }
}

function aDay(next: number, day: Day | null): Piece | null {
  return day === null ? null : fixed(next, 'day', oneDay(day))
}

function moved(setting: Setting, { count, unit }: Amount, sign: 1 | -1): Day | null {
  if (unit === 'hour') return setting.now.add({ hours: count * sign }).toPlainDate()
  if (unit === 'minute') return setting.now.add({ minutes: count * sign }).toPlainDate()
  return movedFrom(setting.today, count * sign, unit)
}

function movedFrom(day: Day, count: number, unit: Unit): Day | null {
  switch (unit) {
    case 'day':
      return day.add({ days: count })
    case 'week':
      return day.add({ weeks: count })
    case 'fortnight':
      return day.add({ weeks: 2 * count })
    case 'month':
      return day.add({ months: count })
    case 'quarter':
      return day.add({ months: 3 * count })
    case 'year':
      return day.add({ years: count })
    default:
      return null
  }
}

/** `the day after tomorrow`, `3 days after Christmas`, `a week from Friday`, `the weekend before Easter`. */
export function awayFrom(target: Rule): Rule {
  return (s, start) => {
    const i = skip(s, start, 'the')
    const amount = amountAt(s, i)
    const unit = amount ?? bareUnit(s, i)
    if (unit === null) return null
    const isBack = hasRole(s, unit.next, 'before')
    if (!isBack && !hasRole(s, unit.next, 'after') && !(amount !== null && hasRole(s, unit.next, 'from')))
      return null
    const piece = target(s, unit.next + 1)
    if (piece === null) return null
    const grain = amount === null && (unit.unit === 'week' || unit.unit === 'weekend') ? unit.unit : 'day'
    return open(piece.next, grain, (reading) => {
      const span = piece.resolve(reading)
      return span === null ? null : spanAway(span, unit, isBack, amount !== null)
    })
  }
}

function bareUnit(s: Sentence, i: number): Amount | null {
  const { unit } = meaningAt(s, i)
  const isUsable = unit === 'day' || unit === 'week' || unit === 'weekend'
  return isUsable ? { count: 1, unit, next: i + 1 } : null
}

function spanAway(span: Span, { count, unit }: Amount, isBack: boolean, isCounted: boolean): Span | null {
  if (unit === 'weekend') {
    const own = isBack ? weekendOf(span.start) : weekendOf(span.end)
    if (isBack)
      return own.start.since(span.start).sign < 0 ? own : weekendOf(span.start.subtract({ weeks: 1 }))
    return own.start.since(span.end).sign > 0 ? own : weekendOf(span.end.add({ weeks: 1 }))
  }
  if (unit === 'week' && !isCounted) {
    return isBack
      ? { start: span.start.subtract({ days: 7 }), end: span.start.subtract({ days: 1 }) }
      : { start: span.end.add({ days: 1 }), end: span.end.add({ days: 7 }) }
  }
  const day = isBack ? movedFrom(span.start, -count, unit) : movedFrom(span.end, count, unit)
  return day === null ? null : oneDay(day)
}
