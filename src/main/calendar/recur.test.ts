import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { readComponents } from './ics-components.ts'
import { readEvent } from './ics-event.ts'
import { occurrences, TooManyOccurrences } from './recur.ts'
import type { SourceEvent } from './source-event.ts'
import { event, ics } from './testing/calendars.ts'
import { createZoneResolver } from './zones.ts'

function source(...lines: readonly string[]): SourceEvent {
  const content = readComponents(Buffer.from(ics(event(...lines))))
  const resolveZone = createZoneResolver(content.zones, 'Europe/Berlin')
  const read = content.events.map((block) => readEvent(block, { resolveZone, isCancellation: false }))
  const [first] = read
  if (first?.event == null) throw new Error(JSON.stringify([content.faults, first?.faults]))
  return first.event
}

/** Starts (and ends after a slash) in the zone, or days. */
function list(
  one: SourceEvent,
  from: string,
  to: string,
  zone = 'Europe/Berlin',
  replaced: readonly string[] = [],
): string[] {
  const stretch = { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to), zone }
  return occurrences(one, stretch, new Set(replaced), 20_000).map((each) => {
    if (each.allDay) return each.first === each.last ? each.first : `${each.first}/${each.last}`
    const local = (ms: number) =>
      Temporal.Instant.fromEpochMilliseconds(ms)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' })
    return each.startMs === each.endMs ? local(each.startMs) : `${local(each.startMs)}/${local(each.endMs)}`
  })
}

