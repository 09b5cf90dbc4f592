import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { event, ics, openCalendar } from './testing/calendars.ts'

const good = event('UID:good@test', 'SUMMARY:Good one', 'DTSTART:20261201T080000Z', 'DTEND:20261201T090000Z')
const december = { from: '2026-12-01', to: '2026-12-31' }

describe('what cannot be read', () => {
  /** Each stands in front of a good event, which must still be there. */
  const faults: Record<string, { lines: string[]; line: number; reason: RegExp }> = {
    'a start that is no date': {
      lines: [event('UID:bad', 'DTSTART:20261340T080000Z')],
      line: 7,
      reason: /DTSTART is not a date: 20261340/,
    },
    'a start that is no text': {
      lines: [event('UID:bad', 'DTSTART:tomorrow')],
      line: 7,
      reason: /DTSTART is not a date/,
    },
    'no start': { lines: [event('UID:bad')], line: 4, reason: /without a start/ },
    'two starts': {
      lines: [event('DTSTART:20261201T080000Z', 'DTSTART:20261202T080000Z')],
      line: 7,
      reason: /two starts/,
    },
    'no END:VEVENT': {
      lines: ['BEGIN:VEVENT', 'UID:bad', 'DTSTART:20261201T080000Z'],
      line: 4,
      reason: /without END:VEVENT/,
    },
    'an end that is no date': {
      lines: [event('DTSTART:20261201T080000Z', 'DTEND:20261201T990000Z')],
      line: 8,
      reason: /DTEND is not a date/,
    },
    'a length that is none': {
      lines: [event('DTSTART:20261201T080000Z', 'DURATION:an hour')],
      line: 8,
      reason: /DURATION is not/,
    },
    'a rule without measure': {
      lines: [event('DTSTART:20261201T080000Z', 'RRULE:FREQ=SECONDLY')],
      line: 8,
      reason: /86,400 times a day/,
    },
    'a rule without measure in disguise': {
      lines: [
        event('DTSTART:20261201T080000Z', 'RRULE:FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7;BYMINUTE=1,2,3,4,5,6,7'),
      ],
      line: 8,
      reason: /49 times a day/,
    },
    'a count without measure': {
      lines: [event('DTSTART:20261201T080000Z', 'RRULE:FREQ=HOURLY;COUNT=99999999')],
      line: 8,
      reason: /cannot be followed/,
    },
    'a rule that is none': {
      lines: [event('DTSTART:20261201T080000Z', 'RRULE:FREQ=NEVER')],
      line: 8,
      reason: /cannot be followed/,
    },
    'a rule that ends on no date': {
      lines: [event('DTSTART:20261201T080000Z', 'RRULE:FREQ=DAILY;UNTIL=soon')],
      line: 8,
      reason: /UNTIL is not a date/,
    },
    'a replaced instance that is no date': {
      lines: [event('RECURRENCE-ID:x', 'DTSTART:20261201T080000Z')],
      line: 7,
      reason: /RECURRENCE-ID is not/,
    },
    'an alarm that never ends': {
      lines: ['BEGIN:VEVENT', 'UID:bad', 'DTSTART:20261201T080000Z', 'BEGIN:VALARM', 'TRIGGER:-PT5M'],
      line: 4,
      reason: /without END:VEVENT/,
    },
  }

  for (const [name, { lines, line, reason }] of Object.entries(faults)) {
    it(`${name} is listed with its line and hides nothing`, async () => {
      await using test = await openCalendar()
      const file = test.write('a.ics', ics(...lines, good))
      expect((await test.calendar.list(december)).map(({ title }) => title)).toEqual(['Good one'])
      const { unreadable, events } = await test.calendar.report()
      expect(unreadable).toEqual([{ file, line, reason: expect.stringMatching(reason) }])
      expect(events).toBe(1)
    })
  }

  it('is said of whole files too', async () => {
    await using test = await openCalendar()
    test.write('empty.ics', '')
    test.write('page.ics', '<!doctype html><title>Sign in</title>')
    test.write('cut.ics', ics(good).split('END:VCALENDAR')[0] ?? '')
    const { files, events, unreadable } = await test.calendar.report()
    expect({ files, events }).toEqual({ files: 3, events: 1 })
    expect(unreadable.map(({ file, line, reason }) => [path.basename(file), line, reason])).toEqual([
      ['cut.ics', 9, expect.stringContaining('without END:VCALENDAR')],
      ['empty.ics', null, expect.stringContaining('not a calendar')],
      ['page.ics', null, expect.stringContaining('not a calendar')],
    ])
  })

  it('is not a file of 20 MB and more, nor more than 20,000 events of one', async () => {
    await using test = await openCalendar()
    test.write('big.ics', Buffer.alloc(20 * 1024 * 1024 + 1, 0x20))
    const many = Array.from({ length: 20_002 }, (_, i) => event(`UID:${i}`, 'DTSTART;VALUE=DATE:20200101'))
    test.write('many.ics', ics(...many))
    const { events, unreadable } = await test.calendar.report()
    expect(events).toBe(20_000)
    expect(unreadable.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('larger than 20 MB'),
      expect.stringContaining('more than 20,000 events'),
    ])
  }, 30_000)

  it('does not keep an unknown zone from being shown, in the owner’s', async () => {
    await using test = await openCalendar()
    test.write('a.ics', ics(event('SUMMARY:Odd', 'DTSTART;TZID=Mars/Olympus:20261201T100000')))
    expect(await test.calendar.list(december)).toMatchObject([
      { title: 'Odd', start: '2026-12-01T10:00:00+01:00' },
    ])
    expect((await test.calendar.report()).unreadable).toMatchObject([
      { line: 7, reason: expect.stringContaining('Mars/Olympus') },
    ])
  })
})

