import { afterEach, describe, expect, it } from 'vitest'
import {
  countText,
  dateText,
  dayInWords,
  daysInWords,
  durationText,
  listText,
  momentInWords,
  monthText,
  number,
  setLocale,
  sizeText,
  timeText,
  weekdayText,
  withDaysInWords,
} from './formats.ts'

afterEach(() => setLocale('en-GB'))

const today = '2026-11-30'
/** Which of the narrow spaces stands in a date is a matter of the system's version. */
const plain = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ')

it.each([
  ['en-GB', '2026-11-30', 'Today'],
  ['en-GB', '2026-11-29', 'Yesterday'],
  ['en-GB', '2026-12-01', 'Tomorrow'],
  ['en-GB', '2025-12-04', '4 December 2025'],
  ['en-GB', '2024-02-29', '29 February 2024'],
  ['en-GB', '2026-12-04', 'Friday 4 December'],
  ['en-US', '2026-12-04', 'Friday, December 4'],
  ['de', '2026-12-04', 'Freitag, 4. Dezember'],
  ['de', '2026-11-30', 'Today'],
])('in %s %s is called %s', (locale, day, words) => {
  setLocale(locale)
  expect(dayInWords(day, today)).toBe(words)
})

it.each([
  ['en-GB', '2026-11-30', '2026-12-06', '30 November – 6 December 2026'],
  ['en-GB', '2026-11-02', '2026-11-08', '2 – 8 November 2026'],
  ['en-GB', '2026-12-28', '2027-01-03', '28 December 2026 – 3 January 2027'],
  ['en-GB', '2026-11-30', '2026-11-30', '30 November 2026'],
  ['en-US', '2026-11-02', '2026-11-08', 'November 2 – 8, 2026'],
])('in %s %s to %s are called %s', (locale, from, to, words) => {
  setLocale(locale)
  expect(plain(daysInWords(from, to))).toBe(words)
})

it('gives the time of a near moment and the day of a far one', () => {
  const now = Date.parse('2026-11-30T10:00:00Z')
  const words = (iso: string) => plain(momentInWords(Date.parse(iso), now, 'Europe/Berlin'))
  expect(words('2026-11-30T08:05:00Z')).toBe('Today 09:05')
  expect(words('2026-11-28T23:30:00Z')).toBe('Yesterday 00:30')
  expect(words('2026-09-12T08:00:00Z')).toBe('Saturday 12 September')
  setLocale('en-US')
  expect(words('2026-11-30T08:05:00Z')).toBe('Today 9:05 AM')
})

it('gives a time as the clocks there showed it', () => {
  expect(timeText('2026-11-30T21:05:00+09:00')).toBe('21:05')
  setLocale('en-US')
  expect(plain(timeText('2026-11-30T21:05:00+09:00'))).toBe('9:05 PM')
})

it('says the days in a text, and leaves what is none', () => {
  expect(withDaysInWords('2027-03-10 – 2027-03-12')).toBe('Wed, 10 Mar 2027 – Fri, 12 Mar 2027')
  expect(withDaysInWords('Notebook, 2027-13-45, 12027-03-10')).toBe('Notebook, 2027-13-45, 12027-03-10')
})

it('names months, weekdays and days of a zone', () => {
  const at = Date.parse('2027-04-30T23:30:00Z')
  expect(monthText(at, 'Europe/Berlin')).toBe('May 2027')
  expect(dateText(at, 'UTC')).toBe('30 Apr 2027')
  expect(weekdayText('2026-11-30')).toBe('Mon')
})

describe('amounts', () => {
  it.each([
    ['en-GB', ['2,300', '1.5'], '4.7 GB'],
    ['de', ['2.300', '1,5'], '4,7 GB'],
  ])('have the signs of %s', (locale, numbers, size) => {
    setLocale(locale)
    expect([number(2300), number(1.5, 1)]).toEqual(numbers)
    expect(sizeText(4_700_000_000)).toBe(size)
  })

  it('of bytes have at most three digits and a unit', () => {
    expect([0, 1, 999, 1000, 45_678, 999_600, 1_234_567, 9_960_000, 4_700_000_000].map(sizeText)).toEqual([
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1 kB',
      '46 kB',
      '1.0 MB',
      '1.2 MB',
      '10.0 MB',
      '4.7 GB',
    ])
  })

  it('agree with their noun', () => {
    expect([countText(0, 'note'), countText(1, 'memory', 'memories'), countText(2300, 'note')]).toEqual([
      '0 notes',
      '1 memory',
      '2,300 notes',
    ])
  })

  it.each([
    [240, '240 ms'],
    [7849, '7.8 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 0 s'],
    [125_400, '2 min 5 s'],
  ])('of time: %d ms are %s', (ms, words) => {
    expect(durationText(ms)).toBe(words)
  })
})

it('lists names as a sentence does', () => {
  expect(listText(['Documents', 'House', 'Work'])).toBe('Documents, House, and Work')
})
