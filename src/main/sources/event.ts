import { Temporal } from 'temporal-polyfill'
import type { Source } from '../../shared/turn.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { eventLine } from '../harness/list-answers.ts'

export interface EventNow {
  readonly title: string
  readonly calendar: string
  /** One line as answers quote it, then what else is known. */
  readonly text: string
  /** It is not where it was. */
  readonly isMoved: boolean
}

/** How far around its old day a moved event is looked for. */
const lookAroundDays = 60

/** The event that a source names, where it is now; null when it is nowhere near. */
export async function eventNow(calendar: Pick<Calendar, 'list'>, source: Source): Promise<EventNow | null> {
  const at = source.id.lastIndexOf('@')
  const [uid, start] = [source.id.slice(0, at), source.id.slice(at + 1)]
  const day = dayIn(start)
  if (at < 0 || day === null) return null
  const around = { from: day.subtract({ days: lookAroundDays }), to: day.add({ days: lookAroundDays }) }
  const events = await calendar.list({ from: around.from.toString(), to: around.to.toString() })
  const same = events.filter((event) => event.uid === uid)
  const event = same.find((each) => each.start === start) ?? nearest(same, start)
  if (event === undefined) return null
  const line = eventLine({ kind: 'event', id: source.id, ...event })
  return {
    title: event.title,
    calendar: event.calendar,
    text: line,
    isMoved: event.start !== start,
  }
}

function nearest<T extends { readonly start: string }>(events: readonly T[], start: string): T | undefined {
  const distance = (event: T) => Math.abs(Date.parse(event.start) - Date.parse(start))
  return events.toSorted((a, b) => distance(a) - distance(b))[0]
}

function dayIn(start: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(start.slice(0, 10))
  } catch {
    return null
  }
}
