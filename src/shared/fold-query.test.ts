import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fold,
  ftsTokenizer,
  indexText,
  looselyContains,
  matchExpression,
  queryTerms,
  stemPrefix,
} from './fold.ts'

function indexOf(texts: readonly string[], tokenizer = ftsTokenizer) {
  const db = new Database(':memory:')
  db.exec(`CREATE VIRTUAL TABLE t USING fts5(x, tokenize="${tokenizer}", prefix='2 3')`)
  const add = db.prepare('INSERT INTO t(rowid, x) VALUES (?, ?)')
  texts.forEach((text, i) => {
    add.run(i, indexText(text))
  })
  const find = db.prepare<[string], { rowid: number }>('SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid')
  return (query: string, mode: 'all' | 'any' = 'all'): number[] => {
    const match = matchExpression(query, { mode })
    return match === '' ? [] : find.all(match).map((row) => row.rowid)
  }
}

const finds = (query: string, text: string, mode: 'all' | 'any' = 'all') =>
  indexOf([text])(query, mode).length === 1

describe('what is found', () => {
  it.each([
    ['jose', 'José called'],
    ['nguyen', 'Nguyễn Văn An'],
    ['soren', 'Søren Kierkegaard'],
    ['SØREN', 'soren'],
    ['lukasz', 'Łukasz'],
    ['strasse', 'Lange Straße 5'],
    ['STRASSE', 'straße'],
    ['finance', 'ﬁnance report'],
    ['елкин', 'Ёлкин Пётр'],
    ['αθηνα', 'Αθήνα'],
    ['ΟΔΟΣ', 'οδός 12'],
    ['محمد', 'مُحَمَّد'],
    ['فارسي', 'فارسی'],
    ['123', 'number ١٢٣'],
    ['東京', '東京タワーに行った'],
    ['世界', '你好世界'],
    ['ไทย', 'ประเทศไทยแลนด์'],
    ['ガ', 'ｶﾞ'],
    ['김철', '김철수'],
    ['김', '김철수 씨'],
    ['김철수는', '김철수 씨'],
    ['Mueller', 'Frau Müller'],
    ['हिन्दी', 'मेरी हिन्दी किताब'],
    ['obrien', "Miles O'Brien"],
    ['obrien', 'Miles O’Brien'],
    ["o'brien", 'OBrien'],
    ['O’Brien', "o'brien"],
    ["O'Brien", 'O Brien'],
    ['o brien', "O'Brien"],
    ['brien', "O'Brien"],
    ['ada', "Ada's birthday"],
    ["Ada's birthday", 'Ada: birthday on 3 May'],
    ['ecole', "l'école"],
    ["l'école", 'une école'],
    ['email', 'my e-mail'],
    ['e-mail', 'my email'],
    ['AB123456', 'policy AB-123456'],
    ['allergic', 'Her allergies: peanuts'],
    ['allergies', 'she is allergic to nuts'],
    ['maths', 'mathematics homework'],
    ['running', 'I run daily'],
    ['running', 'two runs'],
    ['meetings', 'a meeting'],
    ['parties', 'a party'],
    ['dog', 'two dogs'],
    ['dogs', 'a dog'],
    ['passp', 'passport'],
    ['sim', 'simple'],
    ['naïve café', 'a cafe so naive'],
    ['soft', 'so\u00adft'],
    ['cafe\u0301', 'café'],
  ])('%s is found in %s', (query, text) => {
    expect(finds(query, text)).toBe(true)
  })

  it.each([
    ['bar', 'foo'],
    ['かき', 'かぎ'],
    ['京東', '東京'],
    ['हिन्दू', 'हिन्दी'],
    ['run fast', 'a runway is fast'],
    ['passport', 'pass the salt'],
    ['plumber', 'number of plums'],
    ['ada birthday', 'Ada'],
  ])('%s is not found in %s', (query, text) => {
    expect(finds(query, text)).toBe(false)
  })
})

