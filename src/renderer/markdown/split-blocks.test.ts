import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBlockSplitter } from './split-blocks.ts'
import { markdownText } from './testing/markdown-texts.ts'

const split = (text: string) => createBlockSplitter()(text).pieces

test('paragraphs are pieces, a list with blank lines is one', () => {
  expect(split('One.\n\nTwo.\n\n1. a\n\n2. b\n\nThree.')).toEqual([
    'One.\n\n',
    'Two.\n\n',
    '1. a\n\n2. b\n\n',
    'Three.',
  ])
})

test('code with blank lines is one piece, closed or not', () => {
  expect(split('```\na\n\nb\n```\n\nEnd.')).toEqual(['```\na\n\nb\n```\n\n', 'End.'])
  expect(createBlockSplitter()('So:\n\n```\na\n\nb')).toEqual({
    pieces: ['So:\n\n', '```\na\n\nb'],
    endsInCode: true,
  })
})

test('a text that defines a reference stays whole', () => {
  const text = 'See [it].\n\nMore.\n\n[it]: https://example.com'
  expect(split(text)).toEqual([text])
})

test('the pieces joined are the text, for any text', () => {
  fc.assert(
    fc.property(markdownText, (text) => {
      expect(split(text).join('')).toBe(text)
    }),
  )
})

test('a text that grew character by character is cut like the whole text', () => {
  fc.assert(
    fc.property(markdownText, (text) => {
      const grow = createBlockSplitter()
      for (let length = 1; length < text.length; length += 1) grow(text.slice(0, length))
      expect(grow(text)).toEqual(createBlockSplitter()(text))
    }),
    { numRuns: 80 },
  )
})

test('a text that was replaced is read anew', () => {
  const grow = createBlockSplitter()
  grow('One.\n\nTwo.\n\nThree is going on\n')
  expect(grow('Other.\n\nText.').pieces).toEqual(['Other.\n\n', 'Text.'])
})

test('pieces that are over stay the very same, so that they are not drawn again', () => {
  const grow = createBlockSplitter()
  const paragraphs = Array.from({ length: 300 }, (_, index) => `Paragraph ${index} of a long answer.\n\n`)
  let text = ''
  for (const paragraph of paragraphs) {
    text += paragraph
    const before = grow(text).pieces
    expect(before.at(0)).toBe('Paragraph 0 of a long answer.\n\n')
  }
  expect(grow(text).pieces).toHaveLength(300)
})