describe('events', () => {
  it('have times in the owner’s zone and exact titles', async () => {
    await using test = await openCalendar({ zone: 'America/New_York' })
    const title = String.raw`C:\\new "Übung"\, ⌘ 東京` // as an .ics file writes it
    test.write(
      'home.ics',
      ics(
        'X-WR-CALNAME:Home\\, sweet home',
        event('UID:x', `SUMMARY:${title}`, 'LOCATION:Room 1', 'DTSTART:20261201T080000Z', 'DURATION:PT90M'),
      ),
    )
    expect(await test.calendar.list(december)).toEqual([
      {
        title: 'C:\\new "Übung", ⌘ 東京',
        start: '2026-12-01T03:00:00-05:00',
        end: '2026-12-01T04:30:00-05:00',
        allDay: false,
        location: 'Room 1',
        calendar: 'Home, sweet home',
        uid: 'x',
      },
    ])
  })

  it('come in order, all-day ones first in their day, with their last day and their file’s name', async () => {
    await using test = await openCalendar()
    test.write(
      'work.ics',
      ics(
        event('UID:1', 'SUMMARY:Noon', 'DTSTART;TZID=Europe/Berlin:20261202T120000'),
        event('UID:2', 'SUMMARY:Trip', 'DTSTART;VALUE=DATE:20261202', 'DTEND;VALUE=DATE:20261205'),
        event('UID:3', 'SUMMARY:Dawn', 'DTSTART;TZID=Europe/Berlin:20261202T060000'),
        event('UID:4', 'SUMMARY:Before', 'DTSTART;TZID=Europe/Berlin:20261201T230000'),
      ),
    )
    const events = await test.calendar.list(december)
    expect(events.map(({ title }) => title)).toEqual(['Before', 'Trip', 'Dawn', 'Noon'])
    expect(events[1]).toMatchObject({
      start: '2026-12-02',
      end: '2026-12-04',
      allDay: true,
      calendar: 'work',
    })
  })

  const weekly = [
    'UID:w',
    'DTSTART;TZID=Europe/Berlin:20261201T090000',
    'DTEND;TZID=Europe/Berlin:20261201T100000',
    'RRULE:FREQ=WEEKLY',
  ]

  it('of a series move, change their name and are cancelled one by one', async () => {
    await using test = await openCalendar()
    test.write(
      'a.ics',
      ics(
        event(...weekly, 'SUMMARY:Weekly'),
        event(
          'UID:w',
          'RECURRENCE-ID;TZID=Europe/Berlin:20261208T090000',
          'DTSTART;TZID=Europe/Berlin:20261209T150000',
          'SUMMARY:Moved',
        ),
        event(
          'UID:w',
          'RECURRENCE-ID:20261215T080000Z',
          'DTSTART:20270301T080000Z',
          'SUMMARY:Moved far away',
        ),
        event('UID:w', 'RECURRENCE-ID;VALUE=DATE:20261222', 'DTSTART:20261222T080000Z', 'STATUS:CANCELLED'),
      ),
    )
    const starts = async (from: string, to: string) =>
      (await test.calendar.list({ from, to })).map(({ title, start }) => `${start.slice(0, 16)} ${title}`)
    expect(await starts('2026-12-01', '2026-12-31')).toEqual([
      '2026-12-01T09:00 Weekly',
      '2026-12-09T15:00 Moved',
      '2026-12-29T09:00 Weekly',
    ])
    expect(await starts('2026-12-15', '2026-12-15')).toEqual([])
    expect(await starts('2027-03-01', '2027-03-01')).toEqual(['2027-03-01T09:00 Moved far away'])
    expect((await test.calendar.report()).events).toBe(1)
  })

  it('that are cancelled are not shown, nor is anything of a cancelled series', async () => {
    await using test = await openCalendar()
    test.write(
      'a.ics',
      ics(
        event(...weekly, 'STATUS:CANCELLED'),
        event('UID:w', 'RECURRENCE-ID:20261208T080000Z', 'DTSTART:20261209T080000Z'),
      ),
    )
    test.write('b.ics', ics('METHOD:CANCEL', good))
    expect(await test.calendar.list(december)).toEqual([])
  })

  it('in two files are one; careless programs’ equal UIDs are two', async () => {
    await using test = await openCalendar()
    test.write('a.ics', ics(good, event('UID:1', 'SUMMARY:Swim', 'DTSTART:20261203T080000Z')))
    test.write('b.ics', ics(good, event('UID:1', 'SUMMARY:Run', 'DTSTART:20261204T080000Z')))
    expect((await test.calendar.list(december)).map(({ title }) => title)).toEqual([
      'Good one',
      'Swim',
      'Run',
    ])
  })

  it('are replaced by a newer version, wherever it is', async () => {
    await using test = await openCalendar()
    test.write('old.ics', ics(event('UID:v', 'SUMMARY:Old', 'SEQUENCE:1', 'DTSTART:20261203T080000Z')))
    test.write('new.ics', ics(event('UID:v', 'SUMMARY:New', 'SEQUENCE:2', 'DTSTART:20270103T080000Z')))
    expect(await test.calendar.list(december)).toEqual([])
    rmSync(path.join(test.folder, 'new.ics'))
    expect((await test.calendar.list(december)).map(({ title }) => title)).toEqual(['Old'])
  })

  it('without a UID or a title are events too', async () => {
    await using test = await openCalendar()
    test.write(
      'a.ics',
      ics(
        'BEGIN:VEVENT',
        'DTSTART:20261203T080000Z',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'DTSTART:20261204T080000Z',
        'END:VEVENT',
      ),
    )
    const events = await test.calendar.list(december)
    expect(events.map(({ title }) => title)).toEqual(['', ''])
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(2)
  })

  it('are refused for days that are none, not in order, or too many', async () => {
    await using test = await openCalendar()
    test.write('a.ics', ics(event('DTSTART:20260101T080000Z', 'RRULE:FREQ=HOURLY')))
    const refused = expect.objectContaining({ code: 'invalid-input' })
    await expect(test.calendar.list({ from: '2026-02-30', to: '2026-03-01' })).rejects.toEqual(refused)
    await expect(test.calendar.list({ from: 'today', to: '2026-03-01' })).rejects.toEqual(refused)
    await expect(test.calendar.list({ from: '2026-03-02', to: '2026-03-01' })).rejects.toEqual(refused)
    await expect(test.calendar.list({ from: '2026-01-01', to: '2035-12-31' })).rejects.toEqual(refused)
  })
})