describe('operators are plain words', () => {
  it.each([
    'NEAR(',
    'near(a b)',
    '*',
    'a*',
    '"',
    '""',
    '-foo',
    'col:x',
    'x:y',
    '^x',
    'AND',
    'OR NOT',
    '{x}: y',
    '\0',
    'a\0b',
    '(',
    '+',
    "'",
  ])('a MATCH from %j is valid', (query) => {
    const find = indexOf(['near a b foo col x y and or not'])
    expect(() => find(query, 'all')).not.toThrow()
    expect(() => find(query, 'any')).not.toThrow()
  })

  it('finds the words of an operator as words', () => {
    expect(finds('NEAR(', 'a shop near the sea')).toBe(true)
    expect(finds('col:value', 'col value')).toBe(true)
  })

  it('never makes an invalid MATCH, with either tokenizer', () => {
    const nasty = fc.constantFrom(
      '"',
      '*',
      '^',
      ':',
      '-',
      "'",
      '(',
      ')',
      'NEAR',
      'AND',
      'OR',
      'NOT',
      ' ',
      '\0',
      'ß',
      '東',
      '京',
      'ไ',
      '김',
      'ü',
      '\u0301',
      '🎂',
      '\ud800',
      'ab',
      'İ',
      '{',
      '}',
      '+',
      'ﬁ',
    )
    const text = fc.oneof(
      fc.array(nasty, { maxLength: 30 }).map((list) => list.join('')),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    const ours = indexOf(['x'])
    const stock = indexOf(['x'], 'unicode61 remove_diacritics 2')
    fc.assert(
      fc.property(text, (query) => {
        for (const mode of ['all', 'any'] as const) {
          ours(query, mode)
          stock(query, mode)
        }
        return true
      }),
      { numRuns: 2000 },
    )
  })

  it('is empty when there is nothing to search for', () => {
    for (const query of ['', '   ', '?!', '"', '***', '🎂'])
      expect(matchExpression(query, { mode: 'all' })).toBe('')
  })

  it('stays bounded for a pasted book', () => {
    expect(matchExpression('palabra word wort mot '.repeat(100_000), { mode: 'any' }).length).toBeLessThan(
      2000,
    )
    expect(queryTerms(Array.from({ length: 50 }, (_, i) => `word${i}`).join(' '))).toHaveLength(16)
  })
})

describe('the content words of a question', () => {
  it.each([
    ['What is my passport number?', ['passport', 'number']],
    ["When is Ada's birthday?", ['ada', 'birthday']],
    ["I'm looking for O'Brien", ['looking', 'obrien']],
    ["what's the Wi-Fi password", ['wifi', 'password']],
    ['who', ['who']],
    ['to be or not', ['to', 'be', 'or', 'not']],
    ['Wann hat Søren Geburtstag?', ['hat', 'soren', 'geburtstag']],
    ['¿Cuándo es el cumpleaños?', ['cumpleanos']],
    ["Quelle est l'adresse de l'école ?", ['adresse', 'ecole']],
    ['quem tem a chave da nossa casa?', ['chave', 'casa']],
    ['Waar zijn mijn sleutels?', ['sleutels']],
    ['Gdzie jest moja umowa?', ['umowa']],
    ['Kada baigiasi mūsų sutartis?', ['baigiasi', 'sutartis']],
    ['quem tem', ['quem', 'tem']],
    ['Dove the dove, Mia', ['dove', 'mia']],
    ["what is Mina's phone number", ['mina', 'phone', 'number']],
    ['Ela, Nella, Alla', ['ela', 'nella', 'alla']],
    ['我的护照号码是多少', ['护照号码']],
    ['東京タワーはどこですか', ['東京タワー']],
    ['ありがとう', ['ありがとう']],
    ['iPhone電池', ['iphone', '電池']],
    ['ada ADA Ada', ['ada']],
  ])('%s', (question, expected) => {
    expect(queryTerms(question)).toEqual(expected)
  })

  it('finds the note behind a question without spaces', () => {
    expect(finds('我的护照号码是多少', '护照号码: E12345678', 'all')).toBe(true)
    expect(finds('护照的号码在哪里', '新护照 E12345678', 'any')).toBe(true)
  })
})

describe('stemPrefix', () => {
  it.each([
    ['maths', 'math'],
    ['allergic', 'allerg'],
    ['allergies', 'allerg'],
    ['parties', 'part'],
    ['running', 'runni'],
    ['паспорта', 'паспор'],
    ['김', '김'],
    ['도로', '도로'],
    ['김철수는', '김철수'],
    ['cats', null],
    ['2026年', null],
    ['12345678', null],
  ])('%s → %s', (word, stem) => {
    expect(stemPrefix(word)).toBe(stem)
  })
})

describe('looselyContains', () => {
  it.each([
    ['Her allergies: peanuts', 'allergic', true],
    ['my therapy', 'therapist', true],
    ['there', 'therapist', false],
    ['mathematics at 9', 'maths', true],
    ['Miles O’Brien', 'obrien', true],
    ['東京タワー', '東京', true],
    ['the number of plums', 'plumber', false],
    ['a runway', 'run', false],
    ['two words here', 'here words', true],
    ['two words here', 'words missing', false],
    ['anything', '', false],
  ])('%s / %s is %s', (text, term, expected) => {
    expect(looselyContains(text, term)).toBe(expected)
  })

  it('holds wherever the index finds a whole question', () => {
    const word = fc.constantFrom(
      'allergic',
      'allergies',
      'party',
      'parties',
      'math',
      'maths',
      "o'brien",
      'obrien',
      'e-mail',
      'Straße',
      '東京',
      '京都',
      '東京都',
      'ไทย',
      '김철',
      '김철수',
      'run',
      'running',
      'cats',
    )
    const list = fc.array(word, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(list, list, (text, query) => {
        const last = 'zebra'
        const found = finds([...query, last].join(' '), [...text, last].join(' '))
        return !found || looselyContains([...text, last].join(' '), [...query, last].join(' '))
      }),
      { numRuns: 200 },
    )
  })
})

describe('mode all', () => {
  it('agrees with a plain model on whole words', () => {
    const words = [
      'zebra',
      'koala',
      'otter',
      'Søren',
      'Łukasz',
      'Straße',
      'مُحَمَّد',
      '東京',
      '世界',
      'Ёж',
      'panda',
      'x9',
    ]
    const list = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 8 }), list, (corpus, query) => {
        const expected = corpus.flatMap((text, i) => {
          const own = new Set(text.map(fold))
          return query.every((each) => own.has(fold(each))) ? [i] : []
        })
        expect(indexOf(corpus.map((text) => text.join(', ')))(query.join(' '))).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })
})
