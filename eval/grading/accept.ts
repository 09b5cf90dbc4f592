/** Whether an answer holds what a task accepts. Code, never a model. */
import type { Accepted } from '../tasks.ts'
import { holdsDate, timesIn, withoutDates, withoutTimes } from './dates.ts'
import { holdsNumber } from './numbers.ts'
import { holdsWords, withoutRows } from './text.ts'

export function holds(text: string, accepted: Accepted): boolean {
  const answer = withoutRows(text)
  if ('set' in accepted) return accepted.set.every((each) => holds(answer, each))
  if ('text' in accepted) return holdsWords(answer, accepted.text)
  if ('date' in accepted) return holdsDate(answer, accepted.date, accepted.year === true)
  if ('time' in accepted) return timesIn(answer).includes(accepted.time)
  return holdsNumber(withoutTimes(withoutDates(answer)), accepted.number, accepted.unit)
}

/** One of the accepted, and none of those that would make it wrong. */
export function isRight(answer: string, accept: readonly Accepted[], reject: readonly Accepted[]): boolean {
  return accept.some((each) => holds(answer, each)) && !reject.some((each) => holds(answer, each))
}
