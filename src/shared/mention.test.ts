import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionedSlugs, parseMentions, printMention, replaceMentions } from './mention.ts'
import { foldSlug } from './mention-chars.ts'
import { makeSlug } from './slug.ts'

const only = (...known: string[]) => ({ isKnown: (slug: string) => known.includes(slug) })

describe('what is a mention', () => {
  it.each<[string, string[]]>([
    ['@find-file', ['find-file']],
    ['FIRST use @check-notebook, THEN @fetch-file.', ['check-notebook', 'fetch-file']],
    ['- @a\n- @b\n@c', ['a', 'b', 'c']],
    [
      '(@find-file) [@calendar] {@a} <@b> "@c" “@d” «@e» ‘@f’ 「@g」',
      ['find-file', 'calendar', ...'abcdefg'],
    ],
    ['*@a* **@b** _@c_ __@d__ ~~@e~~ _@f-g_', ['a', 'b', 'c', 'd', 'e', 'f-g']],
    ["@find-file, @a. @b) @c? @d's @e: @f; @g! @h’s @i… @j/@k", ['find-file', ...'abcdefghij']],
    ['@find_file and @Find-File and @FIND_FILE', ['find-file', 'find-file', 'find-file']],
    ['@a- @b-- @c--d @e__f @g-_h', ['a', 'b', 'c', 'e', 'g']],
    ['@-a @_a @ a @', []],
    ['@2026-plan @1', ['2026-plan', '1']],
    ['@plan-trip', ['plan-trip']],
    ['🙂@find-file🙂 ❤️@calendar', ['find-file', 'calendar']],
    ['—@a →@b =@c |@d| #@e +@f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['@Отчёт, @ΟΔΟΣ, @straße', ['отчёт', 'οδος', 'straße']],
    ['@क्षमा @தமிழ் @עִבְרִית @مُحَمَّد', ['क्षमा', 'தமிழ்', 'עִבְרִית', 'مُحَمَّد']],
    ['@constructor @__proto__ @toString', ['constructor', 'tostring']],
  ])('%j', (text, slugs) => {
    expect(parseMentions(text).map((mention) => mention.slug)).toEqual(slugs)
  })

  it.each([
    'ada@example.com',
    'write to first.last+tag@mail.example.org today',
    'first_@example.com',
    'x@find-file',
    'é@find-file',
    'é@find-file'.normalize('NFD'),
    'п@find-file',
    '5@find-file',
    '@@find-file',
    'dir/@find-file',
    'https://example.com/@find-file',
    'https://example.com/?to=@find-file&x=@calendar',
    'www.example.com/?q=@calendar',
    'user.@find-file',
    'C:\\Users\\@find-file',
    '~/@find-file ./@calendar',
    '\\@find-file',
    '＠find-file',
    '@\u200bfind-file',
    '@\u3164',
    '`@find-file`',
    '``a ` @find-file``',
    'a `code\nover @find-file two lines`',
    '```\n@find-file\n```',
    '```js @find-file\nx\n```',
    '~~~\n@find-file\n```\n@calendar',
    '- item\n  ````\n  ```\n  @find-file\n  ````',
    '> ```\n> @find-file\n> ```',
    '1. ```\n   @find-file\n   ```',
    '```\r\n@find-file\r\n```',
  ])('nothing in %j', (text) => {
    expect(parseMentions(text, { isKnown: () => true })).toEqual([])
  })

  it.each<[string, string[]]>([
    ['`unclosed @find-file', ['find-file']],
    ['a ` b @a\n\nc ` d @b', ['a', 'b']],
    ['- ` @a\n- ` @b', ['a', 'b']],
    ['\\`@a` @b', ['a', 'b']],
    ['`a\\` @a `b` @b', ['a', 'b']],
    ['```\n@a\n```\n@b', ['b']],
    ['```\n@a\n~~~\n@b\n```', []],
    ['```\n@a\n``` no end\n@b', []],
    ['``` not a fence ``` @a', ['a']],
    ['``@a` @b', ['a', 'b']],
    ['https://example.com/ @a', ['a']],
    ['(https://example.com/x)@a', ['a']],
    ['https://example.com/を見て@find-fileを使う', ['find-file']],
    ['word-@find-file.Then', ['find-file']],
  ])('what ends a literal: %j', (text, slugs) => {
    expect(mentionedSlugs(text)).toEqual(slugs)
  })
})

describe('scripts without spaces between words', () => {
  it.each<[string, string]>([
    ['これは@find-fileを使う', 'find-file'],
    ['まず①@find-fileで', 'find-file'],
    ['1️⃣@find-file', 'find-file'],
    ['❷@find-file', 'find-file'],
    ['先用@find-file查找', 'find-file'],
    ['이것은@find-file을 쓴다', 'find-file'],
    ['이것은@find-file을 쓴다'.normalize('NFD'), 'find-file'],
    ['ใช้@find-fileก่อน', 'find-file'],
    ['ໃຊ້@find-fileກ່ອນ', 'find-file'],
    ['ប្រើ@find-fileសិន', 'find-file'],
    ['သုံး@find-fileပါ', 'find-file'],
    ['サーバー@find-fileを', 'find-file'],
    ['人々@find_fileへ', 'find-file'],
    ['@find-file2を', 'find-file2'],
    ['@отчётを', 'отчёт'],
  ])('%s mentions %s', (text, slug) => {
    expect(mentionedSlugs(text)).toEqual([slug])
  })

  it('reads a run wholly in such a script to its end when no handle is known', () => {
    expect(mentionedSlugs('まず@週報を書く。')).toEqual(['週報を書く'])
    expect(mentionedSlugs('@週報 を書く')).toEqual(['週報'])
  })

  it('takes the longest known handle at the start of such a run', () => {
    expect(mentionedSlugs('@週報を書く', only('週', '週報'))).toEqual(['週報'])
    expect(mentionedSlugs('@週報を書く', only('報'))).toEqual(['週報を書く'])
    expect(mentionedSlugs('@회의를 준비', only('회의'))).toEqual(['회의'])
    expect(mentionedSlugs('@ประชุมวันนี้', only('ประชุม'))).toEqual(['ประชุม'])
  })

  it('never ends a handle inside a letter or a syllable', () => {
    expect(mentionedSlugs('@がく'.normalize('NFD'), only('か'))).toEqual(['がく'])
    expect(mentionedSlugs('@각을'.normalize('NFD'), only('가'))).toEqual(['각을'])
    expect(mentionedSlugs('@각을'.normalize('NFD'), only('각'))).toEqual(['각'])
  })

  it('never ends a handle before a joiner or another script', () => {
    expect(mentionedSlugs('@週報-計画', only('週報'))).toEqual(['週報-計画'])
    expect(mentionedSlugs('@週報v2', only('週報'))).toEqual(['週報v2'])
    expect(mentionedSlugs('@週報-2を見る', only('週報', '週報-2'))).toEqual(['週報-2'])
  })

  it('reads a known handle that mixes scripts whole', () => {
    expect(mentionedSlugs('@todoリストを見る', only('todoリスト'))).toEqual(['todoリスト'])
    expect(mentionedSlugs('@ToDoリストを見る', only('todo'))).toEqual(['todo'])
    expect(mentionedSlugs('@2026年計画で', only('2026年計画'))).toEqual(['2026年計画'])
    expect(mentionedSlugs('@meeting-準備')).toEqual(['meeting-準備'])
  })
})

describe('offsets and forms', () => {
  it('counts UTF-16 units from the @ to just after the slug', () => {
    expect(parseMentions('👩‍👩‍👧 @find_file!')).toEqual([{ slug: 'find-file', from: 9, to: 19 }])
    expect(parseMentions('x @𠮷野 y')).toEqual([{ slug: '𠮷野', from: 2, to: 6 }])
  })

  it('reads NFC and NFD as one slug, each with its own offsets', () => {
    const text = '@café @CAFÉ'.normalize('NFD')
    expect(parseMentions(text)).toEqual([
      { slug: 'café', from: 0, to: 6 },
      { slug: 'café', from: 7, to: 13 },
    ])
    expect(mentionedSlugs(text)).toEqual(['café'])
  })

  it('gives slugs in first-seen order, each once', () => {
    expect(mentionedSlugs('@b @a @B @c @a')).toEqual(['b', 'a', 'c'])
  })
})

describe('replacing', () => {
  const rename = (text: string, from: string, to: string) =>
    replaceMentions(text, (slug) => (slug === from ? to : null))

  it('touches whole slugs only, in any case, and nothing else', () => {
    const text = '@plan, @Plan-trip @PLAN\t`@plan` a@plan.de\r\n@plan_b @plan- (@plan)'
    expect(rename(text, 'plan', 'agenda')).toBe(
      '@agenda, @Plan-trip @agenda\t`@plan` a@plan.de\r\n@plan_b @agenda- (@agenda)',
    )
  })

  it('finds NFD mentions and leaves NFD text around them alone', () => {
    const text = 'é @café é'.normalize('NFD')
    expect(rename(text, 'café', 'bar')).toBe(`${'é'.normalize('NFD')} @bar ${'é'.normalize('NFD')}`)
  })
})

const slugs = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 24 })
  .map(makeSlug)
  .filter((slug) => slug !== '')
