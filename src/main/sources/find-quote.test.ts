import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'
import { findQuote } from './find-quote.ts'

const marked = (text: string, quote: string, near?: number) =>
  findQuote(text, quote, near).map(([from, to]) => text.slice(from, to))

describe('findQuote', () => {
  it.each([
    ['the rent is 850 euros', 'the rent is 850 euros', ['the rent is 850 euros']],
    ['a\n the  rent\tis\n850 euros b', 'the rent is 850 euros', ['the  rent\tis\n850 euros']],
    ['Der Café-Besitzer “sagt” ja', 'cafe-besitzer "sagt"', []],
    ['Die STRASSE nach Köln', 'Straße nach Ko\u0308ln', ['STRASSE nach Köln']],
    ['東京タワー に 行った。', '東京タワーに行った', ['東京タワー に 行った']],
    ['👩‍👩‍👧 family\r\nphoto', 'family photo', ['family\r\nphoto']],
    ['nothing of it', 'the rent is 850 euros', []],
    ['anything', '   ', []],
  ])('in %j finds %j', (text, quote, expected) => {
    expect(marked(text, quote)).toEqual(expected)
  })

  it('marks each piece of a quote that came in several', () => {
    const text = 'Tenant: Mara Voss\nAddress: unknown\nThe rent is 850 euros.\nSigned.'
    expect(marked(text, 'Tenant: Mara Voss\nThe rent is 850 euros.')).toEqual([
      'Tenant: Mara Voss',
      'The rent is 850 euros.',
    ])
    expect(marked(text, '…Mara Voss … The rent is 850')).toEqual(['Mara Voss', 'The rent is 850'])
  })

  it('calls a quote gone when most of it is', () => {
    expect(
      marked(
        'Tenant: Mara Voss',
        'Tenant: Mara Voss\nThe rent is 850 euros a month, to be paid on the first.',
      ),
    ).toEqual([])
  })

  it('takes the place nearest to where it was quoted', () => {
    const text = 'rent 1 … rent 1 … rent 1'
    expect(findQuote(text, 'rent 1', 10)).toEqual([[9, 15]])
    expect(findQuote(text, 'rent 1', 1000)).toEqual([[18, 24]])
  })

  it('finds whatever part of a text is quoted, however its white space changed', () => {
    const words = fc.array(fc.stringMatching(/^[\p{L}\p{N}]{1,9}$/u), { minLength: 3, maxLength: 40 })
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), fc.constantFrom(' ', '\n', '  \t'), (list, a, b, space) => {
        const from = a % (list.length - 1)
        const to = from + 1 + (b % (list.length - from))
        const text = list.join(' ')
        const quote = list.slice(from, to).join(space)
        const found = findQuote(text, quote, list.slice(0, from).join(' ').length)
        const bare = (value: string) => value.replace(/\s/g, '').toLowerCase().normalize('NFKD')
        expect(found).toHaveLength(1)
        expect(bare(text.slice(...(found[0] ?? [0, 0])))).toBe(bare(quote))
      }),
      { numRuns: 200 },
    )
  })
})

describe('excerptOf', () => {
  const line = `${'x'.repeat(99)}\n`
  it('is the whole of a short text', () => {
    expect(excerptOf('a quote b', [[2, 7]])).toEqual({ text: 'a quote b', marks: [[2, 7]], isExcerpt: false })
  })

  it('is verbatim, in whole lines, with the marks where they belong', () => {
    const text = `${line.repeat(100)}QUOTE${line.repeat(100)}`
    const { text: shown, marks, isExcerpt } = excerptOf(text, [[10_000, 10_005]])
    expect(isExcerpt).toBe(true)
    expect(text).toContain(shown)
    expect(shown.startsWith('x'.repeat(99))).toBe(true)
    expect(marks.map(([from, to]) => shown.slice(from, to))).toEqual(['QUOTE'])
    expect(shown.length).toBeLessThan(8200)
  })

  it('cuts no character in two', () => {
    const text = '👍'.repeat(6000)
    for (const at of [9000, 9001]) expect(excerptOf(text, [[at, at + 2]]).text.isWellFormed()).toBe(true)
  })
})
