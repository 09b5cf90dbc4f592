import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import type { DateRange } from './range-types.ts'
import { resolveRange } from './ranges.ts'
import { table, timeless } from './testing/date-phrases.ts'

/**
 * A Monday; a Wednesday of a leap year in the week clocks change; and a Sunday, the first of March there, while it is
 * still 28 February in UTC.
 */
const references = [
  { now: Date.parse('2026-11-30T09:00:00Z'), zone: 'Europe/Berlin' },
  { now: Date.parse('2024-03-27T12:00:00Z'), zone: 'America/New_York' },
  { now: Date.parse('2026-02-28T23:50:00Z'), zone: 'Pacific/Auckland' },
] as const

const berlin = references[0]

function at(
  words: string,
  weekStart: 'monday' | 'saturday' | 'sunday' = 'monday',
  now: string | null = null,
) {
  return resolveRange(words, { ...berlin, weekStart, ...(now === null ? {} : { now: Date.parse(now) }) })
}

function days(range: DateRange | null): string {
  if (range === null) return 'null'
  return range.start === range.end ? range.start : `${range.start}..${range.end}`
}

describe('date words', () => {
  for (const row of table.trim().split('\n')) {
    const [words = '', grain = '', ...expected] = row.split(' | ')
    it(`reads "${words}"`, () => {
      const ranges = references.map((reference) => resolveRange(words, { ...reference, weekStart: 'monday' }))
      expect(ranges.map(days)).toEqual(expected)
      expect(new Set(ranges.map((range) => range?.grain))).toEqual(new Set([grain]))
    })
  }

  it.each(timeless)('finds no time in "%s"', (words) => {
    expect(at(words)).toBeNull()
  })

  it('reads an umlaut written as two characters like one', () => {
    expect(at('nächste Woche'.normalize('NFD'))).toEqual(at('nächste Woche'.normalize('NFC')))
    expect(days(at('nächste Woche'.normalize('NFD')))).toBe('2026-12-07..2026-12-13')
  })

  it('names the words it was read from', () => {
    expect(at('What is on  Next\nWeek, please?')?.label).toBe('next week')
    expect(at('what do I have on Wednesday evening with Jo?')?.label).toBe('wednesday evening')
    expect(at('Am I free from Monday to Wednesday?')?.label).toBe('from monday to wednesday')
  })

  it('starts the week on the day of the setting, weekends and ISO weeks staying where they are', () => {
    const sunday = '2026-11-29T12:00:00+01:00'
    expect(days(at('this week', 'monday', sunday))).toBe('2026-11-23..2026-11-29')
    expect(days(at('this week', 'sunday', sunday))).toBe('2026-11-29..2026-12-05')
    expect(days(at('this week', 'saturday', sunday))).toBe('2026-11-28..2026-12-04')
    for (const weekStart of ['monday', 'saturday', 'sunday'] as const) {
      expect(days(at('this weekend', weekStart, sunday))).toBe('2026-11-28..2026-11-29')
      expect(days(at('week 49', weekStart, sunday))).toBe('2026-11-30..2026-12-06')
    }
  })

  it('takes today from the zone, not from the machine', () => {
    const now = Date.parse('2026-06-30T23:30:00Z')
    const today = (zone: string) => resolveRange('today', { now, zone, weekStart: 'monday' })?.start
    expect(today('UTC')).toBe('2026-06-30')
    expect(today('Pacific/Kiritimati')).toBe('2026-07-01')
    expect(today('Pacific/Pago_Pago')).toBe('2026-06-30')
  })

  it('counts days, not hours, across the nights clocks change', () => {
    expect(days(at('tomorrow', 'monday', '2026-03-28T23:59:00+01:00'))).toBe('2026-03-29')
    expect(days(at('tomorrow', 'monday', '2026-03-29T00:30:00+01:00'))).toBe('2026-03-30')
    expect(days(at('yesterday', 'monday', '2026-10-26T00:30:00+01:00'))).toBe('2026-10-25')
    expect(days(at('in 2 hours', 'monday', '2026-10-25T00:30:00+02:00'))).toBe('2026-10-25')
    expect(days(at('in 2 days', 'monday', '2026-03-28T12:00:00+01:00'))).toBe('2026-03-30')
  })

  it('refuses a zone that does not exist', () => {
    expect(() => resolveRange('today', { now: 0, zone: 'Mars/Olympus', weekStart: 'monday' })).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    )
  })
})

describe('laws of date words', () => {
  const word = fc.constantFrom(
    ...`today tomorrow next last this week weekend month Monday fri sat May march june from to until since between and the
    of in on 3 5th 31 2026 2026-12-03 3.12. 12/3/2026 - – , . first last end beginning mid day days weeks ago after before
    Q2 W14 KW Christmas Easter summer every rest for am vor bis letzte nächste Woche Freitag did 999999999 past a two`.split(
      /\s+/u,
    ),
  )
  const sentence = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '))
  const instant = fc.integer({ min: Date.parse('1950-01-01'), max: Date.parse('2090-01-01') })
  const zone = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC')
  const weekStart = fc.constantFrom('monday' as const, 'saturday' as const, 'sunday' as const)

  it('gives days in order, or null, for any text whatever', () => {
    fc.assert(
      fc.property(
        fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 60 })),
        instant,
        zone,
        weekStart,
        (words, now, zone, weekStart) => {
          const range = resolveRange(words, { now, zone, weekStart })
          if (range === null) return
          expect(Temporal.PlainDate.compare(range.start, range.end)).toBeLessThanOrEqual(0)
          expect(range.label.length).toBeGreaterThan(0)
          expect(range.start).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('reads an ISO date as itself, and what it wrote as what it meant', () => {
    fc.assert(
      fc.property(sentence, instant, zone, weekStart, (words, now, zone, weekStart) => {
        const range = resolveRange(words, { now, zone, weekStart })
        if (range === null) return
        const again = resolveRange(`${range.start} to ${range.end}`, { now, zone, weekStart })
        expect(again).toMatchObject({ start: range.start, end: range.end })
        expect(resolveRange(range.start, { now, zone, weekStart })).toMatchObject({
          start: range.start,
          end: range.start,
          grain: 'day',
        })
      }),
      { numRuns: 500 },
    )
  })

  it('stays quick on long and repetitive text', () => {
    const started = performance.now()
    for (const words of [
      'from '.repeat(5000),
      'next '.repeat(5000),
      '1-'.repeat(5000),
      'Monday and '.repeat(5000),
      '1.'.repeat(5000),
    ])
      at(words)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
