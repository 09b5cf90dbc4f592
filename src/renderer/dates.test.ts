import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, dayOf, daysBetween, weekdayOf } from './dates.ts'

it('the day of a moment is that of the owner’s zone', () => {
  const at = Date.parse('2026-11-30T23:30:00Z')
  expect(dayOf(at, 'Europe/Berlin')).toBe('2026-12-01')
  expect(dayOf(at, 'America/New_York')).toBe('2026-11-30')
})

it('days can be counted forth and back over every change of clocks', () => {
  const day = fc
    .date({ min: new Date('1000-01-01'), max: new Date('3000-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, fc.integer({ min: -800, max: 800 }), (start, days) => {
      const end = addDays(start, days)
      expect(addDays(end, -days)).toBe(start)
      expect(daysBetween(start, end)).toBe(days)
      expect((((weekdayOf(end) - weekdayOf(start) - days) % 7) + 7) % 7).toBe(0)
    }),
  )
})
