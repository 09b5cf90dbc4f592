import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeDocx } from './testing/make-docx.ts'
import { makePdf } from './testing/make-pdf.ts'
import { tempFolder } from './testing/temp-folder.ts'
import { signal, type TestFiles, testFiles } from './testing/test-files.ts'

/** Path to content; a plain text is long enough not to win by being short. */
type Tree = Readonly<Record<string, string | Uint8Array | { content: string; date: string }>>

async function withTree(tree: Tree, check: (test: TestFiles) => Promise<void>) {
  using folder = tempFolder()
  using test = testFiles()
  for (const [name, file] of Object.entries(tree)) {
    if (typeof file === 'string' || file instanceof Uint8Array)
      folder.write(`Docs/${name}`, file, '2026-06-01')
    else folder.write(`Docs/${name}`, file.content, file.date)
  }
  await test.files.grant(folder.at('Docs'), { signal })
  await check(test)
}

const search = (test: TestFiles, query: string, limit = 10) =>
  test.files.search(query, { limit, device: null, signal })
const titles = async (test: TestFiles, query: string) => (await search(test, query)).map(({ title }) => title)

describe('ranking', () => {
  it('puts a name above a folder above a text', () =>
    withTree(
      {
        'a.txt': 'all about the passport here',
        'passport/b.txt': 'nothing to see',
        'passport.txt': 'nothing to see',
        'd.txt': 'unrelated',
      },
      async (test) => {
        expect(await titles(test, 'passport')).toEqual(['passport.txt', 'b.txt', 'a.txt'])
      },
    ))
  it('weighs a rare word above a common one', () =>
    withTree(
      {
        'one.txt': 'report on turbines',
        ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`report ${i}.txt`, 'monthly report'])),
      },
      async (test) => {
        expect((await titles(test, 'turbines report'))[0]).toBe('one.txt')
      },
    ))
  it('prefers words that stand together over words far apart', () =>
    withTree(
      {
        'apart.txt': `rent is mentioned here\n${'filler line\n'.repeat(50)}and the deposit there`,
        'together.txt': `${'filler line\n'.repeat(50)}the rent deposit is 900`,
      },
      async (test) => {
        const [first, second] = await search(test, 'rent deposit')
        expect(first).toMatchObject({ title: 'together.txt', location: 'line 51' })
        expect(second?.score).toBeLessThan(first?.score ?? 0)
      },
    ))
  it('prefers the name that says little else', () =>
    withTree({ 'lease.txt': 'x', 'lease of the old garden shed.txt': 'x' }, async (test) => {
      expect(await titles(test, 'lease')).toEqual(['lease.txt', 'lease of the old garden shed.txt'])
    }))
  it('takes the newer of two otherwise equal files, then the path', () =>
    withTree(
      {
        'b/cv.txt': { content: 'my cv', date: '2025-01-01' },
        'c/cv.txt': { content: 'my cv', date: '2026-01-01' },
        'a/cv.txt': { content: 'my cv', date: '2025-01-01' },
      },
      async (test) => {
        const paths = (await search(test, 'cv')).map((hit) => hit.path.slice(-8, -7))
        expect(paths).toEqual(['c', 'a', 'b'])
      },
    ))
  it('lets a word for a kind narrow a search, but never be all of an answer', () =>
    withTree(
      {
        'passport.txt': 'passport notes',
        'passport.jpg': 'x',
        'holiday.jpg': 'x',
        'minutes.pdf': makePdf([['board minutes']]),
      },
      async (test) => {
        expect(await titles(test, 'photo of my passport')).toEqual(['passport.jpg', 'passport.txt'])
        expect(await titles(test, 'passport.txt')).toEqual(['passport.txt', 'passport.jpg'])
        expect(new Set(await titles(test, 'photos'))).toEqual(new Set(['passport.jpg', 'holiday.jpg']))
      },
    ))
  it('finds other forms of a word, names written in one piece, and the title of a page', () =>
    withTree(
      {
        'electricityBill_2024.txt': 'x',
        'doc1.html': '<title>Tenancy agreement</title><p>text',
        'a.txt': 'She is allergic to nuts',
      },
      async (test) => {
        expect(await titles(test, 'electricity bills')).toEqual(['electricityBill_2024.txt'])
        expect(await titles(test, 'tenancy')).toEqual(['doc1.html'])
        expect(await titles(test, 'allergies')).toEqual(['a.txt'])
      },
    ))
  it('gives scores that mean the same for every search', () =>
    withTree({ 'passport.txt': 'x', 'lease.txt': 'x', 'a.txt': 'insurance', ...filler(30) }, async (test) => {
      const scoreOf = async (query: string) => (await search(test, query))[0]?.score ?? 0
      expect(await scoreOf('passport')).toBeCloseTo(await scoreOf('lease'), 5)
      expect(await scoreOf('passport')).toBeGreaterThan(0.75)
      expect(await scoreOf('insurance')).toBeGreaterThan(0.35)
      expect(await scoreOf('insurance')).toBeLessThan(0.55)
      expect(await scoreOf('passport nonexistent')).toBeLessThan((await scoreOf('passport')) * 0.7)
    }))
  it('answers nothing where nothing matches', () =>
    withTree({ 'a.txt': 'x' }, async (test) => {
      expect(await search(test, 'capital of France')).toEqual([])
      expect(await search(test, '')).toEqual([])
      expect(await search(test, '?!')).toEqual([])
    }))
  it('looks at no more hits than asked for', () =>
    withTree(filler(30, 'same words'), async (test) => {
      expect(await search(test, 'same words', 7)).toHaveLength(7)
    }))
})

