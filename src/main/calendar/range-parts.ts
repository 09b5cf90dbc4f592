/** The small parts that date rules share: numbers, days of a month, years, months, and making pieces. */

import { hasRole, isCapital, isSign, meaningAt, type Sentence, skip, wordAt } from './range-sentence.ts'
import { dayOf, monthOf, oneDay, yearly } from './range-spans.ts'
import type { Grain, Piece, Reading, Setting, Span } from './range-types.ts'
import type { Unit } from './range-words.ts'

export type Rule = (s: Sentence, i: number) => Piece | null

export interface Found<T> {
  readonly value: T
  readonly next: number
}

export function fixed(next: number, grain: Grain, span: Span | null): Piece | null {
  return span === null ? null : { next, grain, fixed: true, resolve: () => span }
}

export function open(next: number, grain: Grain, resolve: (reading: Reading) => Span | null): Piece {
  return { next, grain, fixed: false, resolve }
}

export function firstOf(rules: readonly Rule[], s: Sentence, i: number): Piece | null {
  for (const rule of rules) {
    const piece = rule(s, i)
    if (piece !== null) return piece
  }
  return null
}

/** More of any unit is no date a person asks for, and would leave what a date can hold. */
const maxCount = 40_000

/** `3`, `three`, `a couple of`, `a few`. */
export function countAt(s: Sentence, i: number): Found<number> | null {
  const token = s.tokens[i]
  if (token?.kind === 'number' && !token.ordinal && !token.dotted)
    return token.value <= maxCount ? { value: token.value, next: i + 1 } : null
  const value = meaningAt(s, i).number
  if (value === undefined) return null
  const after = meaningAt(s, i + 1).number
  const word = wordAt(s, i + 1)
  // "a couple of weeks", "a few days", "ein paar Tage": the article only introduces the number.
  if (value === 1 && after !== undefined && (word === 'couple' || word === 'few' || word === 'paar'))
    return { value: after, next: skip(s, i + 2, 'of') }
  return { value, next: skip(s, i + 1, 'of') }
}

export function unitAt(s: Sentence, i: number): Found<Unit> | null {
  const { unit, plural } = meaningAt(s, i)
  const value = unit ?? plural
  return value === undefined ? null : { value, next: i + 1 }
}

/** A day of the month in figures, with "the" in front or not; never a time of day ("5 pm"). */
export function dayNumberAt(s: Sentence, start: number): (Found<number> & { ordinal: boolean }) | null {
  const i = skip(s, start, 'the')
  const token = s.tokens[i]
  if (token?.kind !== 'number' || token.value < 1 || token.value > 31) return null
  if (isSign(s, i + 1, ':%€$£')) return null
  return { value: token.value, next: i + 1, ordinal: token.ordinal || token.dotted }
}

/** Four figures that are a year people talk about, as they stand. */
export function plainYearAt(s: Sentence, i: number): Found<number> | null {
  const token = s.tokens[i]
  const isYear = token?.kind === 'number' && token.text.length === 4
  return isYear && token.value >= 1900 && token.value < 2200 ? { value: token.value, next: i + 1 } : null
}

/** A year behind a date: `2027`, `, 2027`, `of 2027`, `next year`, `of this year`. */
export function yearAt(s: Sentence, start: number): Found<number> | null {
  const i = isSign(s, start, ',/-') || hasRole(s, start, 'of', 'in') ? start + 1 : start
  const plain = plainYearAt(s, i)
  if (plain !== null) return plain
  const { modifier } = meaningAt(s, i)
  if (modifier === undefined || meaningAt(s, i + 1).unit !== 'year') return null
  const years = { this: 0, next: 1, coming: 1, last: -1, rolling: -1, 'after-next': 2 }[modifier]
  return { value: s.setting.today.year + years, next: i + 2 }
}

export function monthAt(s: Sentence, i: number): Found<number> | null {
  const { month, shakyMonth } = meaningAt(s, i)
  const value = month ?? shakyMonth
  return value === undefined ? null : { value, next: i + 1 }
}

/** Months that are given names or common words: a capital alone does not make them a month. */
const nameLike = new Set(['jan', 'mar', 'march', 'apr', 'april', 'may', 'jun', 'june', 'aug', 'august'])

/** True when a month without day or year is meant as one: "in May", but not "may I", "see May", "May's". */
export function isMonthMeant(s: Sentence, i: number): boolean {
  if (meaningAt(s, i).month !== undefined) return true
  const word = wordAt(s, i) ?? ''
  const isAlone = s.tokens.every((token, at) => at === i || token.kind === 'other')
  if (isAlone) return true
  if (s.tokens[i]?.text.length !== word.length) return false
  if (hasRole(s, i - 1, 'in', 'since', 'during', 'for')) return true
  if (!isCapital(s, i)) return false
  return !nameLike.has(word) || (word === 'march' && i > 0 && !hasRole(s, i + 1, 'on'))
}

export function monthSpan(year: number, month: number): Span | null {
  const first = dayOf(year, month, 1)
  return first === null ? null : monthOf(first)
}

export function daySpan(year: number, month: number, day: number): Span | null {
  const found = dayOf(year, month, day)
  return found === null ? null : oneDay(found)
}

/** A span that comes every year, or the one of `year` when it is named. */
export function everyYear(
  next: number,
  grain: Grain,
  year: Found<number> | null,
  make: (year: number) => Span | null,
): Piece | null {
  if (year !== null) return fixed(year.next, grain, make(year.value))
  return open(next, grain, (reading) => yearly(make, reading))
}

/** "last March": the latest one that is over. */
export function lastOne(make: (year: number) => Span | null, { today }: Setting): Span | null {
  const latest = yearly(make, { at: today, direction: 'past' })
  if (latest === null || latest.end.since(today).sign < 0) return latest
  return yearly(make, { at: latest.start.subtract({ days: 1 }), direction: 'past' })
}

/** "next March": the first one that has not begun. */
export function nextOne(make: (year: number) => Span | null, { today }: Setting): Span | null {
  const first = yearly(make, { at: today, direction: 'coming' })
  if (first === null || first.start.since(today).sign > 0) return first
  return yearly(make, { at: first.end.add({ days: 1 }), direction: 'coming' })
}

/** "this March": the one that is on, else the one of this calendar year. */
export function thisOne(make: (year: number) => Span | null, { today }: Setting): Span | null {
  const first = yearly(make, { at: today, direction: 'coming' })
  return first !== null && first.start.since(today).sign <= 0 ? first : make(today.year)
}
