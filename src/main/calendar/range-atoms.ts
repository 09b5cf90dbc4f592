/** One date or period, without from/to and the like around it. Order matters: the longer reading first. */
import {
  dayOfMonth,
  dayThenMonth,
  figures,
  holiday,
  monthThenDay,
  namedMonth,
  namedYear,
} from './range-date-rules.ts'
import {
  awayFrom,
  countedPeriod,
  inUnits,
  modifiedDayPart,
  now,
  relativeDay,
  unitsAway,
} from './range-distance-rules.ts'
import { firstOf, type Rule } from './range-parts.ts'
import {
  bareWeekend,
  duringUnit,
  modifiedMonth,
  modifiedUnit,
  namedQuarter,
  namedSeason,
  numberedWeek,
} from './range-period-rules.ts'
import { hasRole, meaningAt } from './range-sentence.ts'
import { dayOfPeriod, nthIn, weekday, weekdayBeside, weekThenWeekday } from './range-weekday-rules.ts'

const plainRules: readonly Rule[] = [
  nthIn,
  dayOfPeriod,
  weekThenWeekday,
  unitsAway,
  inUnits,
  countedPeriod,
  figures,
  weekday,
  holiday,
  monthThenDay,
  dayThenMonth,
  namedQuarter,
  modifiedUnit,
  modifiedMonth,
  numberedWeek,
  namedSeason,
  namedMonth,
  namedYear,
  modifiedDayPart,
  relativeDay,
  now,
  bareWeekend,
  duringUnit,
  dayOfMonth,
]

const plain: Rule = (s, i) => firstOf(plainRules, s, i)
const besides: readonly Rule[] = [awayFrom(plain), weekdayBeside(plain)]

/** A date piece with the part of day behind it ("Wednesday evening"), which does not change the day. */
export const atom: Rule = (s, i) => {
  // "every Monday" and "each week" are habits, not dates.
  if (hasRole(s, i, 'every') || hasRole(s, i - 1, 'every')) return null
  const piece = firstOf(besides, s, i) ?? plain(s, i)
  if (piece === null || piece.grain !== 'day' || meaningAt(s, piece.next).dayPart !== true) return piece
  return { ...piece, next: piece.next + 1 }
}