const filler = (count: number, content = 'nothing here') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`filler/${i}.txt`, content]))

describe('a hit', () => {
  it('says why and where in plain words', () =>
    withTree(
      {
        'passport scan.pdf': makePdf([['cover'], ['Passport No. X123']]),
        'letter.docx': makeDocx(['Dear all', '', 'about the kitchen sink']),
        'list.txt': 'one\n\nthe boiler\n',
        'bridge.jpg': 'x',
      },
      async (test) => {
        const hit = async (query: string) => (await search(test, query))[0]
        const age = 'months old'
        expect(await hit('passport')).toMatchObject({
          title: 'passport scan.pdf',
          location: 'page 2',
          reason: `name and text match on page 2, 5 ${age}`,
          device: expect.stringMatching(/^device-/),
        })
        expect(await hit('sink')).toMatchObject({
          location: 'paragraph 2',
          reason: `text match on paragraph 2, 5 ${age}`,
        })
        expect(await hit('boiler')).toMatchObject({ location: 'line 3' })
        expect(await hit('bridge')).toMatchObject({
          location: null,
          reason: `name match, 5 ${age}; text not read (unsupported kind, found by its name only)`,
        })
      },
    ))
})

describe('any script', () => {
  it('is found as a person types it', () =>
    withTree(
      {
        'a.txt': '\u6771\u4eac\u30bf\u30ef\u30fc\u306e\u30c1\u30b1\u30c3\u30c8',
        'b.txt': '\u5317\u4eac\u7684\u5929\u6c14',
        'Stra\u00dfe.txt': 'x',
        'cafe\u0301.txt': 'x',
        'c.txt': 'S\u00f8ren\u2019s num\u00e9ro',
        'd.txt': '\uae40\ucca0\uc218\uc758 \uc5ec\uad8c',
        'e.txt': '\u0e44\u0e17\u0e22\u0e41\u0e25\u0e19\u0e14\u0e4c',
      },
      async (test) => {
        expect(await titles(test, '\u6771\u4eac\u30bf\u30ef\u30fc')).toEqual(['a.txt'])
        expect(await titles(test, '\u5929\u6c14')).toEqual(['b.txt'])
        expect(await titles(test, 'strasse')).toEqual(['Stra\u00dfe.txt'])
        expect(await titles(test, 'CAF\u00c9')).toEqual(['cafe\u0301.txt'])
        expect(await titles(test, 'soren numero')).toEqual(['c.txt'])
        expect(await titles(test, '\uae40\ucca0\uc218')).toEqual(['d.txt'])
        expect(await titles(test, '\u0e44\u0e17\u0e22')).toEqual(['e.txt'])
      },
    ))
})

describe('any query', () => {
  it('is words, never syntax', () =>
    withTree({ 'a.txt': 'alpha beta', 'b.pdf': makePdf([['gamma']]) }, async (test) => {
      const nasty = [
        '"',
        "'",
        '*',
        'AND',
        'OR',
        'NOT',
        'NEAR(',
        ')',
        'name:',
        '{body}',
        '^',
        '-',
        '+',
        '\0',
        '\ud800',
        ';',
        '--',
        '%',
        'alpha',
      ]
      const queries = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(fc.constantFrom(...nasty), { maxLength: 8 }).map((parts) => parts.join(' ')),
      )
      await fc.assert(
        fc.asyncProperty(queries, fc.string({ maxLength: 30 }), async (query, question) => {
          for (const { score } of await search(test, query)) {
            expect(score).toBeGreaterThanOrEqual(0)
            expect(score).toBeLessThanOrEqual(1)
          }
          await test.files.find({ query, question, devices: [], limit: 5, signal })
        }),
        { numRuns: 400 },
      )
      expect(await titles(test, '"alpha" AND NOT (beta OR name:alpha*)')).toEqual(['a.txt'])
    }))
})

describe('a device', () => {
  it('narrows a search, by id or name, and an unknown one is said', () =>
    withTree({ 'a.txt': 'alpha' }, async (test) => {
      const [own] = test.files.devices()
      const on = (device: string) => test.files.search('alpha', { limit: 5, device, signal })
      expect(await on(own?.id ?? '')).toHaveLength(1)
      expect(await on('TestHost')).toHaveLength(1)
      test.store.index.exec("UPDATE files SET device = 'device-other'")
      expect(await on(own?.id ?? '')).toEqual([])
      await expect(on('phone')).rejects.toMatchObject({
        code: 'not-found',
        hint: expect.stringContaining(own?.id ?? 'none'),
      })
    }))
})
