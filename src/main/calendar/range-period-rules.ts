/** Rules for periods and their days: weeks, weekends, months, quarters, seasons, weekdays, with this/next/last. */
import type { Temporal } from 'temporal-polyfill'
import {
  everyYear,
  firstOf,
  fixed,
  lastOne,
  monthAt,
  monthSpan,
  nextOne,
  open,
  plainYearAt,
  type Rule,
  thisOne,
  yearAt,
} from './range-parts.ts'
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
import { dayOf, isoWeek, monthOf, oneDay, quarterOf, weekendOf, weekOf, yearOf } from './range-spans.ts'
import type { Grain, Piece, Setting, Span } from './range-types.ts'
import type { Modifier, Season, Unit } from './range-words.ts'

/** Calendar steps of a modifier from now. `rolling` is handled where it matters and otherwise steps like `last`. */
export const steps: Readonly<Record<Modifier, number>> = {
  this: 0,
  next: 1,
  coming: 1,
  last: -1,
  rolling: -1,
  'after-next': 2,
}

/** "this coming Friday", "this past week": the second word says which. */
export function modifierAt(s: Sentence, start: number): { value: Modifier; next: number } | null {
  const i = skip(s, start, 'the')
  const value = meaningAt(s, i).modifier
  if (value === undefined) return null
  const second = meaningAt(s, i + 1).modifier
  if (value === 'this' && (second === 'coming' || second === 'rolling')) return { value: second, next: i + 2 }
  return { value, next: i + 1 }
}

export function periodOf(unit: Unit, setting: Setting, step: number): { span: Span; grain: Grain } | null {
  const { today, weekStart } = setting
  switch (unit) {
    case 'day':
      return { span: oneDay(today.add({ days: step })), grain: 'day' }
    case 'week':
      return { span: weekOf(today.add({ weeks: step }), weekStart), grain: 'week' }
    case 'weekend':
      return { span: weekendOf(today.add({ weeks: step })), grain: 'weekend' }
    case 'month':
      return { span: monthOf(today.add({ months: step })), grain: 'month' }
    case 'quarter':
      return { span: quarterOf(today.with({ day: 1 }).add({ months: 3 * step })), grain: 'quarter' }
    case 'year':
      return { span: yearOf(today.with({ day: 1 }).add({ years: step })), grain: 'year' }
    default:
      return null
  }
}

/** `next week`, `this weekend`, `last quarter`, `the week after next`; also `the past month` (its last days up to today). */
export const modifiedUnit: Rule = (s, i) => {
  const afterNext = secondNext(s, i)
  if (afterNext !== null) return afterNext
  const modifier = modifierAt(s, i)
  const unit = meaningAt(s, modifier?.next ?? -1).unit
  if (modifier === null || unit === undefined || unit === 'day') return null
  const next = modifier.next + 1
  const { today } = s.setting
  if (unit !== 'weekend' && (modifier.value === 'rolling' || isRolling(s, i)))
    return fixed(next, 'range', rolling(unit, today, modifier.value))
  const step = unit === 'weekend' ? weekendStep(modifier.value, s.setting) : steps[modifier.value]
  const period = periodOf(unit, s.setting, step)
  return period === null ? null : fixed(next, period.grain, period.span)
}

/** The coming weekend has not begun; "what did I do this weekend" is over or on. */
function weekendStep(modifier: Modifier, { today, past }: Setting): number {
  const isWeekend = today.dayOfWeek >= 6
  if (modifier === 'coming' && !isWeekend) return 0
  return modifier === 'this' && past && !isWeekend ? -1 : steps[modifier]
}

/** "in the next week", "over the last month": from today or up to today, where "next week" alone is a calendar week. */
function isRolling(s: Sentence, i: number): boolean {
  const { modifier } = meaningAt(s, i + 1)
  return wordAt(s, i) === 'the' && modifier !== 'this' && hasRole(s, i - 1, 'in', 'within', 'during')
}

function rolling(unit: Unit, today: Temporal.PlainDate, modifier: Modifier): Span | null {
  const lengths = { week: { weeks: 1 }, month: { months: 1 }, quarter: { months: 3 }, year: { years: 1 } }
  if (unit !== 'week' && unit !== 'month' && unit !== 'quarter' && unit !== 'year') return null
  const length = lengths[unit]
  return modifier === 'rolling' || modifier === 'last'
    ? { start: today.subtract(length).add({ days: 1 }), end: today }
    : { start: today, end: today.add(length).subtract({ days: 1 }) }
}

/** `the week after next`, `the weekend before last`. */
function secondNext(s: Sentence, start: number): Piece | null {
  const i = skip(s, start, 'the')
  const unit = meaningAt(s, i).unit
  if (unit === undefined) return null
  const { modifier } = meaningAt(s, i + 2)
  const step =
    hasRole(s, i + 1, 'after') && modifier === 'next' && isFree(s, i + 3)
      ? 2
      : hasRole(s, i + 1, 'before') && modifier === 'last'
        ? -2
        : 0
  const period = step === 0 ? null : periodOf(unit, s.setting, step)
  return period === null ? null : fixed(i + 3, period.grain, period.span)
}

/** `the weekend`, `at the weekend`; `weekend` alone. After a past tense the last one that is over or on. */
export const bareWeekend: Rule = (s, start) => {
  const i = skip(s, start, 'the')
  if (meaningAt(s, i).unit !== 'weekend') return null
  return open(i + 1, 'weekend', ({ at, direction }) => {
    const own = weekendOf(at)
    return direction === 'past' && own.start.since(at).sign >= 0 ? weekendOf(at.subtract({ weeks: 1 })) : own
  })
}

