import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffLines } from './diff.ts'

const marks = { same: ' ', added: '+', removed: '-' }
const shown = (from: string, to: string) => diffLines(from, to).map(({ kind, text }) => marks[kind] + text)

it('shows what went before what came, and keeps the lines around', () => {
  expect(shown('a\nb\nc', 'a\nB\nc\nd')).toEqual([' a', '-b', '+B', ' c', '+d'])
  expect(shown('', 'x')).toEqual(['-', '+x'])
  expect(shown('x', 'x')).toEqual([' x'])
})

it('holds both texts whole, in order', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '', 'c'), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, text, (from, to) => {
      const lines = diffLines(from.join('\n'), to.join('\n'))
      const of = (kind: 'added' | 'removed') =>
        lines.filter((line) => line.kind === 'same' || line.kind === kind).map((line) => line.text)
      expect(of('removed')).toEqual(from)
      expect(of('added')).toEqual(to)
    }),
  )
})