describe('instances', () => {
  it('keep their hour when the clocks change', () => {
    const weekly = source('DTSTART;TZID=Europe/Berlin:20261013T090000', 'RRULE:FREQ=WEEKLY;COUNT=4')
    expect(list(weekly, '2026-10-01', '2026-11-30')).toEqual([
      '2026-10-13T09:00',
      '2026-10-20T09:00',
      '2026-10-27T09:00',
      '2026-11-03T09:00',
    ])
    expect(list(weekly, '2026-10-20', '2026-10-27', 'America/New_York')).toEqual([
      '2026-10-20T03:00',
      '2026-10-27T04:00',
    ])
  })

  it('of an all-day series are days, across the change too', () => {
    const daily = source('DTSTART;VALUE=DATE:20260327', 'RRULE:FREQ=DAILY;COUNT=4')
    for (const zone of ['Europe/Berlin', 'America/Santiago', 'Pacific/Apia', 'Asia/Beirut'])
      expect(list(daily, '2026-03-01', '2026-04-30', zone)).toEqual([
        '2026-03-27',
        '2026-03-28',
        '2026-03-29',
        '2026-03-30',
      ])
  })

  it('of several days end on the day before DTEND', () => {
    const trip = source('DTSTART;VALUE=DATE:20270415', 'DTEND;VALUE=DATE:20270420')
    expect(list(trip, '2027-04-19', '2027-04-25')).toEqual(['2027-04-15/2027-04-19'])
    expect(list(trip, '2027-04-20', '2027-04-25')).toEqual([])
  })

  it('over midnight are on both days, and one that ends at midnight is not on the next', () => {
    const night = source(
      'DTSTART;TZID=Europe/Berlin:20261130T220000',
      'DTEND;TZID=Europe/Berlin:20261201T060000',
    )
    expect(list(night, '2026-11-30', '2026-11-30')).toEqual(['2026-11-30T22:00/2026-12-01T06:00'])
    expect(list(night, '2026-12-01', '2026-12-01')).toEqual(['2026-11-30T22:00/2026-12-01T06:00'])
    const evening = source(
      'DTSTART;TZID=Europe/Berlin:20261130T220000',
      'DTEND;TZID=Europe/Berlin:20261201T000000',
    )
    expect(list(evening, '2026-12-01', '2026-12-01')).toEqual([])
    const instant = source('DTSTART;TZID=Europe/Berlin:20261201T000000')
    expect(list(instant, '2026-12-01', '2026-12-01')).toEqual(['2026-12-01T00:00'])
    expect(list(instant, '2026-11-30', '2026-11-30')).toEqual([])
  })

  it('without a zone are on the owner’s clocks, wherever they are', () => {
    const floating = source('DTSTART:20261130T080000', 'RRULE:FREQ=DAILY;UNTIL=20261202T080000')
    for (const zone of ['Europe/Berlin', 'Asia/Tokyo', 'America/Los_Angeles'])
      expect(list(floating, '2026-11-30', '2026-12-05', zone)).toEqual([
        '2026-11-30T08:00',
        '2026-12-01T08:00',
        '2026-12-02T08:00',
      ])
  })

  it('west of Greenwich are on the local day', () => {
    const late = source(
      'DTSTART;TZID=America/Los_Angeles:20261130T230000',
      'RRULE:FREQ=DAILY;COUNT=2',
      'EXDATE;VALUE=DATE:20261130',
    )
    expect(list(late, '2026-11-01', '2026-12-31', 'America/Los_Angeles')).toEqual(['2026-12-01T23:00'])
    const fixed = source('DTSTART;TZID=UTC-03:30:20261130T230000', 'RRULE:FREQ=DAILY;COUNT=2')
    expect(list(fixed, '2026-12-01', '2026-12-03', 'UTC')).toEqual(['2026-12-01T02:30', '2026-12-02T02:30'])
  })

  it.each([
    ['a day', 'UNTIL=20261202', ['11-30', '12-01', '12-02']],
    ['a moment in UTC', 'UNTIL=20261202T080000Z', ['11-30', '12-01', '12-02']],
    ['a moment in UTC just before', 'UNTIL=20261202T075959Z', ['11-30', '12-01']],
    ['a local time', 'UNTIL=20261202T090000', ['11-30', '12-01', '12-02']],
  ])('end with %s', (_, until, expected) => {
    const daily = source('DTSTART;TZID=Europe/Berlin:20261130T090000', `RRULE:FREQ=DAILY;${until}`)
    expect(list(daily, '2026-11-01', '2027-01-31').map((start) => start.slice(5, 10))).toEqual(expected)
  })

  it.each([
    ['a day', 'UNTIL=20261202'],
    ['midnight in UTC', 'UNTIL=20261202T000000Z'],
    ['the end of the day in UTC', 'UNTIL=20261202T235959Z'],
    ['local midnight written in UTC', 'UNTIL=20261201T230000Z'],
  ])('of an all-day series end with %s', (_, until) => {
    const daily = source('DTSTART;VALUE=DATE:20261130', `RRULE:FREQ=DAILY;${until}`)
    expect(list(daily, '2026-11-01', '2027-01-31')).toEqual(['2026-11-30', '2026-12-01', '2026-12-02'])
  })

  it.each([
    ['a day', 'EXDATE;VALUE=DATE:20261201'],
    ['its local time', 'EXDATE;TZID=Europe/Berlin:20261201T003000'],
    ['its time in UTC', 'EXDATE:20261130T233000Z'],
    ['its time in another zone', 'EXDATE;TZID=America/New_York:20261130T183000'],
    ['a time without a zone', 'EXDATE:20261201T003000'],
    ['one of a list', 'EXDATE;TZID=Europe/Berlin:20260101T003000,20261201T003000'],
  ])('are taken out by %s', (_, exdate) => {
    const daily = source('DTSTART;TZID=Europe/Berlin:20261130T003000', 'RRULE:FREQ=DAILY;COUNT=3', exdate)
    expect(list(daily, '2026-11-01', '2026-12-31')).toEqual(['2026-11-30T00:30', '2026-12-02T00:30'])
  })

  it.each(['EXDATE;VALUE=DATE:20261201', 'EXDATE:20261201T000000', 'EXDATE:20261201T000000Z'])(
    'of an all-day series are taken out by %s',
    (exdate) => {
      const daily = source('DTSTART;VALUE=DATE:20261130', 'RRULE:FREQ=DAILY;COUNT=3', exdate)
      expect(list(daily, '2026-11-01', '2026-12-31')).toEqual(['2026-11-30', '2026-12-02'])
    },
  )

  it('are added by RDATE, with a rule or without, also as periods', () => {
    const added = ['RDATE;TZID=Europe/Berlin:20261215T100000', 'RDATE;VALUE=PERIOD:20261216T090000Z/PT1H']
    const plain = source('DTSTART;TZID=Europe/Berlin:20261130T100000', ...added)
    expect(list(plain, '2026-11-01', '2026-12-31')).toEqual([
      '2026-11-30T10:00',
      '2026-12-15T10:00',
      '2026-12-16T10:00',
    ])
    const ruled = source('DTSTART;TZID=Europe/Berlin:20261130T100000', 'RRULE:FREQ=WEEKLY;COUNT=2', ...added)
    expect(list(ruled, '2026-12-05', '2026-12-31')).toEqual([
      '2026-12-07T10:00',
      '2026-12-15T10:00',
      '2026-12-16T10:00',
    ])
  })

  it('with a DURATION last that long: days by the calendar, hours by the stop-watch', () => {
    const day = source('DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:P1D')
    expect(list(day, '2026-03-28', '2026-03-28')).toEqual(['2026-03-28T12:00/2026-03-29T12:00'])
    const hours = source('DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:PT24H')
    expect(list(hours, '2026-03-28', '2026-03-28')).toEqual(['2026-03-28T12:00/2026-03-29T13:00'])
  })

  it('come out alike whatever the machine’s zone is', () => {
    const before = process.env.TZ
    const events = [
      source('DTSTART;VALUE=DATE:20260327', 'RRULE:FREQ=DAILY;COUNT=4'),
      source('DTSTART:20260329T023000', 'RRULE:FREQ=DAILY;COUNT=3'),
      source('DTSTART;TZID=America/New_York:20260307T023000', 'RRULE:FREQ=DAILY;COUNT=3'),
    ]
    const all = () => events.map((one) => list({ ...one }, '2026-03-01', '2026-04-30', 'Asia/Kathmandu'))
    const results = ['UTC', 'Pacific/Kiritimati', 'America/Santiago', 'Europe/Berlin'].map((zone) => {
      process.env.TZ = zone
      return all()
    })
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
    for (const result of results) expect(result).toEqual(results[0])
  })

  it('beyond the limit are refused, not cut off', () => {
    const hourly = source('DTSTART:20261130T080000Z', 'RRULE:FREQ=HOURLY')
    const stretch = {
      from: Temporal.PlainDate.from('2027-01-01'),
      to: Temporal.PlainDate.from('2027-12-31'),
      zone: 'UTC',
    }
    expect(() => occurrences(hourly, stretch, new Set(), 1000)).toThrow(TooManyOccurrences)
  })
})

