import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test('a card quotes what is marked verbatim, with some words around it', () => {
  const text = `${'before '.repeat(40)}Cost EUR 145.80 ${'after '.repeat(40)}`
  const at = text.indexOf('Cost')
  const { text: quoted, marks } = excerpt(text, [[at, at + 15]])
  expect(marks.map(([from, to]) => quoted.slice(from, to))).toEqual(['Cost EUR 145.80'])
  expect(quoted).toMatch(/^… (before )+Cost EUR 145.80 (after ?)+ …$/)
})

test('a short text is quoted whole', () => {
  expect(excerpt('Due 12 September.', [[0, 3]])).toEqual({ text: 'Due 12 September.', marks: [[0, 3]] })
})
