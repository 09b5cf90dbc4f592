import { PixieError } from '../../shared/errors.ts'
import type { Arguments } from '../../shared/json-schema.ts'
import type { Clock } from '../../shared/time.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { namingWords } from '../calendar/event-search.ts'
import type { CalendarEvent } from '../calendar/instances.ts'
import type { DateRange, WeekStart } from '../calendar/range-types.ts'
import { isAboutPast, resolveRange } from '../calendar/ranges.ts'
import { type DataWords, widened } from '../search/telling-terms.ts'
import type { FoundEvent, Tool, ToolContext, ToolResult } from './tool.ts'

type Words = Pick<ToolContext, 'question' | 'instruction'>
type Days = { readonly start: string; readonly end: string }

interface CalendarParts {
  readonly calendar: Pick<Calendar, 'list' | 'search'>
  readonly clock: Clock
  readonly words: DataWords
  /** Read at each use: the owner may change it. */
  weekStart(): WeekStart
}

/** A year and a bit: enough for "in the last year", too short for a model's slip of a century. */
const maxDays = 400
/** Events that the model reads; the rest is in the side channel. */
const maxLines = 8
/** Events in the side channel. Nobody reads more of an answer. */
const maxFound = 200
/** How far "what is coming up" looks, in days: first near, then further where nothing is near. */
const comingDays = [14, 90] as const

/**
 * `queryCalendar`: events of a stretch of days. The days come from the person's words, else from the instruction, never
 * from the model's head: where neither names any, events are looked for by the words instead.
 */
export function createQueryCalendarTool(parts: CalendarParts): Tool {
  return {
    name: 'queryCalendar',
    slug: 'calendar',
    pill: 'Calendar',
    title: 'Calendar',
    summary: 'List calendar events for a described time range',
    signature:
      "queryCalendar(when) — list the user's calendar events (title-first) for a time range you describe in natural language",
    l2Exposed: true,
    advertiseInMenu: false,
    description: "List the user's calendar events from the first to the last day, both included.",
    parameters: {
      type: 'object',
      properties: {
        start: { type: 'string', format: 'date', description: 'first day, YYYY-MM-DD' },
        end: { type: 'string', format: 'date', description: 'last day, YYYY-MM-DD' },
      },
    },
    craftingRules: "Resolve the instruction's time range into concrete YYYY-MM-DD bounds before calling.",
    followsWords: true,
    run: (args, context) => query(parts, args, context),
    resolveArguments: (context) => {
      const days = rangeIn(parts, context.question) ?? rangeIn(parts, context.instruction)
      return days === null ? null : { start: days.start, end: days.end }
    },
  }
}

async function query(parts: CalendarParts, args: Arguments, context: ToolContext): Promise<ToolResult> {
  const asked = rangeIn(parts, context.question)
  if (asked !== null) return inDays(parts, asked)
  const named = await byWords(parts, context.question)
  if (named !== null) return named
  const instructed = rangeIn(parts, context.instruction)
  if (instructed !== null) return inDays(parts, instructed)
  if (saysNothing(context)) return inDays(parts, validDays(args))
  const described = await byWords(parts, context.instruction)
  return described ?? coming(parts, context)
}

function resolve({ clock, weekStart }: CalendarParts, words: string): DateRange | null {
  return resolveRange(words, { now: clock.now(), zone: clock.zone, weekStart: weekStart() })
}

function rangeIn(parts: CalendarParts, words: string | null): Days | null {
  const range = resolve(parts, words ?? '')
  return range === null || lengthInDays(range) > maxDays ? null : range
}

function lengthInDays({ start, end }: Days): number {
  return (Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / 86_400_000 + 1
}

function saysNothing({ question, instruction }: Words): boolean {
  return question.trim() === '' && (instruction ?? '').trim() === ''
}

/** The arguments as days. Throws `invalid-input` for what is no day, not in order, or too long. */
function validDays(args: Arguments): Days {
  const [start, end] = [String(args.start ?? ''), String(args.end ?? '')]
  const length = lengthInDays({ start, end })
  if (isDay(start) && isDay(end) && length >= 1 && length <= maxDays) return { start, end }
  const what =
    isDay(start) && isDay(end) ? 'These days are no stretch of time to look at' : 'These are no days'
  throw new PixieError('invalid-input', {
    what,
    value: `start ${start}, end ${end}`,
    hint: `Give two days like 2026-12-03, the earlier one as start, at most ${maxDays} days apart.`,
  })
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

async function inDays({ calendar }: CalendarParts, { start, end }: Days): Promise<ToolResult> {
  const events = await calendar.list({ from: start, to: end })
  const days = start === end ? `on ${start}` : `from ${start} to ${end}`
  return toResult(events, '', `No events ${days}.`)
}

/** Null when the words name no event, or none is found. */
async function byWords(
  { calendar, clock, words: others }: CalendarParts,
  words: string | null,
): Promise<ToolResult | null> {
  if (words === null || namingWords(words).length === 0) return null
  const search = { around: clock.now(), past: isAboutPast(words), limit: maxLines }
  const events = await calendar.search(widened(words, others), search)
  return events.length === 0 ? null : toResult(events, 'Found by words, on any day:', '')
}

/** What comes next: for "what's on my calendar?". Words that name an event nobody has are answered with nothing. */
async function coming(parts: CalendarParts, { question, instruction }: Words): Promise<ToolResult> {
  const naming = namingWords(question)
  if (naming.length > 0 || namingWords(instruction ?? '').length > 0)
    return toResult([], '', `No event found for "${question.trim() || instruction}".`)
  for (const days of comingDays) {
    const range = resolve(parts, `the next ${days} days`)
    if (range === null) continue
    const events = await parts.calendar.list({ from: range.start, to: range.end })
    const ahead = events.filter((event) => event.allDay || Date.parse(event.end) >= parts.clock.now())
    if (ahead.length > 0) return toResult(ahead, 'Coming up:', '')
  }
  return toResult([], '', `No events in the next ${comingDays[1]} days.`)
}

function toResult(events: readonly CalendarEvent[], heading: string, nothing: string): ToolResult {
  if (events.length === 0) return { text: nothing, found: [] }
  const lines = events.slice(0, maxLines).map(eventLine)
  const rest = events.length - lines.length
  const text = [heading, ...lines, rest > 0 ? `and ${rest} more` : '']
    .filter((line) => line !== '')
    .join('\n')
  return { text, found: events.slice(0, maxFound).map(toFound) }
}

/** `Dentist — Tue 2027-03-16, 10:30–11:15, Linnégatan 20`. */
function eventLine({ title, start, end, allDay, location }: CalendarEvent): string {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)]
  const time = allDay
    ? first === last
      ? 'all day'
      : `to ${dayName(last)}`
    : first === last
      ? start === end
        ? start.slice(11, 16)
        : `${start.slice(11, 16)}–${end.slice(11, 16)}`
      : `${start.slice(11, 16)} to ${dayName(last)} ${end.slice(11, 16)}`
  const place = location === null ? '' : `, ${oneLine(location)}`
  return `${oneLine(title) || '(no title)'} — ${dayName(first)}, ${time}${place}`
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

function dayName(day: string): string {
  return `${weekday.format(new Date(`${day}T00:00:00Z`))} ${day}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

function toFound({ title, start, end, allDay, location, calendar, uid }: CalendarEvent): FoundEvent {
  return { kind: 'event', id: `${uid}@${start}`, title, start, end, allDay, location, calendar }
}
