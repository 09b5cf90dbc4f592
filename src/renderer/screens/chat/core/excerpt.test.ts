import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt, markedParts } from './excerpt.ts'

test('marks that overlap, leave the text or come in any order still give the text', () => {
  const mark = fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: -5, max: 60 }))
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.array(mark), (text, marks) => {
      expect(
        markedParts(text, marks)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test('a card quotes what is marked verbatim, with some words around it', () => {
  const text = `${'before '.repeat(40)}Cost EUR 145.80 ${'after '.repeat(40)}`
  const at = text.indexOf('Cost')
  const parts = excerpt(text, [[at, at + 15]])
  expect(parts.filter(({ isMarked }) => isMarked)).toEqual([{ text: 'Cost EUR 145.80', isMarked: true }])
  expect(parts.map((part) => part.text).join('')).toMatch(/^… (before )+Cost EUR 145.80 (after ?)+ …$/)
})

test('a short text is quoted whole', () => {
  expect(excerpt('Due 12 September.', [[0, 3]])).toEqual([
    { text: 'Due', isMarked: true },
    { text: ' 12 September.', isMarked: false },
  ])
})
