import { expect, it } from 'vitest'
import { isoTime, parseIsoTime } from './iso-time.ts'

it('writes every time in one form, to the second, with the offset of its day', () => {
  const berlin = (text: string) => isoTime(Date.parse(text), 'Europe/Berlin')
  expect(berlin('2026-11-30T08:00:00Z')).toBe('2026-11-30T09:00:00+01:00')
  expect(berlin('2026-07-01T08:00:05.999Z')).toBe('2026-07-01T10:00:05+02:00')
  expect(isoTime(0, 'UTC')).toBe('1970-01-01T00:00:00+00:00')
})

it('reads back what it writes', () => {
  const text = isoTime(Date.parse('2026-10-25T00:30:00Z'), 'Europe/Berlin')
  expect(parseIsoTime(text, 'Asia/Tokyo')).toBe(Date.parse('2026-10-25T00:30:00Z'))
})

it.each(['', 'soon', '2026-02-30', '2026-11-30T25:00', '99999-01-01T00:00'])('%j is no time', (text) => {
  expect(parseIsoTime(text, 'UTC')).toBeNull()
})
