/** Rules that put date pieces together: from … to …, until, since, beginning of, rest of, the week of, lists of days. */
import { Temporal } from 'temporal-polyfill'
import { atom } from './range-atoms.ts'
import {
  dayNumberAt,
  daySpan,
  everyYear,
  type Found,
  monthAt,
  open,
  type Rule,
  yearAt,
} from './range-parts.ts'
import { innerPeriod } from './range-period-rules.ts'
import { hasRole, isSign, meaningAt, type Sentence, skip, wordAt } from './range-sentence.ts'
import { weekendOf, weekOf } from './range-spans.ts'
import type { Grain, Piece, Reading, Span } from './range-types.ts'
import type { Position } from './range-words.ts'

type Day = Temporal.PlainDate

const isBefore = (a: Day, b: Day) => Temporal.PlainDate.compare(a, b) < 0

function ordered(start: Day, end: Day): Span {
  return isBefore(end, start) ? { start: end, end: start } : { start, end }
}

/** The place after what joins two ends of a range, or null. "and" joins only after "between". */
function joinerAt(s: Sentence, i: number, isBetween: boolean): number | null {
  if (isSign(s, i, '-–—→')) return i + 1
  if (isSign(s, i, '.') && isSign(s, i + 1, '.')) return i + 2
  if (isSign(s, i, '/') && s.tokens[i - 1]?.kind === 'date' && s.tokens[i + 1]?.kind === 'date') return i + 1
  if (hasRole(s, i, 'to', 'until') && wordAt(s, i) !== 'by') return i + 1
  return isBetween && hasRole(s, i, 'and') ? i + 1 : null
}

/** `from Monday to Wednesday`, `28 May – 3 June`, `2026-12-01..2026-12-05`, `zwischen Montag und Mittwoch`. */
export const fromTo: Rule = (s, i) => {
  const isBetween = hasRole(s, i, 'between')
  const first = endAt(s, isBetween || hasRole(s, i, 'from') ? i + 1 : i)
  const joint = first === null ? null : joinerAt(s, first.next, isBetween)
  if (first === null || joint === null) return null
  const second = endAt(s, joint)
  if (second === null) return null
  return open(second.next, 'range', (reading) => between(first, second, reading))
}

function endAt(s: Sentence, i: number): Piece | null {
  return positioned(s, i) ?? atom(s, skip(s, i, 'on')) ?? innerMonth(s, i)
}

/** Beside a joiner any month name is a month: "from April to June". */
function innerMonth(s: Sentence, i: number): Piece | null {
  return monthAt(s, i) === null ? null : innerPeriod(s, i)
}

function between(first: Piece, second: Piece, reading: Reading): Span | null {
  const week = second.week?.resolve(reading) ?? null
  // "Monday to Friday next week": both in that week.
  if (week !== null && first.grain === 'day' && !first.fixed)
    reading = { at: week.start, direction: 'coming' }
  const end = second.fixed ? second.resolve(reading) : null
  let start = first.resolve(reading)
  // "from Monday until tomorrow": the Monday before, not the one after tomorrow.
  if (start !== null && end !== null && !first.fixed && isBefore(end.end, start.start))
    start = first.resolve({ at: end.end, direction: 'past' })
  if (start === null) return null
  const stop = end ?? second.resolve({ at: start.start, direction: 'coming' })
  return stop === null ? null : ordered(start.start, isBefore(stop.end, start.start) ? stop.start : stop.end)
}

/** `between 3 and 7 June`, `3–7 June 2027`, `June 3 to 7`, `24.-26.12.`: one month for both days. */
export const daysOfMonth: Rule = (s, i) => {
  const isBetween = hasRole(s, i, 'between')
  const start = isBetween || hasRole(s, i, 'from') ? i + 1 : i
  const inFront = monthAt(s, start)
  const first = dayNumberAt(s, inFront?.next ?? start)
  const joint = first === null ? null : joinerAt(s, first.next, isBetween)
  if (first === null || joint === null) return null
  const figure = s.tokens[joint]
  if (inFront === null && figure?.kind === 'date' && figure.day !== null && !figure.short)
    return daysBetween(joint + 1, first.value, figure.day, figure.month, yearOrNull(joint + 1, figure.year))
  const second = dayNumberAt(s, joint)
  if (second === null) return null
  const behind = inFront ?? monthAt(s, skip(s, second.next, 'of'))
  if (behind === null) return null
  const next = inFront === null ? behind.next : second.next
  return daysBetween(next, first.value, second.value, behind.value, yearAt(s, next))
}

function yearOrNull(next: number, value: number | null): Found<number> | null {
  return value === null ? null : { value, next }
}

function daysBetween(
  next: number,
  a: number,
  b: number,
  month: number,
  year: Found<number> | null,
): Piece | null {
  return everyYear(next, 'range', year, (each) => {
    const [from, to] = [daySpan(each, month, Math.min(a, b)), daySpan(each, month, Math.max(a, b))]
    return from === null || to === null ? null : { start: from.start, end: to.end }
  })
}

/** `until Friday`, `by the end of the month`: from today. */
export const until: Rule = (s, i) => {
  if (!hasRole(s, i, 'until')) return null
  const piece = endAt(s, i + 1)
  if (piece === null) return null
  return open(piece.next, 'range', () => {
    const { today } = s.setting
    const span = piece.resolve({ at: today, direction: 'coming' })
    return span === null || isBefore(span.end, today) ? span : { start: today, end: span.end }
  })
}

/** `since Monday`: up to today. */
export const since: Rule = (s, i) => {
  if (!hasRole(s, i, 'since')) return null
  const piece = endAt(s, i + 1)
  if (piece === null) return null
  return open(piece.next, 'range', () => {
    const { today } = s.setting
    const span = piece.resolve({ at: today, direction: 'past' })
    return span === null || isBefore(today, span.start) ? span : { start: span.start, end: today }
  })
}

