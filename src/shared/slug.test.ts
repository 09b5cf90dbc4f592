import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMentions } from './mention.ts'
import { makeSlug, maxSlugLength, mintSlug, typedSlug } from './slug.ts'

const free = () => false
const taken =
  (...slugs: string[]) =>
  (slug: string) =>
    slugs.includes(slug)

describe('makeSlug', () => {
  it.each([
    ['Meeting Prep', 'meeting-prep'],
    ['find file', 'find-file'],
    ['find_file', 'find-file'],
    ['queryCalendar', 'querycalendar'],
    ['  --Weekly   report!! (2026) ', 'weekly-report-2026'],
    ['週報', '週報'],
    ['Отчёт', 'отчёт'],
    ['Café', 'café'],
    ['CAFÉ'.normalize('NFD'), 'café'],
    ['ToDoリスト', 'todoリスト'],
    ['회의 준비'.normalize('NFD'), '회의-준비'],
    ['தமிழ் குறிப்பு', 'தமிழ்-குறிப்பு'],
    ['__proto__', 'proto'],
    ['constructor', 'constructor'],
    ['❤️ plan 🎉', 'plan'],
    ['1️⃣ first', '1-first'],
    ['find\u200bfile', 'find-file'],
    ['İstanbul', 'i̇stanbul'],
    ['🎉', ''],
    ['', ''],
    ['\u3164\u0301—', ''],
  ])('%j is %j', (title, slug) => {
    expect(makeSlug(title)).toBe(slug)
  })

  it('cuts 300 characters to a readable length, between words where it can', () => {
    expect(makeSlug('x'.repeat(300))).toBe('x'.repeat(maxSlugLength))
    const words = makeSlug('quarterly report '.repeat(20))
    expect(words.length).toBeLessThanOrEqual(maxSlugLength)
    expect(words).toMatch(/^(quarterly-report-)+quarterly(-report)?$/)
    expect(Array.from(makeSlug('𠮷'.repeat(300)))).toHaveLength(maxSlugLength)
  })
})

describe('typedSlug', () => {
  it.each([
    ['Meeting', 'meeting'],
    ['meeting ', 'meeting-'],
    ['meeting-', 'meeting-'],
    ['meeting--p', 'meeting-p'],
    [' ', ''],
    ['@plan', 'plan'],
    ['週報 ', '週報-'],
    ['plan🎉', 'plan-'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('%j is %j', (text, slug) => {
    expect(typedSlug(text)).toBe(slug)
    expect(typedSlug(slug)).toBe(slug)
  })
})

describe('mintSlug', () => {
  it('numbers a taken slug from 2', () => {
    expect(mintSlug('Meeting prep', free)).toBe('meeting-prep')
    expect(mintSlug('Meeting prep', taken('meeting-prep'))).toBe('meeting-prep-2')
    expect(mintSlug('Meeting prep', taken('meeting-prep', 'meeting-prep-2'))).toBe('meeting-prep-3')
  })

  it('keeps the number of a long slug within the length', () => {
    const long = 'x'.repeat(300)
    expect(mintSlug(long, taken('x'.repeat(maxSlugLength)))).toBe(`${'x'.repeat(maxSlugLength - 2)}-2`)
  })

  it('refuses a title without a letter or digit and suggests a free handle', () => {
    for (const title of ['', '   ', '🎉🎊', '—']) {
      expect(() => mintSlug(title, free)).toThrow(
        expect.objectContaining({ code: 'invalid-input', hint: 'Use for example @my-skill.' }),
      )
    }
    expect(() => mintSlug('🎉', taken('my-skill'))).toThrow(
      expect.objectContaining({ hint: 'Use for example @my-skill-2.' }),
    )
  })
})

describe('laws', () => {
  const titles = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 90 }),
    fc.string({ unit: 'binary', maxLength: 90 }),
    fc.string({
      unit: fc.constantFrom(
        'a',
        'Σ',
        'İ',
        'é',
        'e\u0301',
        '週',
        'が',
        '각'.normalize('NFD'),
        '-',
        '_',
        ' ',
        '\u0301',
        '\ufe0f',
        '9',
      ),
      maxLength: 90,
    }),
  )

  it('a slug is stable, bounded, in NFC and read back whole by the mention grammar', () => {
    fc.assert(
      fc.property(titles, (title) => {
        const slug = makeSlug(title)
        fc.pre(slug !== '')
        expect(makeSlug(slug)).toBe(slug)
        expect(slug.normalize('NFC')).toBe(slug)
        expect(Array.from(slug).length).toBeLessThanOrEqual(maxSlugLength)
        const parsed = parseMentions(`@${slug}`, { isKnown: (other) => other === slug })
        expect(parsed).toEqual([{ slug, from: 0, to: slug.length + 1 }])
      }),
      { numRuns: 500 },
    )
  })

  it('NFC and NFD titles make one slug', () => {
    fc.assert(
      fc.property(titles, (title) => {
        expect(makeSlug(title.normalize('NFD'))).toBe(makeSlug(title.normalize('NFC')))
      }),
    )
  })

  it('minting many titles gives as many different slugs', () => {
    fc.assert(
      fc.property(fc.array(titles, { maxLength: 20 }), (all) => {
        const used = new Set<string>()
        for (const title of all) {
          if (makeSlug(title) === '') continue
          const slug = mintSlug(title, (other) => used.has(other))
          expect(used.has(slug)).toBe(false)
          used.add(slug)
        }
      }),
    )
  })
})