describe('laws of instances', () => {
  const zone = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'UTC')
  const start = fc.constantFrom(
    'DTSTART;TZID=Europe/Berlin:20260325T223000',
    'DTSTART;TZID=America/Los_Angeles:20260305T023000',
    'DTSTART:20260320T120000Z',
    'DTSTART:20260320T070000',
    'DTSTART;VALUE=DATE:20260326',
  )
  const rule = fc
    .record({
      freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      interval: fc.integer({ min: 1, max: 3 }),
      end: fc.constantFrom('', ';COUNT=7', ';UNTIL=20260412', ';UNTIL=20260412T120000Z'),
      by: fc.constantFrom('', ';BYDAY=MO,SA', ';BYMONTHDAY=1,28,-1'),
    })
    .map(({ freq, interval, end, by }) => `RRULE:FREQ=${freq};INTERVAL=${interval}${by}${end}`)
  const length = fc.constantFrom(
    'DURATION:PT0S',
    'DURATION:PT45M',
    'DURATION:PT9H',
    'DURATION:P1D',
    'DURATION:P3D',
  )

  it('a stretch has exactly what its days have', () => {
    fc.assert(
      fc.property(
        start,
        rule,
        length,
        zone,
        fc.integer({ min: 0, max: 40 }),
        (start, rule, length, zone, offset) => {
          const one = source(start, rule, length)
          const from = Temporal.PlainDate.from('2026-03-01').add({ days: offset })
          const days = Array.from({ length: 12 }, (_, i) => from.add({ days: i }).toString())
          const whole = list(one, from.toString(), days.at(-1) ?? '', zone)
          const daily = days.flatMap((day) => list(one, day, day, zone))
          expect([...new Set(daily)].sort()).toEqual([...whole].sort())
          expect(new Set(whole).size).toBe(whole.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('an instance that is taken out is gone and no other is', () => {
    fc.assert(
      fc.property(start, rule, zone, fc.nat(), (start, rule, zone, pick) => {
        const one = source(start, rule)
        const all = occurrences(one, stretchOf(zone), new Set(), 20_000)
        fc.pre(all.length > 0)
        const gone = all[pick % all.length]
        const name =
          gone === undefined ? '' : gone.allDay ? gone.first : instantOf(gone.startMs, one.zone, zone)
        const left = occurrences(one, stretchOf(zone), new Set([name]), 20_000)
        expect(left).toEqual(all.filter((each) => each !== gone))
      }),
      { numRuns: 60 },
    )
  })

  const stretchOf = (zone: string) => ({
    from: Temporal.PlainDate.from('2026-03-10'),
    to: Temporal.PlainDate.from('2026-04-20'),
    zone,
  })

  /** As a RECURRENCE-ID names it: in UTC, or on the series' own clocks. */
  function instantOf(ms: number, own: string | null, zone: string): string {
    const instant = Temporal.Instant.fromEpochMilliseconds(ms)
    if (own !== null) return instant.toString({ smallestUnit: 'second' })
    return instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'second' })
  }
})