describe('files', () => {
  it('are read again when they change, and forgotten when they are gone from their folder', async () => {
    await using test = await openCalendar()
    const file = test.write('sub/a.ics', ics(good))
    expect(await test.calendar.list(december)).toHaveLength(1)
    writeFileSync(file, ics(good.replace('Good one', 'Other one')))
    utimesSync(file, new Date(), new Date(Date.now() + 5000))
    expect(await test.calendar.list(december)).toMatchObject([{ title: 'Other one' }])
    rmSync(file)
    expect(await test.calendar.list(december)).toEqual([])
    expect(await test.calendar.report()).toEqual({ files: 0, events: 0, unreadable: [] })
  })

  it('of a folder that is not there for now are kept, and said so', async () => {
    await using test = await openCalendar()
    test.write('a.ics', ics(good))
    await test.calendar.report()
    rmSync(test.folder, { recursive: true })
    expect(await test.calendar.list(december)).toHaveLength(1)
    expect((await test.calendar.report()).unreadable).toMatchObject([
      { file: test.folder, line: null, reason: expect.stringContaining('not there') },
    ])
  })

  it('outside the granted folder, hidden ones and other kinds are left alone', async () => {
    await using test = await openCalendar()
    await using other = await openCalendar()
    other.write('outside.ics', ics(good))
    symlinkSync(other.folder, path.join(test.folder, 'link'))
    symlinkSync(path.join(other.folder, 'outside.ics'), path.join(test.folder, 'link.ics'))
    symlinkSync(test.folder, path.join(test.folder, 'circle'))
    mkdirSync(path.join(test.folder, '.hidden'))
    writeFileSync(path.join(test.folder, '.hidden/a.ics'), ics(good))
    test.write('notes.txt', ics(good))
    expect((await test.calendar.report()).files).toBe(0)
  })

  it('that are not there or no calendars are refused', async () => {
    await using test = await openCalendar()
    await expect(test.calendar.add(path.join(test.folder, 'nope.ics'))).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(test.calendar.add(test.write('a.txt', ''))).rejects.toMatchObject({ code: 'invalid-input' })
  })

  it('are read one by one when two ask at once', async () => {
    await using test = await openCalendar()
    const file = test.write('a.ics', ics(good))
    await Promise.all([
      test.calendar.add(file),
      test.calendar.list(december),
      test.calendar.add(test.folder),
      test.calendar.report(),
    ])
    expect(await test.calendar.report()).toEqual({ files: 1, events: 1, unreadable: [] })
  })
})

