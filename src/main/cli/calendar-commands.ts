/** `pixie calendar …`: calendars from .ics files. */
import { PixieError } from '../../shared/errors.ts'
import type { CalendarReport } from '../calendar/calendar-reader.ts'
import type { CalendarEvent } from '../calendar/instances.ts'
import type { Command, CommandInput } from './command.ts'

const add: Command = {
  name: 'calendar add',
  summary: 'Let Pixie read an .ics file, or a folder with some, and read it now',
  args: ['FILE|DIR'],
  options: {},
  example: 'pixie calendar add ~/Calendars',
  async run({ args: [path = ''], pixie, io }) {
    const { calendar } = await pixie()
    const report = await calendar.add(path)
    if (report.unreadable.length > 0) io.note('Some of it could not be read: see "pixie calendar report".')
    return { json: report, text: `Added ${path}. All calendars together: ${counts(report)}.` }
  },
}

const list: Command = {
  name: 'calendar list',
  summary: 'Events from a day to a day, both included',
  args: [],
  options: {
    from: { type: 'string', value: 'D', help: 'first day, YYYY-MM-DD' },
    to: { type: 'string', value: 'D', help: 'last day, YYYY-MM-DD' },
  },
  example: 'pixie calendar list --from 2026-12-01 --to 2026-12-07',
  async run(input) {
    const days = { from: dayOption(input, 'from'), to: dayOption(input, 'to') }
    const { calendar } = await input.pixie()
    const events = await calendar.list(days)
    return { json: events, text: events.length === 0 ? 'No events.' : events.map(eventText).join('\n') }
  },
}

const report: Command = {
  name: 'calendar report',
  summary: 'How much was read, and what could not be read and why',
  args: [],
  options: {},
  example: 'pixie calendar report',
  async run({ pixie }) {
    const { calendar } = await pixie()
    const found = await calendar.report()
    const faults = found.unreadable.map(({ file, line, reason }) =>
      line === null ? `${file}: ${reason}` : `${file}:${line}: ${reason}`,
    )
    return { json: found, text: [`${counts(found)}.`, ...faults].join('\n') }
  },
}

function dayOption({ options }: CommandInput, name: 'from' | 'to'): string {
  const value = options[name]
  if (typeof value === 'string' && isDay(value)) return value
  throw new PixieError('usage', {
    what: value === undefined ? `--${name} is missing` : `--${name} is not a day`,
    value: typeof value === 'string' ? value : undefined,
    hint: 'Write: pixie calendar list --from YYYY-MM-DD --to YYYY-MM-DD',
  })
}

function isDay(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // JavaScript reads 30 February as a day in March.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

function counts({ files, events, unreadable }: CalendarReport): string {
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  const faults =
    unreadable.length === 0 ? '' : `; ${plural(unreadable.length, 'thing')} unreadable or in doubt`
  return `${plural(events, 'event')} in ${plural(files, 'file')}${faults}`
}

function eventText({ title, start, end, allDay, location }: CalendarEvent): string {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)]
  const until = first === last ? '' : `${last} `
  const time = allDay
    ? first === last
      ? 'all day'
      : `to ${last}`
    : `${start.slice(11, 16)}–${until}${end.slice(11, 16)}`
  const place = location === null ? '' : `  (${location.replace(/\s+/gu, ' ')})`
  return `${first}  ${time.padEnd(13)}  ${title.replace(/\s+/gu, ' ') || '(no title)'}${place}`
}

export const calendarCommands: readonly Command[] = [add, list, report]