const words = fc.constantFrom(
  'を',
  'の',
  '을',
  'word',
  ' ',
  ', ',
  '\n',
  '`',
  '```',
  '@',
  '_',
  '-',
  '.',
  '/',
  'é',
  '\u0301',
  '🙂',
  '://',
  '報',
  'ก็',
)
const texts = fc
  .array(fc.oneof(words, slugs.map(printMention), fc.string({ unit: 'binary', maxLength: 6 })))
  .map((parts) => parts.join(''))

describe('laws', () => {
  it('parse reads back what print wrote, between spaces, brackets and text without spaces', () => {
    const glue = fc.constantFrom(' ', ' (', ', ', '」「', '** **', "'s ")
    fc.assert(
      fc.property(fc.array(fc.tuple(slugs, glue), { minLength: 1 }), (pairs) => {
        const known = new Set(pairs.map(([slug]) => slug))
        const text = pairs.map(([slug, between]) => printMention(slug) + between).join('')
        const parsed = parseMentions(text, { isKnown: (slug) => known.has(slug) })
        expect(parsed.map((mention) => mention.slug)).toEqual(pairs.map(([slug]) => slug))
      }),
    )
  })

  it('offsets rise, never overlap and hold the written slug', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0
        for (const { slug, from, to } of parseMentions(text)) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(text[from]).toBe('@')
          expect(foldSlug(text.slice(from + 1, to))).toBe(slug)
          expect(makeSlug(slug.slice(0, 60))).not.toBe('')
          end = to
        }
      }),
    )
  })

  it('replacing nothing, or each mention of a folded text by itself, changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(replaceMentions(text, () => null)).toBe(text)
        const folded = replaceMentions(text, (slug) => slug)
        expect(replaceMentions(folded, (slug) => slug)).toBe(folded)
      }),
    )
  })

  it('renaming to a fresh slug and back restores a folded text', () => {
    fc.assert(
      fc.property(texts, slugs, (text, slug) => {
        const there = replaceMentions(`${text} @${slug} `, (seen) => seen, only(slug))
        const away = replaceMentions(there, (seen) => (seen === slug ? 'zzqx' : null), only(slug))
        const back = replaceMentions(away, (seen) => (seen === 'zzqx' ? slug : null), only('zzqx'))
        expect(back).toBe(there)
      }),
    )
  })

  it('NFC and NFD of a text mention the same slugs', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(mentionedSlugs(text.normalize('NFD'))).toEqual(mentionedSlugs(text.normalize('NFC')))
      }),
    )
  })
})

describe('size', () => {
  it.each([
    ['at signs', '@'.repeat(100_000)],
    ['backtick runs', Array.from({ length: 400 }, (_, n) => '`'.repeat(n)).join(' @a ')],
    ['schemes', 'a://@'.repeat(20_000)],
    ['one long word', `@${'ab-'.repeat(40_000)}`],
    ['one long run without spaces', `@${'週'.repeat(100_000)}`],
    ['marks', `@a${'\u0301'.repeat(100_000)}`],
    ['fences', '```\n@a\n'.repeat(20_000)],
  ])('reads %s in bounded time', (_, text) => {
    const started = performance.now()
    parseMentions(text, { isKnown: () => false })
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
