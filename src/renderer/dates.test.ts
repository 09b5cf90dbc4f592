import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayInWords, dayOf, daysInWords, momentInWords, weekdayOf } from './dates.ts'

const today = '2026-11-30'

describe('days', () => {
  it('are those of the owner’s zone', () => {
    const at = Date.parse('2026-11-30T23:30:00Z')
    expect(dayOf(at, 'Europe/Berlin')).toBe('2026-12-01')
    expect(dayOf(at, 'America/New_York')).toBe('2026-11-30')
  })

  it.each([
    ['2026-11-30', 'Today'],
    ['2026-11-29', 'Yesterday'],
    ['2026-12-01', 'Tomorrow'],
    ['2026-12-04', 'Friday 4 December'],
    ['2024-02-29', '29 February 2024'],
    ['0987-01-02', '2 January 987'],
  ])('%s is called %s', (day, words) => {
    expect(dayInWords(day, today)).toBe(words)
  })

  it.each([
    ['2026-11-30', '2026-12-06', '30 November – 6 December 2026'],
    ['2026-11-02', '2026-11-08', '2 – 8 November 2026'],
    ['2026-12-28', '2027-01-03', '28 December 2026 – 3 January 2027'],
    ['2026-11-30', '2026-11-30', '30 November 2026'],
  ])('%s to %s are called %s', (from, to, words) => {
    expect(daysInWords(from, to)).toBe(words)
  })

  it('can be counted forth and back over every change of clocks', () => {
    const day = fc
      .date({ min: new Date('1000-01-01'), max: new Date('3000-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, fc.integer({ min: -800, max: 800 }), (start, days) => {
        const end = addDays(start, days)
        expect(addDays(end, -days)).toBe(start)
        expect((((weekdayOf(end) - weekdayOf(start) - days) % 7) + 7) % 7).toBe(0)
      }),
    )
  })
})

it('gives the time of a near moment and the day of a far one', () => {
  const now = Date.parse('2026-11-30T10:00:00Z')
  const words = (iso: string) => momentInWords(Date.parse(iso), now, 'Europe/Berlin')
  expect(words('2026-11-30T08:05:00Z')).toBe('Today 09:05')
  expect(words('2026-11-28T23:30:00Z')).toBe('Yesterday 00:30')
  expect(words('2026-09-12T08:00:00Z')).toBe('Saturday 12 September')
})
