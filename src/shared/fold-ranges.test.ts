import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, highlightRanges, looselyContains, queryTerms } from './fold.ts'
import { foldWithPlaces } from './fold-base.ts'

const marked = (text: string, query: string) =>
  highlightRanges(text, query).map(([from, to]) => text.slice(from, to))

const piece = fc.constantFrom(
  'Søren',
  'Jose\u0301',
  'Straße',
  '東京',
  '🎂',
  '👩‍👩‍👧',
  'ﬁn',
  'ไทย',
  '김철수',
  'مُحَمَّد',
  "O'Brien",
  ' ',
  ' ',
  ', ',
  'x',
  'Å',
  'İ',
  '\ud800',
  '\u0301',
  '"',
  'ｶﾞ',
)

describe('highlightRanges', () => {
  it.each([
    ['I met Søren in Łódź', 'soren lodz', ['Søren', 'Łódź']],
    ['🎂🎂 José 🎂', 'jose', ['José']],
    ['Jose\u0301 Jose\u0301', 'josé', ['Jose\u0301', 'Jose\u0301']],
    ['Lange Straße 5', 'strasse', ['Straße']],
    ['my ﬁnances', 'finance', ['ﬁnance']],
    ['東京タワーと東京駅', '東京', ['東京', '東京']],
    ['김철수 씨', '김철', ['김철']],
    ['김철수'.normalize('NFD'), '김철', ['김철'.normalize('NFD')]],
    ['مُحَمَّد هنا', 'محمد', ['مُحَمَّد']],
    ["Miles O'Brien", 'obrien', ["O'Brien"]],
    ['Miles O’Brien', "O'Brien", ['O’Brien']],
    ["Ada's cake", "Ada's birthday", ['Ada']],
    ['two passports', 'passport', ['passport']],
    ['her allergies', 'allergic', ['allergies']],
    ['a "quoted" AND word', '"quoted" AND', ['quoted']],
    ['nothing here', 'zebra', []],
    ['', 'zebra', []],
    ['zebra', '', []],
  ])('%j for %j marks %j', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected)
  })

  it('marks in order, inside the text, never overlapping, never half a surrogate pair', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (text, query) => {
        const original = text.join('')
        let end = 0
        for (const [from, to] of highlightRanges(original, query.join(' '))) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(original.length)
          expect(original.slice(from, to).isWellFormed() || original.includes('\ud800')).toBe(true)
          end = to
        }
      }),
    )
  })

  it('marks text that folds to a term of the query', () => {
    const words = ['Søren', 'Jose\u0301', 'Straße', '東京', 'ﬁnance', 'ไทย', '김철수', 'مُحَمَّد', 'zebra']
    const list = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(list, list, (text, query) => {
        const original = `🎂 ${text.join(' 🎂 ')}`
        const asked = query.join(' ')
        const terms = new Set(queryTerms(asked))
        const slices = marked(original, asked)
        for (const slice of slices) expect(terms).toContain(fold(slice))
        expect(slices).toHaveLength(text.filter((word) => terms.has(fold(word))).length)
      }),
    )
  })

  it('marks something wherever a text loosely contains the one word asked for', () => {
    const word = fc.constantFrom(
      'allergic',
      'allergies',
      'party',
      'parties',
      'maths',
      "O'Brien",
      'obrien',
      'e-mail',
      'Straße',
      '東京',
      '東京都',
      'running',
      'run',
    )
    fc.assert(
      fc.property(fc.array(word), word, (text, query) => {
        const original = text.join(' ')
        if (looselyContains(original, query)) expect(marked(original, query).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('fold', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 40 })

  it('changes nothing when done twice', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  it('is the same for composed and decomposed text', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
      }),
    )
  })

  it('folds pieces to the same text as the whole, and knows where each stood', () => {
    // Separate Hangul letters beside whole syllables would join; nobody writes that.
    const conjoining = /[\u3131-\u318E\uFFA0-\uFFDC]/
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.array(piece).map((list) => list.join('')),
    )
    fc.assert(
      fc.property(text, (original) => {
        fc.pre(!conjoining.test(original))
        const { folded, starts, ends } = foldWithPlaces(original)
        expect(folded).toBe(fold(original))
        expect([starts.length, ends.length]).toEqual([folded.length, folded.length])
        for (let i = 0; i < folded.length; i++) {
          const slice = original.slice(starts[i], ends[i])
          expect(fold(slice)).toContain(folded[i])
          if (i > 0) expect(starts[i]).toBeGreaterThanOrEqual(starts[i - 1] ?? 0)
        }
      }),
    )
  })
})
