import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fold } from '../../shared/fold.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { migration } from '../store/migrations/pixie-0040-memory.ts'
import { createMemory, type Memory } from './memory.ts'

const clock = { now: () => Date.parse('2026-11-30T09:00:00Z'), zone: 'Europe/Berlin' }
let store: Store
let memory: Memory

beforeEach(() => {
  store = openMemoryStore([migration], [])
  memory = createMemory({ store, clock })
})
afterEach(() => store.close())

const say = (text: string) => memory.add({ text, kind: 'chat' })
const found = (query: string) => memory.search(query).hits.map((hit) => hit.text)

describe('adding', () => {
  it('gives the line back as kept', () => {
    const line = memory.add({
      text: 'hello',
      kind: 'call',
      who: 'Ada',
      atMs: Date.parse('2024-07-01T10:00:00Z'),
    })
    expect(line).toEqual({
      id: expect.any(String),
      kind: 'call',
      who: 'Ada',
      at: '2024-07-01T12:00:00+02:00',
      text: 'hello',
    })
    expect(memory.search('hello')).toEqual({ total: 1, hits: [{ ...line, ranges: [[0, 5]] }] })
    expect(memory.count()).toBe(1)
  })

  it('keeps two equal lines as two', () => {
    say('ok')
    say('ok')
    expect(memory.count()).toBe(2)
    expect(memory.search('ok').total).toBe(2)
  })

  it.each([
    ['nothing', ''],
    ['only spaces', '\n \t'],
    ['a lone surrogate', 'x\ud83d'],
    ['more than 4 MB', 'x'.repeat(4 * 1024 * 1024 + 1)],
  ])('refuses %s', (_, text) => {
    expect(() => say(text)).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(memory.count()).toBe(0)
  })

  it('refuses a time no calendar has', () => {
    for (const atMs of [Number.NaN, 1e18, -1e15]) {
      expect(() => memory.add({ text: 'x', kind: 'chat', atMs })).toThrow(
        expect.objectContaining({ code: 'invalid-input' }),
      )
    }
  })

  it('keeps any well-formed text exactly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        fc.pre(text.trim() !== '' && text.isWellFormed())
        const { id } = say(text)
        expect(store.pixie.prepare('SELECT text FROM memory_lines WHERE id = ?').pluck().get(id)).toBe(text)
      }),
      { numRuns: 200 },
    )
  })
})

describe('searching', () => {
  it('gives whole texts, however long, with exact ranges', () => {
    const text = `${'lörem 🎂 '.repeat(10_000)}the kingfisher ${'ipsum '.repeat(10_000)}`
    say(text)
    const [hit] = memory.search('kingfisher').hits
    expect(hit?.text).toBe(text)
    expect(hit?.ranges.map(([from, to]) => text.slice(from, to))).toEqual(['kingfisher'])
  })

  it('counts all and gives the best up to the limit', () => {
    for (let i = 0; i < 300; i++) say(`boat ${i}`)
    const { total, hits } = memory.search('boat', { limit: 5 })
    expect([total, hits.length]).toEqual([300, 5])
    expect(memory.search('boat', { limit: 250 }).hits).toHaveLength(250)
  })

  it('finds what a person said by their name', () => {
    memory.add({ text: 'see you at the lake', kind: 'message', who: 'Søren' })
    expect(found('soren lake')).toEqual(['see you at the lake'])
  })

  it('wants every word', () => {
    say('blue boat')
    say('red boat')
    expect(found('boat blue')).toEqual(['blue boat'])
    expect(memory.search('boat zebra')).toEqual({ total: 0, hits: [] })
    expect(memory.search('')).toEqual({ total: 0, hits: [] })
    expect(memory.search('"*-')).toEqual({ total: 0, hits: [] })
  })

  it('puts the newer of two equal lines first', () => {
    memory.add({ text: 'new boat', kind: 'chat', atMs: clock.now() - 1e9 })
    memory.add({ text: 'old boat', kind: 'chat', atMs: clock.now() - 1e11 })
    expect(found('boat')).toEqual(['new boat', 'old boat'])
  })

  it.each([
    'NEAR(boat',
    'boat*',
    '"boat',
    'boat"',
    '-boat',
    'text:boat',
    'boat AND',
    'NOT boat',
    '(boat)',
    '^boat',
    "boat'",
    'bo\0at boat',
  ])('takes %j as plain words', (query) => {
    say('not text near and bo at the boat')
    expect(memory.search(query).total).toBe(1)
  })

  it('marks something in every line it finds', () => {
    const word = fc.constantFrom(
      'e-mail',
      'email',
      "O'Brien",
      'obrien',
      'Mueller',
      'Müller',
      'parties',
      'party',
      'running',
      'run',
      'sim',
      'simple',
      '김철수는',
      '김철수',
      '東京都',
      '東京',
      'is',
      'ab-12',
      'ab12',
    )
    const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), line, (lines, query) => {
        store.pixie.exec('DELETE FROM memory_lines; DELETE FROM memory_index')
        lines.forEach(say)
        for (const { text, ranges } of memory.search(query).hits) {
          expect({ text, query, marked: ranges.length > 0 }).toMatchObject({ marked: true })
        }
        expect(memory.search(query).total).toBeGreaterThanOrEqual(
          lines.filter((text) => text === query).length,
        )
      }),
      { numRuns: 200 },
    )
  })

  it('agrees with reading every line, and marks what folds to the words', () => {
    const word = fc.constantFrom(
      'zebra',
      'Koala',
      'Søren',
      'SØREN',
      'Straße',
      'strasse',
      'Jose\u0301',
      'José',
      '東京',
      '世界',
      'ไทย',
      'مُحَمَّد',
      'otter',
    )
    const line = fc.array(word, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        (lines, query) => {
          store.pixie.exec('DELETE FROM memory_lines; DELETE FROM memory_index')
          for (const words of lines) say(words.join(' 🎂 '))
          const wanted = query.map(fold)
          const expected = lines.filter((words) => wanted.every((each) => words.map(fold).includes(each)))
          const { total, hits } = memory.search(query.join(' '))
          expect(total).toBe(expected.length)
          expect(hits.map((hit) => hit.text).sort()).toEqual(
            expected.map((words) => words.join(' 🎂 ')).sort(),
          )
          for (const { text, ranges } of hits) {
            expect(ranges.length).toBeGreaterThanOrEqual(new Set(wanted).size)
            for (const [from, to] of ranges) expect(wanted).toContain(fold(text.slice(from, to)))
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
