import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nowMs, row } from '../testing/rows.ts'
import { groupByDay } from './by-day.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const ago = (id: string, ms: number, more = {}) => row(id, id, { changedAtMs: nowMs - ms, ...more })

test('conversations stand by day, month and, pinned, above all', () => {
  const rows = [
    ago('now', 0),
    ago('yesterday', dayMs),
    ago('week', 6 * dayMs),
    ago('month', 20 * dayMs),
    ago('april', 60 * dayMs),
    ago('kept', 400 * dayMs, { isPinned: true }),
    ago('old', 400 * dayMs),
  ]
  expect(
    groupByDay(rows, nowMs, 'Europe/Berlin').map(
      ({ name, rows: inGroup }) => `${name}: ${inGroup.map(({ id }) => id)}`,
    ),
  ).toEqual([
    'Pinned: kept',
    'Today: now',
    'Yesterday: yesterday',
    'Last 7 days: week',
    'Last month: month',
    'April 2027: april',
    'May 2026: old',
  ])
})

test('the day is that of the zone, also where the clocks change', () => {
  // 00:30 and 23:30 of the day on which the clocks go forward in Berlin.
  const now = Date.UTC(2027, 2, 28, 21, 30)
  const rows = [
    row('today', '', { changedAtMs: Date.UTC(2027, 2, 27, 23, 30) }),
    row('before', '', { changedAtMs: Date.UTC(2027, 2, 27, 22, 30) }),
  ]
  expect(groupByDay(rows, now, 'Europe/Berlin').map(({ name }) => name)).toEqual(['Today', 'Yesterday'])
  expect(groupByDay(rows, now, 'Pacific/Auckland').map(({ name }) => name)).toEqual(['Yesterday'])
})

test('every conversation stands in one group and the order within is kept', () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: -dayMs, max: 800 * dayMs }), fc.boolean()), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(rows, (made) => {
      const all = made.map(([ms, isPinned], index) => ago(String(index), ms, { isPinned }))
      const grouped = groupByDay(all, nowMs, 'Asia/Kolkata').flatMap(({ rows: inGroup }) =>
        inGroup.map(({ id }) => id),
      )
      expect([...grouped].sort()).toEqual(all.map(({ id }) => id).sort())
    }),
  )
})
