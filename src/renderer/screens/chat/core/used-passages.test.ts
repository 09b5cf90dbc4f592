import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usedPassages } from './used-passages.ts'

const used = (quote: string, answer: string) =>
  usedPassages(quote, [[0, quote.length]], answer).map(([from, to]) => quote.slice(from, to))

const passport =
  'Passport\nSurname: VOSS\nGiven names: MARA\nPassport No.: XB4471902\nDate of expiry: 03 MAY 2031'

describe('marks the lines that an answer', () => {
  it.each([
    ['has a code from', passport, 'Your passport number is XB4471902.', ['Passport No.: XB4471902']],
    ['has a date from', passport, 'It expires on 3 May 2031.', ['Date of expiry: 03 MAY 2031']],
    [
      'has two facts from',
      passport,
      'It is **XB4471902** and good until 2031.',
      ['Passport No.: XB4471902', 'Date of expiry: 03 MAY 2031'],
    ],
    [
      'has a sum from, however it is written',
      'Cold rent: 1.250 EUR\nHeating: 90 EUR\nDeposit: 3,750.00 EUR',
      'The rent is 1,250 euros.',
      ['Cold rent: 1.250 EUR'],
    ],
    [
      'has a name from',
      'Contract for the flat.\nLandlord: A. Kowalski\nTenant: Mara Voss',
      'Your flat belongs to Kowalski.',
      ['Landlord: A. Kowalski'],
    ],
    ['has a word from', 'Allergies: hazelnuts.', 'You are allergic to hazelnuts.', ['Allergies: hazelnuts.']],
    [
      'has words from, in a script without spaces',
      '明日は東京へ行く。\n猫は庭にいる。\n母に電話する。',
      '猫はどこですか。庭です。',
      ['猫は庭にいる。'],
    ],
  ])('%s', (_, quote, answer, expected) => {
    expect(used(quote, answer)).toEqual(expected)
  })
})

it('marks sentences of one line each for itself, and in one where they follow each other', () => {
  const text = 'The boiler was cleaned. Pressure is 1.4 bar. Next service due 12 September 2027. Signed, Ola.'
  expect(used(text, 'The next service is due on 12 September 2027.')).toEqual([
    'Next service due 12 September 2027.',
  ])
  expect(used(text, 'At 1.4 bar of pressure; the next service is due on 12 September 2027.')).toEqual([
    'Pressure is 1.4 bar. Next service due 12 September 2027.',
  ])
})

it.each([
  ['an answer that shares nothing', passport, 'I do not know.'],
  ['words that stand everywhere', 'garden one\ngarden two\ngarden three', 'The garden.'],
  ['a digit by chance', 'Rooms: 3\nFloor: 2', 'There were 2 of them.'],
  ['an empty answer', passport, ''],
  ['an empty quote', '', 'Your passport number is XB4471902.'],
])('marks nothing for %s', (_, quote, answer) => {
  expect(used(quote, answer)).toEqual([])
})

it('looks only into what was quoted', () => {
  const text = 'Code XB4471902\nCode XB4471902\nEnd'
  expect(usedPassages(text, [[15, 29]], 'The code is XB4471902.')).toEqual([[15, 29]])
})

it('never leaves the quote, never overlaps and never begins or ends with white space', () => {
  const part = fc.constantFrom('Rent 850 euros', 'Ada ', '\n', '. ', ' 👍 ', '東京', '12 May', '…')
  const text = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (quote, answer) => {
      let at = 0
      for (const [from, to] of usedPassages(quote, [[0, quote.length]], answer)) {
        expect(from).toBeGreaterThanOrEqual(at)
        expect(quote.slice(from, to)).toBe(quote.slice(from, to).trim())
        expect(to).toBeGreaterThan(from)
        at = to
      }
      expect(at).toBeLessThanOrEqual(quote.length)
    }),
  )
})
