import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ungrounded } from './grounding.ts'

const source = `Passport No. XB4471902, issued 14 JUN 2023
Rent 9,450 kr; deposit 18,900 kr
Call +49 30 5550-118 or write to petra@sund.example, see https://sund.example/a?b=1.
Meeting with Karin Ek on 2027-05-03 at 14:30 in "Blue Room"`

describe('ungrounded', () => {
  it.each([
    'Your passport number is XB4471902.',
    'It was issued on 14 June 2023.',
    'The rent is 9,450 kr.',
    'The rent is 9450 kr a month.',
    'The number is +49 30 5550 118.',
    'Write to petra@sund.example.',
    'See https://sund.example/a?b=1.',
    'You meet Karin Ek on 3 May 2027 at 14:30.',
    'The room is "Blue Room".',
    'Yes.',
    'your passport, XB-4471902',
  ])('accepts what the source says: %s', (answer) => expect(ungrounded(answer, source, 'When?')).toEqual([]))

  it.each([
    ['Your passport number is XB4471920.', 'XB4471920'],
    ['Your passport number is 4471903.', '4471903'],
    ['The rent is 9,540 kr.', '9,540'],
    ['It was issued on 15 June 2023.', '15'],
    ['Issued in July, on 14 of it.', 'July'],
    ['Write to petra@sund.exmaple.', 'petra@sund.exmaple'],
    ['You meet Karl Ek.', 'Karl'],
    ['The room is "Red Room".', 'Red Room'],
    ['At 14:35 you meet her.', '14:35'],
    ['It costs 0.', '0'],
    ['The rent is $9,450.', '$'],
  ])('finds what the source does not say: %s', (answer, what) => {
    expect(ungrounded(answer, source, 'When?')).toContain(what)
  })

  it('lets an answer repeat what the question says', () => {
    expect(ungrounded('On day 7 in Paris nothing is planned.', source, 'What about day 7 in Paris?')).toEqual(
      [],
    )
  })

  it('accepts any part of the source, word by word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,6}$|^\d{1,6}$|^[A-Z][a-z]{2,6}$/), { minLength: 1 }),
        (words) => {
          expect(ungrounded(words.join(' '), words.join(' '), '')).toEqual([])
        },
      ),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (a, b) => Array.isArray(ungrounded(a, b, ''))),
    )
  })
})