/** `during the week`, `over the month`. */
export const duringUnit: Rule = (s, i) => {
  if (!hasRole(s, i, 'during')) return null
  const unit = meaningAt(s, skip(s, i + 1, 'the')).unit
  const period = unit === undefined || unit === 'day' ? null : periodOf(unit, s.setting, 0)
  return period === null ? null : fixed(skip(s, i + 1, 'the') + 1, period.grain, period.span)
}

const weekWords = new Set(['week', 'kw', 'woche', 'kalenderwoche', 'wk', 'cw'])

/** `week 23`, `KW 23/2026`, `W14`, `week 14 of next year`. ISO weeks, Monday to Sunday, whatever the setting. */
export const numberedWeek: Rule = (s, start) => {
  const i = wordAt(s, start) === 'calendar' ? start + 1 : start
  const word = wordAt(s, i) ?? ''
  const joined = /^(?:w|kw|wk|cw)(\d{1,2})$/u.exec(word)
  const token = s.tokens[i + 1]
  const week =
    joined !== null && isCapital(s, i)
      ? { value: Number(joined[1]), next: i + 1 }
      : weekWords.has(word) && token?.kind === 'number' && !token.ordinal
        ? { value: token.value, next: i + 2 }
        : null
  if (week === null || week.value < 1 || week.value > 53) return null
  return everyYear(week.next, 'week', yearAt(s, week.next), (year) => isoWeek(year, week.value))
}

/** `Q2`, `Q3 2026`, `2026-Q3`, `the second quarter of 2026`. */
export const namedQuarter: Rule = (s, start) => {
  const before = plainYearAt(s, start)
  const i =
    before === null ? skip(s, start, 'the') : isSign(s, before.next, '-/') ? before.next + 1 : before.next
  const short = /^q([1-4])$/u.exec(wordAt(s, i) ?? '')
  const token = s.tokens[i]
  const ordinal =
    token?.kind === 'number' && (token.ordinal || token.dotted) ? token.value : meaningAt(s, i).ordinal
  const isSpelledOut = short === null && meaningAt(s, i + 1).unit === 'quarter'
  const quarter = short === null ? (isSpelledOut ? ordinal : undefined) : Number(short[1])
  if (quarter === undefined || quarter < 1 || quarter > 4) return null
  const next = short === null ? i + 2 : i + 1
  const make = (year: number) => {
    const first = dayOf(year, quarter * 3 - 2, 1)
    return first === null ? null : quarterOf(first)
  }
  return before === null
    ? everyYear(next, 'quarter', yearAt(s, next), make)
    : fixed(next, 'quarter', make(before.value))
}

/** First months of the northern seasons, as weather services count them. */
const seasonStart: Readonly<Record<Season, number>> = { spring: 3, summer: 6, autumn: 9, winter: 12 }

export const namedSeason: Rule = (s, i) => {
  const modifier = modifierAt(s, i)
  const at = modifier?.next ?? i
  const { season } = meaningAt(s, at)
  if (season === undefined) return null
  const make = (year: number): Span | null => {
    const first = dayOf(year, seasonStart[season], 1)
    return first === null ? null : { start: first, end: monthOf(first.add({ months: 2 })).end }
  }
  if (modifier !== null) return modified(at + 1, 'season', modifier.value, make, s.setting)
  const year = yearAt(s, at + 1)
  if (year !== null) return everyYear(at + 1, 'season', year, make)
  const before = hasRole(s, i - 1, 'the') ? i - 2 : i - 1
  const isAsked = hasRole(s, before, 'in', 'during', 'since', 'until') || s.tokens.length === 1
  return isAsked && isFree(s, at + 1) ? everyYear(at + 1, 'season', null, make) : null
}

function modified(
  next: number,
  grain: Grain,
  modifier: Modifier,
  make: (year: number) => Span | null,
  setting: Setting,
): Piece | null {
  if (modifier === 'this') return fixed(next, grain, thisOne(make, setting))
  if (modifier === 'last' || modifier === 'rolling') return fixed(next, grain, lastOne(make, setting))
  return fixed(next, grain, nextOne(make, setting))
}

/** `next March`, `last May`, `this October`. */
export const modifiedMonth: Rule = (s, i) => {
  const modifier = modifierAt(s, i)
  const month = modifier === null ? null : monthAt(s, modifier.next)
  if (modifier === null || month === null) return null
  return modified(month.next, 'month', modifier.value, (year) => monthSpan(year, month.value), s.setting)
}

/** The period after "of": `the month`, `next week`, `May`, `2026`; any month name will do here. */
export function innerPeriod(s: Sentence, i: number): Piece | null {
  const modifiedPiece = firstOf([modifiedUnit, modifiedMonth, namedQuarter, namedSeason], s, i)
  if (modifiedPiece !== null) return modifiedPiece
  const at = skip(s, i, 'the')
  const unit = meaningAt(s, at).unit
  if (unit !== undefined) {
    const period = periodOf(unit, s.setting, 0)
    return period === null ? null : fixed(at + 1, period.grain, period.span)
  }
  const month = monthAt(s, at)
  if (month !== null)
    return everyYear(month.next, 'month', yearAt(s, month.next), (year) => monthSpan(year, month.value))
  const year = plainYearAt(s, at)
  const first = year === null ? null : dayOf(year.value, 1, 1)
  return year === null || first === null ? null : fixed(year.next, 'year', yearOf(first))
}
