/** Rules for dates that name a day, a month or a year: figures, "5 March", "in May", "the 5th", Christmas. */
import { holidays } from './range-lexicon.ts'
import {
  dayNumberAt,
  daySpan,
  everyYear,
  type Found,
  fixed,
  isMonthMeant,
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
import { hasRole, isFree, isSign, meaningAt, type Sentence, skip, wordAt } from './range-sentence.ts'
import { dayOf, easterSunday, isoWeek, monthly, oneDay, yearOf } from './range-spans.ts'
import type { Span } from './range-types.ts'
import type { Holiday } from './range-words.ts'

export const figures: Rule = (s, i) => {
  const token = s.tokens[i]
  if (token?.kind === 'week') return fixed(i + 1, 'week', isoWeek(token.year, token.week))
  if (token?.kind !== 'date') return null
  const { year, month, day } = token
  if (day === null) return year === null ? null : fixed(i + 1, 'month', monthSpan(year, month))
  if (year !== null) return fixed(i + 1, 'day', daySpan(year, month, day))
  // "12/3" may be a fraction: only where a date is asked for.
  const isAsked =
    s.tokens.length === 1 || (wordAt(s, i - 1) !== 'at' && hasRole(s, i - 1, 'on', 'until', 'since', 'from'))
  if (token.short && !isAsked) return null
  return everyYear(i + 1, 'day', plainYearAt(s, i + 1), (each) => daySpan(each, month, day))
}

/** `March 5`, `March 5th, 2027`, `May the 4th`. */
export const monthThenDay: Rule = (s, i) => {
  const month = monthAt(s, i)
  if (month === null) return null
  const day = dayNumberAt(s, isSign(s, month.next, '.') ? month.next + 1 : month.next)
  if (day === null || isSign(s, day.next, '/')) return null
  return everyYear(day.next, 'day', yearAt(s, day.next), (year) => daySpan(year, month.value, day.value))
}

/** `5 March`, `the 5th of March 2027`, `5. März`, `first of May`. */
export const dayThenMonth: Rule = (s, i) => {
  const day = dayNumberAt(s, i) ?? wordOrdinalOfMonth(s, i)
  if (day === null) return null
  const month = monthAt(s, isSign(s, day.next, '-') ? day.next + 1 : skip(s, day.next, 'of'))
  if (month === null || (meaningAt(s, month.next - 1).month === undefined && isPersonal(s, month.next)))
    return null
  return everyYear(month.next, 'day', yearAt(s, month.next), (year) => daySpan(year, month.value, day.value))
}

/** "1 may come": what follows a month that is also a verb decides. */
function isPersonal(s: Sentence, next: number): boolean {
  return wordAt(s, next - 1) === 'may' && s.tokens[next]?.kind === 'word' && !isFree(s, next)
}

/** `first of`, `twenty-first of`. */
function wordOrdinalOfMonth(s: Sentence, start: number): Found<number> | null {
  const i = skip(s, start, 'the')
  const tens = meaningAt(s, i).number ?? 0
  const hasTens = tens === 20 || tens === 30
  const at = hasTens ? (isSign(s, i + 1, '-') ? i + 2 : i + 1) : i
  const ordinal = meaningAt(s, at).ordinal
  if (ordinal === undefined || ordinal < 1 || (hasTens && ordinal > 9) || !hasRole(s, at + 1, 'of'))
    return null
  return { value: hasTens ? tens + ordinal : ordinal, next: at + 1 }
}

/** `May 2023`, `in March`, `March next year`, `the month of May`. */
export const namedMonth: Rule = (s, i) => {
  const isSpelledOut = meaningAt(s, i).unit === 'month' && hasRole(s, i + 1, 'of')
  const month = monthAt(s, isSpelledOut ? i + 2 : i)
  if (month === null) return null
  // "30 February" is no day, and not the month either.
  if (dayNumberAt(s, hasRole(s, i - 1, 'of') ? i - 2 : i - 1) !== null) return null
  const year = yearAt(s, month.next)
  if (year === null && !isSpelledOut && !isMonthMeant(s, i)) return null
  return everyYear(month.next, 'month', year, (each) => monthSpan(each, month.value))
}

/** `in 2025`, `the year 2025`, `2025` alone; other figures of that size are amounts. */
export const namedYear: Rule = (s, i) => {
  const isSpelledOut = meaningAt(s, i).unit === 'year'
  const year = plainYearAt(s, isSpelledOut ? i + 1 : i)
  if (year === null) return null
  const isAlone = s.tokens.every((token, at) => at === i || token.kind === 'other')
  const isAsked =
    isSpelledOut ||
    isAlone ||
    (isFree(s, year.next) &&
      hasRole(s, i - 1, 'in', 'of', 'since', 'until', 'for', 'during', 'from', 'to', 'between', 'and'))
  const first = dayOf(year.value, 1, 1)
  return isAsked && first !== null ? fixed(year.next, 'year', yearOf(first)) : null
}

/** `the 5th`, `on the 5th`, `am 5.`; not `the 5th floor`. */
export const dayOfMonth: Rule = (s, i) => {
  const day = dayNumberAt(s, i)
  if (day === null || !day.ordinal || !isFree(s, day.next)) return null
  const isAsked = hasRole(s, i, 'the') || hasRole(s, i - 1, 'on', 'until', 'since', 'from', 'to', 'and')
  if (!isAsked && s.tokens.length > 2) return null
  return open(day.next, 'day', (reading) =>
    monthly((first) => daySpan(first.year, first.month, day.value), reading),
  )
}

export const holiday: Rule = (s, start) => {
  const inYear = meaningAt(s, start + 1).unit === 'year' ? yearAt(s, start) : null
  const modifier = inYear === null ? meaningAt(s, start).modifier : undefined
  const i = inYear?.next ?? (modifier === undefined ? skip(s, start, 'the') : start + 1)
  const found = holidays.find(({ words }) => words.every((word, k) => wordAt(s, i + k) === word))
  if (found === undefined) return null
  const next = i + found.words.length
  const make = (year: number) => holidayIn(year, found)
  if (inYear !== null) return fixed(next, 'day', make(inYear.value))
  const year = yearAt(s, next)
  if (year !== null) return fixed(year.next, 'day', make(year.value))
  if (!isFree(s, next)) return null
  if (modifier === 'this') return fixed(next, 'day', thisOne(make, s.setting))
  if (modifier === 'last' || modifier === 'rolling') return fixed(next, 'day', lastOne(make, s.setting))
  if (modifier !== undefined) return fixed(next, 'day', nextOne(make, s.setting))
  return everyYear(next, 'day', null, make)
}

function holidayIn(year: number, { month, day }: Holiday): Span | null {
  if (month > 0) return daySpan(year, month, day)
  const easter = easterSunday(year)
  return easter === null ? null : oneDay(easter.add({ days: day }))
}
