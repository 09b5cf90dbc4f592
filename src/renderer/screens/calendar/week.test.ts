import { describe, expect, it } from 'vitest'
import type { CalendarEvent } from '../../../shared/contract/calendar.ts'
import { daysOf, weekOf } from './week.ts'

const event = (title: string, start: string, end: string): CalendarEvent => ({
  title,
  start,
  end,
  allDay: start.length === 10,
  location: null,
  calendar: 'Mine',
  source: { kind: 'event', id: `x@${start}`, title, path: null, location: null, quote: '' },
})

const shown = (events: CalendarEvent[], from: string, to: string) =>
  daysOf(events, from, to).map(({ day, entries }) => [
    day,
    ...entries.map((each) => `${each.when} ${each.event.title}`),
  ])

describe('a week', () => {
  it.each([
    ['monday', '2026-11-30'],
    ['sunday', '2026-11-29'],
    ['saturday', '2026-11-28'],
  ] as const)('that starts on %s starts there on the Wednesday after', (start, first) => {
    expect(weekOf('2026-12-02', start)).toBe(first)
    expect(weekOf(first, start)).toBe(first)
  })

  it('has its empty days too, and events in the order of their days', () => {
    const events = [event('Dentist', '2026-12-01T09:00:00+01:00', '2026-12-01T10:00:00+01:00')]
    expect(shown(events, '2026-11-30', '2026-12-02')).toEqual([
      ['2026-11-30'],
      ['2026-12-01', '09:00–10:00 Dentist'],
      ['2026-12-02'],
    ])
  })

  it('shows an event on each of its days, whole days first', () => {
    const events = [
      event('Call', '2026-12-01T08:00:00+01:00', '2026-12-01T08:00:00+01:00'),
      event('Fair', '2026-11-28', '2026-12-01'),
      event('Night train', '2026-11-30T22:00:00+01:00', '2026-12-01T06:30:00+01:00'),
    ]
    expect(shown(events, '2026-11-30', '2026-12-02')).toEqual([
      ['2026-11-30', 'All day Fair', 'from 22:00 Night train'],
      ['2026-12-01', 'All day Fair', 'until 06:30 Night train', '08:00 Call'],
      ['2026-12-02'],
    ])
  })

  it('does not show an event that ends at midnight on the day after', () => {
    const events = [event('Film', '2026-12-01T22:00:00+01:00', '2026-12-02T00:00:00+01:00')]
    expect(shown(events, '2026-12-01', '2026-12-02')).toEqual([
      ['2026-12-01', '22:00–00:00 Film'],
      ['2026-12-02'],
    ])
  })
})
