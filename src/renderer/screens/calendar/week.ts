/** What happens on each day of a stretch, as a list for the eye. */
import type { CalendarEvent } from '../../../shared/contract/calendar.ts'
import { addDays, timeOf, weekdayOf } from '../../dates.ts'
import { timeText } from '../../formats.ts'

/** An event on one of its days. */
export interface DayEntry {
  readonly id: string
  readonly event: CalendarEvent
  /** When on this day: `09:00–10:00`, `from 22:00`, `until 02:00`, `All day`. */
  readonly when: string
}

export interface Day {
  readonly day: string
  readonly entries: readonly DayEntry[]
}

const firstWeekday = { monday: 1, sunday: 0, saturday: 6 } as const
export type WeekStart = keyof typeof firstWeekday

/** The first day of the week that holds `day`. */
export function weekOf(day: string, start: WeekStart): string {
  return addDays(day, -((weekdayOf(day) - firstWeekday[start] + 7) % 7))
}

/** Every day from `from` to `to`, both included; an event stands on each day it touches. All-day ones come first. */
export function daysOf(events: readonly CalendarEvent[], from: string, to: string): Day[] {
  const days: { day: string; entries: DayEntry[] }[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push({ day, entries: [] })
  for (const [index, event] of events.entries()) {
    const last = lastDay(event)
    for (const { day, entries } of days) {
      if (day < event.start.slice(0, 10) || day > last) continue
      entries.push({ id: `${day} ${index}`, event, when: whenOn(event, day, last) })
    }
  }
  return days.map(({ day, entries }) => ({ day, entries: entries.sort(wholeDaysFirst) }))
}

/** An event that ends at midnight is over before the day that begins then. */
function lastDay({ start, end, allDay }: CalendarEvent): string {
  const day = end.slice(0, 10)
  const isOverAtMidnight = !allDay && timeOf(end) === '00:00' && day > start.slice(0, 10)
  return isOverAtMidnight ? addDays(day, -1) : day
}

function whenOn({ start, end, allDay }: CalendarEvent, day: string, last: string): string {
  if (allDay) return 'All day'
  const [begins, ends] = [day === start.slice(0, 10), day === last]
  if (begins && ends) return start === end ? timeText(start) : `${timeText(start)}–${timeText(end)}`
  if (begins) return `from ${timeText(start)}`
  return ends ? `until ${timeText(end)}` : 'All day'
}

function wholeDaysFirst(a: DayEntry, b: DayEntry): number {
  return rank(a) - rank(b)
}

function rank({ when }: DayEntry): number {
  return when === 'All day' ? 0 : when.startsWith('until') ? 1 : 2
}
