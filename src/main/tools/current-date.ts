import type { Clock } from '../../shared/time.ts'
import type { DateRange, WeekStart } from '../calendar/range-types.ts'
import { resolveRange } from '../calendar/ranges.ts'
import type { FoundDate, Tool, ToolContext, ToolResult } from './tool.ts'

/** What the model reads dates for: it must never work one out itself. */
const expressions = [
  'tomorrow',
  'yesterday',
  'this week',
  'next week',
  'last week',
  'this weekend',
  'next weekend',
  'this month',
  'next month',
] as const

interface DateParts {
  readonly clock: Clock
  /** Read at each use: the owner may change it. */
  weekStart(): WeekStart
}

/** `current_date`: today, and the days behind every common relative expression, all by code. */
export function createCurrentDateTool(parts: DateParts): Tool {
  return {
    name: 'current_date',
    slug: 'current-date',
    pill: 'Date',
    title: 'Current date',
    summary:
      "You do NOT know the current date/day on your own — use this for ANY question about today's date or day of the week.",
    signature:
      "current_date() — today's date plus concrete YYYY-MM-DD ranges for relative expressions (today/this week/next week/…); no args",
    l2Exposed: true,
    advertiseInMenu: true,
    examples: [
      'Which weekday do we have?',
      'What date is it on Thursday?',
      'Is it the weekend already?',
      'What week number are we in?',
      'Is today a Monday?',
      'Which month comes next?',
      'What weekday was yesterday?',
      'Tell me the date of tomorrow',
    ],
    description: "Today's date, and concrete YYYY-MM-DD ranges for relative expressions.",
    parameters: { type: 'object', properties: {} },
    craftingRules: '',
    run: async (_, context) => currentDate(parts, context),
  }
}

function currentDate(
  { clock, weekStart }: DateParts,
  context: Pick<ToolContext, 'question' | 'instruction'>,
): ToolResult {
  const moment = { now: clock.now(), zone: clock.zone, weekStart: weekStart() }
  const resolve = (words: string) => resolveRange(words, moment)
  const today = resolve('today')?.start ?? new Date(moment.now).toISOString().slice(0, 10)
  const asked = resolve(context.question) ?? resolve(context.instruction ?? '')
  const isListed =
    asked === null || asked.label === 'today' || expressions.some((known) => known === asked.label)
  const known = expressions.flatMap((words) => resolve(words) ?? [])
  const ranges = isListed ? known : [asked, ...known]
  const text = [`Today is ${longDay(today)} (${today}).`, ...ranges.map(rangeLine)].join('\n')
  const found: FoundDate = {
    kind: 'date',
    id: `date:${today}`,
    title: longDay(today),
    text,
    today,
    time: timeOf(moment),
  }
  return { text, found: [found] }
}

function timeOf({ now, zone }: { now: number; zone: string }): string {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone })
  return format.format(new Date(now))
}

function rangeLine({ label, start, end }: DateRange): string {
  return start === end
    ? `${label}: ${start} (${weekdayName.format(utc(start))})`
    : `${label}: ${start} to ${end}`
}

const weekdayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const dayName = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `Monday 30 November 2026`. */
function longDay(day: string): string {
  return `${weekdayName.format(utc(day))} ${dayName.format(utc(day))}`
}

function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
