import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { event, ics, openCalendar, type TestCalendar } from '../calendar/testing/calendars.ts'
import { calendarCommands } from './calendar-commands.ts'
import { type CliResult, pixieWith, runCli } from './testing/run-cli.ts'
import { whenCommands } from './when-commands.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pixie-when-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(argv: readonly string[], test?: TestCalendar): Promise<CliResult> {
  await using own = await openCalendar()
  const { calendar } = test ?? own
  const clock = { now: () => Date.parse('2026-11-30T09:00:00Z'), zone: 'Europe/Berlin' }
  // The commands use nothing else of it.
  const pixie = pixieWith({ calendar, clock })
  return runCli(argv, { commands: [...calendarCommands, ...whenCommands], openPixie: async () => pixie })
}

function tasks(...lines: readonly string[]): string {
  const file = path.join(folder, 'tasks.jsonl')
  writeFileSync(file, lines.join('\n'))
  return file
}

describe('pixie when', () => {
  it('gives the days as JSON, and null where there is no time', async () => {
    expect(await run(['when', 'next week', '--json'])).toEqual({
      code: 0,
      stdout: '{"start":"2026-12-07","end":"2026-12-13","label":"next week","grain":"week"}\n',
      stderr: '',
    })
    expect((await run(['when', 'I may come', '--json'])).stdout).toBe('null\n')
  })

  it('says them to people', async () => {
    expect((await run(['when', 'next Tuesday'])).stdout).toContain('Tue 8 Dec 2026')
    expect((await run(['when', 'hello'])).stdout).toContain('no time')
  })

  it('answers each task with its range, in order, and goes on after a bad line', async () => {
    const file = tasks(
      '{"id":"a","words":"tomorrow"}',
      '{"id":2,"words":"today","now":"2026-12-31T23:30:00Z","tz":"Pacific/Auckland"}',
      '{"id":"c","words":"today","now":"2026-12-31T23:30","tz":"America/New_York"}',
      '{"id":"d","words":"no time here"}',
      '{"id":"e"}',
      'nonsense',
      '{"id":"f","words":"today","tz":"Mars/Olympus"}',
      '{"id":"g","words":"today","tz":"Mars/Olympus","now":"2026-12-31T23:30"}',
      '{"id":"h","words":"today","now":"soon"}',
      '{"id":"i","words":"yesterday"}',
    )
    const { code, stdout } = await run(['when', '--tasks', file])
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(code).toBe(0)
    expect(
      lines.map(({ id, range, error }) => [id, range === null ? null : (range?.start ?? error?.code)]),
    ).toEqual([
      ['a', '2026-12-01'],
      [2, '2027-01-01'],
      ['c', '2026-12-31'],
      ['d', null],
      ['e', 'invalid-input'],
      [null, 'invalid-input'],
      ['f', 'invalid-input'],
      ['g', 'invalid-input'],
      ['h', 'invalid-input'],
      ['i', '2026-11-29'],
    ])
    expect(lines[0]).toEqual({
      id: 'a',
      range: { start: '2026-12-01', end: '2026-12-01', label: 'tomorrow', grain: 'day' },
    })
  })

  it('is used wrongly without words, or with both', async () => {
    expect((await run(['when'])).code).toBe(2)
    expect((await run(['when', 'today', '--tasks', tasks('')])).code).toBe(2)
  })
})

describe('pixie calendar', () => {
  it('adds, lists and reports', async () => {
    await using test = await openCalendar()
    const file = test.write(
      'home.ics',
      ics(
        event(
          'UID:a',
          'SUMMARY:Lunch',
          'LOCATION:Café',
          'DTSTART:20261201T110000Z',
          'DTEND:20261201T120000Z',
        ),
        event('UID:b', 'DTSTART:broken'),
      ),
    )
    const report = {
      files: 1,
      events: 1,
      unreadable: [{ file, line: 14, reason: 'DTSTART is not a date: broken' }],
    }
    const added = await run(['calendar', 'add', file, '--json'], test)
    expect(JSON.parse(added.stdout)).toEqual(report)
    const days = ['--from', '2026-12-01', '--to', '2026-12-01']
    expect(JSON.parse((await run(['calendar', 'list', ...days, '--json'], test)).stdout)).toEqual([
      {
        title: 'Lunch',
        start: '2026-12-01T12:00:00+01:00',
        end: '2026-12-01T13:00:00+01:00',
        allDay: false,
        location: 'Café',
        calendar: 'home',
        uid: 'a',
      },
    ])
    expect((await run(['calendar', 'list', ...days], test)).stdout).toContain(
      '2026-12-01  12:00–13:00    Lunch  (Café)',
    )
    expect(JSON.parse((await run(['calendar', 'report', '--json'], test)).stdout)).toEqual(report)
    expect((await run(['calendar', 'report'], test)).stdout).toContain(`${file}:14: DTSTART is not a date`)
  })

  it('refuses what is not there, and days that are missing or none', async () => {
    const missing = await run(['calendar', 'add', '/nowhere/at/all.ics', '--json'])
    expect(missing.code).toBe(1)
    expect(JSON.parse(missing.stdout).error.code).toBe('not-found')
    expect(missing.stderr).toContain('/nowhere/at/all.ics')
    expect((await run(['calendar', 'list', '--from', '2026-12-01'])).code).toBe(2)
    for (const day of ['x', '', '2026-12-01T10:00', '2027-02-29', '2026-13-01', '12/01/2026'])
      expect([day, (await run(['calendar', 'list', '--from', '2026-12-01', '--to', day])).code]).toEqual([
        day,
        2,
      ])
    expect((await run(['calendar', 'list', '--from', '2026-12-02', '--to', '2026-12-01'])).code).toBe(1)
  })
})