/** What "after Friday" reaches to, in days. */
const daysAfter = 30

/** `before Friday` from today, `after Christmas` for thirty days; of a past date, up to today. */
export const beforeOrAfter: Rule = (s, i) => {
  const isAfter = hasRole(s, i, 'after')
  if (!isAfter && !hasRole(s, i, 'before')) return null
  const piece = endAt(s, i + 1)
  if (piece === null) return null
  return open(piece.next, 'range', (reading) => {
    const { today } = s.setting
    const span = piece.resolve(reading)
    if (span === null) return null
    const dayBefore = span.start.subtract({ days: 1 })
    if (!isAfter)
      return isBefore(dayBefore, today)
        ? { start: dayBefore, end: dayBefore }
        : { start: today, end: dayBefore }
    const start = span.end.add({ days: 1 })
    return { start, end: isBefore(start, today) ? today : start.add({ days: daysAfter - 1 }) }
  })
}

/** `beginning of May`, `mid-June`, `end of next week`, `Ende des Monats`. */
export const positioned: Rule = (s, start) => {
  const i = skip(s, start, 'the')
  const { position } = meaningAt(s, i)
  if (position === undefined) return null
  const hyphen = isSign(s, i + 1, '-') ? i + 2 : i + 1
  const at = skip(s, hyphen, 'of')
  const word = wordAt(s, i)
  const needsOf = word === 'beginning' || word === 'start' || word === 'end' || word === 'middle'
  if (needsOf && at === hyphen && meaningAt(s, at).month === undefined) return null
  const period = innerPeriod(s, at)
  if (period === null) return null
  return open(period.next, 'range', (reading) => {
    const span = period.resolve(reading)
    return span === null ? null : partOf(span, period.grain, position)
  })
}

/** Which days of a week, in order from 0: its first two, the middle three, the last three. */
const weekParts = { start: [0, 1], middle: [1, 3], end: [4, 6] } as const
/** Which days of a month, 0 standing for its last: thirds. */
const monthParts = { start: [1, 10], middle: [11, 20], end: [21, 0] } as const
/** Which months of a year. */
const yearParts = { start: [1, 2], middle: [6, 7], end: [11, 12] } as const

function partOf(span: Span, grain: Grain, position: Position): Span {
  if (grain === 'week') {
    const [from, to] = weekParts[position]
    return { start: span.start.add({ days: from }), end: span.start.add({ days: to }) }
  }
  if (grain === 'month') {
    const [from, to] = monthParts[position]
    return { start: span.start.with({ day: from }), end: to === 0 ? span.end : span.start.with({ day: to }) }
  }
  if (grain !== 'year' && grain !== 'quarter' && grain !== 'season') return span
  const index = { start: 0, middle: 1, end: 2 }[position]
  const [from, to] = grain === 'year' ? yearParts[position] : [index + 1, index + 1]
  const start = span.start.add({ months: from - 1 })
  return { start, end: span.start.add({ months: to }).subtract({ days: 1 }) }
}

/** `rest of the week`: from today when today is in it. */
export const restOf: Rule = (s, i) => {
  if (!hasRole(s, i, 'rest') || !hasRole(s, i + 1, 'of')) return null
  const period = innerPeriod(s, i + 2)
  if (period === null) return null
  return open(period.next, 'range', (reading) => {
    const { today } = s.setting
    const span = period.resolve(reading)
    if (span === null || isBefore(span.end, today) || isBefore(today, span.start)) return span
    return { start: today, end: span.end }
  })
}

/** `the week of 3 June`, `the weekend of the 5th`. */
export const weekOfDate: Rule = (s, start) => {
  const i = skip(s, start, 'the')
  const { unit } = meaningAt(s, i)
  if (unit !== 'week' && unit !== 'weekend') return null
  const word = wordAt(s, i + 1)
  const isStarting = word === 'beginning' || word === 'starting' || word === 'commencing'
  if (!isStarting && !hasRole(s, i + 1, 'of', 'from')) return null
  const date = atom(s, i + 2)
  if (date?.grain !== 'day') return null
  return open(date.next, unit, (reading) => {
    const span = date.resolve(reading)
    if (span === null) return null
    return unit === 'week' ? weekOf(span.start, s.setting.weekStart) : weekendOf(span.start)
  })
}

/** Days further apart than this are two questions, not one stretch of time. */
const maxGapDays = 6

/** `Saturday and Sunday`, `today or tomorrow`, `Monday, Tuesday and Friday`. */
export const listed: Rule = (s, i) => {
  const pieces: Piece[] = []
  let next = i
  for (;;) {
    const piece = atom(s, skip(s, next, 'on'))
    if (piece === null || (pieces[0] !== undefined && piece.grain !== pieces[0].grain)) break
    pieces.push(piece)
    const comma = isSign(s, piece.next, ',') ? piece.next + 1 : piece.next
    next = skip(s, comma, 'and')
    if (next === piece.next) break
  }
  const last = pieces.at(-1)
  if (last === undefined || pieces.length < 2) return null
  return open(last.next, 'range', (reading) => joined(pieces, reading))
}

function joined(pieces: readonly Piece[], reading: Reading): Span | null {
  let whole: Span | null = null
  for (const piece of pieces) {
    const at = whole === null ? reading : ({ at: whole.end, direction: 'coming' } as const)
    const span = piece.resolve(at)
    if (span === null) return whole
    if (whole === null) {
      whole = span
      continue
    }
    const gap = span.start.since(whole.end).days
    if (gap < 0 || gap > maxGapDays) return whole
    whole = { start: whole.start, end: span.end }
  }
  return whole
}