describe('events by words', () => {
  const now = Date.parse('2026-11-30T09:00:00Z')
  const search = { around: now, past: false, limit: 8 }
  const life = ics(
    event('UID:1', 'SUMMARY:Dentist Dr Novak', 'DTSTART:20261216T093000Z'),
    event('UID:2', 'SUMMARY:Dentist (check-up)', 'DTSTART:20260616T093000Z'),
    event('UID:3', 'SUMMARY:Bank appointment', 'DTSTART:20261202T093000Z'),
    event(
      'UID:4',
      'SUMMARY:Choir practice',
      'LOCATION:Church hall',
      'DTSTART:20200107T180000Z',
      'RRULE:FREQ=WEEKLY',
      'ATTENDEE;CN=Jo Park:mailto:jo@example.org',
    ),
    event('UID:5', 'SUMMARY:Konferenz für Café-Besitzer', 'DTSTART;VALUE=DATE:20280303'),
    event('UID:6', 'SUMMARY:Cancelled yoga', 'DTSTART:20261203T093000Z', 'STATUS:CANCELLED'),
  )

  it('find what the words name, the next to come first', async () => {
    await using test = await openCalendar()
    test.write('life.ics', life)
    const titles = async (words: string, past = false) =>
      (await test.calendar.search(words, { ...search, past })).map(
        ({ title, start }) => `${start.slice(0, 10)} ${title}`,
      )
    expect(await titles('When is my dentist appointment?')).toEqual([
      '2026-12-16 Dentist Dr Novak',
      '2026-06-16 Dentist (check-up)',
    ])
    expect(await titles('when was I at the dentist', true)).toEqual([
      '2026-06-16 Dentist (check-up)',
      '2026-12-16 Dentist Dr Novak',
    ])
    expect(await titles('choir')).toEqual(['2026-12-01 Choir practice'])
    expect(await titles('choir', true)).toEqual(['2026-11-24 Choir practice'])
    expect(await titles('meeting Jo')).toEqual(['2026-12-01 Choir practice'])
    expect(await titles('what is in the church hall?')).toEqual(['2026-12-01 Choir practice'])
    expect(await titles('cafe besitzer')).toEqual(['2028-03-03 Konferenz für Café-Besitzer'])
    expect(await titles('appointment')).toEqual(['2026-12-02 Bank appointment'])
    for (const words of ['yoga', 'plumber', '', '?!', '"*()']) expect(await titles(words)).toEqual([])
  })
})
