import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginning, slices } from './slices.ts'

test('the parts joined are the text, none is much larger than asked for, and no character is cut', () => {
  const text = fc
    .array(fc.constantFrom('word ', '\n', '\n\n', '```\n', '𝒳', 'ü'), { maxLength: 400 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 5, max: 60 }), (whole, size) => {
      const parts = slices(whole, size)
      expect(parts.join('')).toBe(whole)
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(size * 4 + 1)
        expect(part.isWellFormed()).toBe(true)
      }
    }),
  )
})

test('a cut falls on a blank line, and not on one inside code', () => {
  const text = `${'a'.repeat(90)}\n\`\`\`\n${'b'.repeat(20)}\n\n${'c'.repeat(20)}\n\`\`\`\n\nAfter.${'d'.repeat(300)}`
  expect(slices(text, 100)[0]).toMatch(/```\n\n$/)
  expect(beginning(text, 100)).toBe(slices(text, 100)[0])
})

test('a short text is one part', () => {
  expect(slices('short', 100)).toEqual(['short'])
  expect(beginning('short', 100)).toBe('short')
})
