import { describe, expect, it } from 'vitest'
import { event, ics, openCalendar } from '../calendar/testing/calendars.ts'
import { createQueryCalendarTool } from './query-calendar.ts'
import type { Tool } from './tool.ts'

const now = '2026-11-30T09:00:00Z'
const clock = { now: () => Date.parse(now), zone: 'Europe/Berlin' }
const madeUp = { start: '2023-04-15', end: '2023-04-16' }

const life = ics(
  'X-WR-CALNAME:Home',
  event(
    'UID:dentist',
    'SUMMARY:Dentist\\, Dr "Novak"',
    'LOCATION:Linnégatan 20\\nfloor 2',
    'DTSTART:20261208T093000Z',
    'DTEND:20261208T101500Z',
  ),
  event('UID:trip', 'SUMMARY:Lisbon', 'DTSTART;VALUE=DATE:20261209', 'DTEND;VALUE=DATE:20261212'),
  event('UID:night', 'SUMMARY:Night shift', 'DTSTART:20261210T210000Z', 'DTEND:20261211T050000Z'),
  event('UID:call', 'SUMMARY:Call', 'DTSTART:20261211T140000Z'),
  event('UID:parents', "SUMMARY:Parents' evening", 'DTSTART:20270325T180000Z'),
)

async function withTool<T>(content: string, use: (tool: Tool) => Promise<T>): Promise<T> {
  await using test = await openCalendar({ now })
  test.write('life.ics', content)
  return await use(
    createQueryCalendarTool({
      calendar: test.calendar,
      clock,
      words: { related: () => [], frequency: () => 1 },
      weekStart: () => 'monday',
    }),
  )
}

const ask = (
  tool: Tool,
  question: string,
  instruction: string | null = null,
  args: Record<string, string> = madeUp,
) => {
  const context = { question, instruction }
  return tool.run(tool.resolveArguments?.(context) ?? args, {
    ...context,
    signal: new AbortController().signal,
  })
}

const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id.split('@')[0])

describe('queryCalendar', () => {
  it('has the article’s signature and takes two dates', () =>
    withTool(life, async (tool) => {
      expect(tool).toMatchObject({
        name: 'queryCalendar',
        slug: 'calendar',
        l2Exposed: true,
        advertiseInMenu: false,
      })
      expect(tool.signature).toBe(
        "queryCalendar(when) — list the user's calendar events (title-first) for a time range you describe in natural language",
      )
      expect(
        Object.entries(tool.parameters.properties).map(([name, schema]) => [
          name,
          'format' in schema && schema.format,
        ]),
      ).toEqual([
        ['start', 'date'],
        ['end', 'date'],
      ])
    }))

  it('lists the days of the person’s words, title first, with exact titles in the side channel', () =>
    withTool(life, async (tool) => {
      const { text, found } = await ask(tool, 'What do I have next week?', 'events for this week')
      expect(text).toBe(
        [
          'Dentist, Dr "Novak" — Tue 2026-12-08, 10:30–11:15, Linnégatan 20 floor 2',
          'Lisbon — Wed 2026-12-09, to Fri 2026-12-11',
          'Night shift — Thu 2026-12-10, 22:00 to Fri 2026-12-11 06:00',
          'Call — Fri 2026-12-11, 15:00',
        ].join('\n'),
      )
      expect(found[0]).toEqual({
        kind: 'event',
        id: 'dentist@2026-12-08T10:30:00+01:00',
        title: 'Dentist, Dr "Novak"',
        start: '2026-12-08T10:30:00+01:00',
        end: '2026-12-08T11:15:00+01:00',
        allDay: false,
        location: 'Linnégatan 20\nfloor 2',
        calendar: 'Home',
      })
    }))

  it('gives code’s days to L3: the question’s, else the instruction’s, else none', () =>
    withTool(life, async (tool) => {
      const resolve = (question: string, instruction: string | null) =>
        tool.resolveArguments?.({ question, instruction })
      expect(resolve('on Wednesday?', 'for next week')).toEqual({ start: '2026-12-02', end: '2026-12-02' })
      expect(resolve('am I free?', 'for next week')).toEqual({ start: '2026-12-07', end: '2026-12-13' })
      expect(resolve('when is the dentist?', null)).toBeNull()
      expect(resolve('in the last 30 years', null)).toBeNull()
    }))

  it('says so when the days have nothing', () =>
    withTool(life, async (tool) => {
      expect(await ask(tool, 'today?')).toEqual({ text: 'No events on 2026-11-30.', found: [] })
      expect((await ask(tool, 'this week?')).text).toBe('No events from 2026-11-30 to 2026-12-06.')
    }))

  it('looks by words where the question has no days, whatever days the model or L2 made up', () =>
    withTool(life, async (tool) => {
      const { text, found } = await ask(
        tool,
        "When is the parents' evening?",
        "this week's events about the parents' evening",
      )
      expect(ids(found)).toEqual(['parents'])
      expect(text).toBe("Found by words, on any day:\nParents' evening — Thu 2027-03-25, 19:00")
      expect(ids((await ask(tool, 'when do I see Novak')).found)).toEqual(['dentist'])
      expect(ids((await ask(tool, 'Am I busy?', 'events next week')).found)).toContain('call')
      expect(await ask(tool, 'when is the plumber coming')).toEqual({
        text: 'No event found for "when is the plumber coming".',
        found: [],
      })
    }))

  it('lists what comes next where neither days nor an event are named', () =>
    withTool(life, async (tool) => {
      const { text, found } = await ask(tool, "What's on my calendar?")
      expect(text.split('\n').slice(0, 2)).toEqual(['Coming up:', expect.stringContaining('Dentist')])
      expect(ids(found)).toEqual(['dentist', 'trip', 'night', 'call'])
    }))

  it('reads at most eight lines to the model and keeps all for the answer', () =>
    withTool(
      ics(event('UID:gym', 'SUMMARY:Gym', 'DTSTART:20261101T060000Z', 'RRULE:FREQ=DAILY')),
      async (tool) => {
        const { text, found } = await ask(tool, 'December?')
        expect(text.split('\n')).toHaveLength(9)
        expect(text.split('\n').at(-1)).toBe('and 23 more')
        expect(found).toHaveLength(31)
        expect(new Set(ids(found))).toEqual(new Set(['gym']))
        expect(new Set(found.map(({ id }) => id)).size).toBe(31)
      },
    ))

  it('checks the arguments where there are no words at all', () =>
    withTool(life, async (tool) => {
      const run = (start: string, end: string) => ask(tool, '', null, { start, end })
      expect(ids((await run('2026-12-08', '2026-12-09')).found)).toEqual(['dentist', 'trip'])
      const refused = expect.objectContaining({ code: 'invalid-input' })
      for (const [start, end] of [
        ['2026-12-09', '2026-12-08'],
        ['2026-01-01', '2027-12-31'],
        ['2026-02-30', '2026-03-01'],
        ['', ''],
        ['next week', 'next week'],
      ] as const)
        await expect(run(start, end)).rejects.toEqual(refused)
    }))
})
