import { describe, expect, it } from 'vitest'
import { findHiddenText } from './hidden-text.ts'

const found = (text: string) =>
  findHiddenText(text).map(({ kind, line, count, text: shown }) => [kind, line, count, shown])

describe('what a reader would not see', () => {
  it.each<[string, string, string]>([
    ['a\u200Bb', 'U+200B', 'zero-width space'],
    ['a\u2060b', 'U+2060', 'zero-width space'],
    ['a\u202Eb', 'U+202E', 'direction override'],
    ['a\u2066b', 'U+2066', 'direction override'],
    ['a\u200Fb', 'U+200F', 'direction mark'],
    ['a\u00ADb', 'U+00AD', 'soft hyphen'],
    ['a\u{E0061}b', 'U+E0061', 'tag character'],
    ['a\u3164b', 'U+3164', 'invisible character'],
    ['a\u2800b', 'U+2800', 'invisible character'],
    ['a\u001Bb', 'U+001B', 'control character'],
    ['a\u2028b', 'U+2028', 'line separator'],
    ['a\uFEFFb', 'U+FEFF', 'zero-width space'],
    ['a\u200Db', 'U+200D', 'zero-width joiner'],
  ])('%j: an invisible %s', (text, codePoint, what) => {
    expect(findHiddenText(text)).toEqual([{ kind: 'invisible', line: 1, count: 1, text: codePoint, what }])
  })

  it('counts the same thing once, with its first line', () => {
    expect(found('x\r\ny\u200B\u200B\n\u200B\u202E')).toEqual([
      ['invisible', 2, 3, 'U+200B'],
      ['invisible', 3, 1, 'U+202E'],
    ])
  })

  it('lists comments whole, also one that is never closed', () => {
    expect(found('a <!-- b\nc --> d\n[//]: # (hidden)\n<!-- open')).toEqual([
      ['comment', 1, 1, '<!-- b\nc -->'],
      ['comment', 3, 1, '[//]: # (hidden)'],
      ['comment', 4, 1, '<!-- open'],
    ])
  })

  it('lists words with letters of another script in them', () => {
    expect(found('use the саlendar and notebооk')).toEqual([
      ['look-alike', 1, 1, 'саlendar'],
      ['look-alike', 1, 1, 'notebооk'],
    ])
    expect(found('Οpen it')).toEqual([['look-alike', 1, 1, 'Οpen']])
    expect(found('ｆｉｎｄ 𝐟𝐢𝐧𝐝')).toEqual([
      ['look-alike', 1, 1, 'ｆｉｎｄ'],
      ['look-alike', 1, 1, '𝐟𝐢𝐧𝐝'],
    ])
  })

  it('lists a word wholly of look-alike letters, where nothing else is in that script', () => {
    expect(found('the рау roll')).toEqual([['look-alike', 1, 1, 'рау']])
  })

  it.each([
    'Plain text, “quotes” — dashes… and naïve café',
    'Ещё один обычный русский текст, а не подделка',
    'Русский и English рядом',
    'Ένα κείμενο',
    '週報を書く、ＯＫ'.replace('ＯＫ', 'OK'),
    '👩‍👩‍👧 ❤️ 1️⃣ 👍🏽 🏳️‍🌈',
    '\uFEFFstarts with a byte order mark',
    'tabs\tand\r\nlines\n',
    'a < b -- c > d',
  ])('finds nothing in %j', (text) => {
    expect(findHiddenText(text)).toEqual([])
  })
})
