/** Days outside which an event has no instance, in any zone: what a list may leave unread. */
import { Temporal } from 'temporal-polyfill'
import { lastRuleDay } from './recurrence-rule.ts'
import type { SourceEvent } from './source-event.ts'

/** Clocks are up to 26 hours apart; with the cut of a day that is two. */
const slackDays = 2
/** Sorts after every day. */
const never = '9999-12-31'

export function firstDay(event: SourceEvent): string {
  const first = [event.start, ...event.added].map((local) => local.slice(0, 10)).sort()[0] ?? event.start
  return shifted(first, -slackDays)
}

export function lastDay(event: SourceEvent): string {
  const ends = [event.start, ...event.added].map((local) => local.slice(0, 10))
  if (event.rule !== null) {
    const last = lastRuleDay(event.rule)
    if (last === null) return never
    ends.push(last)
  }
  const lengthDays = event.durationDays + Math.ceil(event.durationMs / 86_400_000)
  return shifted(ends.sort().at(-1) ?? event.start, slackDays + lengthDays)
}

function shifted(day: string, days: number): string {
  const moved = Temporal.PlainDate.from(day).add({ days })
  if (moved.year > 9999) return never
  return moved.year < 1 ? '0001-01-01' : moved.toString()
}
