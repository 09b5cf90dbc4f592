import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemoryStore, type Store } from '../store/database.ts'
import { migration } from '../store/migrations/pixie-0030-notebook.ts'
import { openStore } from '../store/open.ts'
import { createNotebook, type Notebook } from './notebook.ts'

const day = 24 * 3600 * 1000
let nowMs = Date.parse('2026-11-30T09:00:00Z')
const clock = { now: () => nowMs, zone: 'Europe/Berlin' }
let store: Store
let notebook: Notebook

beforeEach(() => {
  nowMs = Date.parse('2026-11-30T09:00:00Z')
  store = openMemoryStore([migration], [])
  notebook = createNotebook({ store, clock })
})
afterEach(() => store.close())

const texts = (query: string, mode: 'all' | 'any' = 'all') =>
  notebook.search(query, { mode }).map((hit) => hit.line.text)

describe('adding', () => {
  it('gives the line back as kept, with the time of the owner’s zone', () => {
    const item = notebook.add({ text: 'Ada likes tea', kind: 'person', subject: 'Ada' })
    expect(item).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{12}$/),
      kind: 'person',
      subject: 'Ada',
      text: 'Ada likes tea',
      source: null,
      createdAt: '2026-11-30T10:00:00+01:00',
    })
    expect(notebook.get(item.id)).toEqual(item)
    expect(notebook.list()).toEqual([item])
  })

  it.each([
    'a\0b',
    '\u0001\u001b[31m',
    '  spaces  \n\n',
    'Jose\u0301',
    'José',
    '\ufeffbom',
    '👩‍👩‍👧',
    '東京 ไทย مُحَمَّد',
    'a\r\nb',
  ])('keeps %j byte for byte', (text) => {
    const { id } = notebook.add({ text, subject: text, source: text })
    expect(notebook.get(id)).toMatchObject({ text, subject: text, source: text })
  })

  it('keeps any well-formed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        fc.pre(text.trim() !== '' && text.isWellFormed())
        expect(notebook.get(notebook.add({ text }).id)?.text).toBe(text)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['nothing', { text: '' }],
    ['only spaces', { text: ' \n\t ' }],
    ['a lone surrogate', { text: 'a\ud800b' }],
    ['a lone surrogate as subject', { text: 'a', subject: '\udc00' }],
    ['more than 64 kB', { text: 'ä'.repeat(32 * 1024 + 1) }],
    ['a subject of a page', { text: 'a', subject: 'x'.repeat(201) }],
  ])('refuses %s and keeps nothing', (_, line) => {
    expect(() => notebook.add(line)).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(notebook.list()).toEqual([])
  })

  it('takes exactly 64 kB', () => {
    const text = 'ä'.repeat(32 * 1024)
    expect(notebook.get(notebook.add({ text }).id)?.text).toBe(text)
  })

  it('refuses a distilled line whose quote is not in its source', () => {
    const line = {
      text: 'Born in Łódź',
      source: 'message 7',
      sourceText: 'Well, I was “born  in\nŁódź” you know',
    }
    expect(notebook.addDistilled({ ...line, quote: 'born in Łódź' })).toMatchObject({ source: 'message 7' })
    for (const quote of ['born in Lublin', '', ' ']) {
      expect(() => notebook.addDistilled({ ...line, quote })).toThrow(
        expect.objectContaining({ code: 'invalid-input' }),
      )
    }
    expect(notebook.list()).toHaveLength(1)
  })
})

describe('searching', () => {
  it('gives the newest lines when nothing is asked', () => {
    for (const text of ['first', 'second', 'third']) {
      notebook.add({ text })
      nowMs += day
    }
    expect(texts('')).toEqual(['third', 'second', 'first'])
    expect(texts('  ?! ')).toEqual(['third', 'second', 'first'])
    expect(notebook.search('', { limit: 2 }).map((hit) => hit.line.text)).toEqual(['third', 'second'])
  })

  it('finds a person’s page by name though its text does not say it', () => {
    notebook.add({ text: 'Met Ada, Ada and Ada again at the bakery' })
    notebook.add({ text: 'Birthday is 3 May', kind: 'person', subject: 'Ada' })
    expect(texts('Ada')[0]).toBe('Birthday is 3 May')
    expect(texts("Ada's birthday")).toEqual(['Birthday is 3 May'])
  })

  it('puts the line with more of the words first', () => {
    notebook.add({ text: 'passport passport passport' })
    notebook.add({ text: 'my passport number is X1' })
    notebook.add({ text: 'a number' })
    expect(texts('passport number', 'any')[0]).toBe('my passport number is X1')
  })

  it('prefers the newer of two equal lines, and lets a digest age', () => {
    notebook.add({ text: 'spoke about boats', kind: 'digest', subject: 'older' })
    nowMs += 200 * day
    notebook.add({ text: 'spoke about boats', kind: 'digest', subject: 'newer' })
    expect(notebook.search('boats').map((hit) => hit.line.subject)).toEqual(['newer', 'older'])
  })

  it('scores between 0 and 1', () => {
    for (const text of ['one two', 'two three', 'two two two', '東京']) notebook.add({ text })
    for (const query of ['two', 'one three', '東京', '', 'zebra']) {
      for (const { score } of notebook.search(query, { mode: 'any' })) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
      }
    }
  })
})

describe('forgetting', () => {
  it('says so when there is no such line', () => {
    expect(() => notebook.forget('nothere')).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  it('removes the words from the database file, its log and its index', () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'pixie-notebook-'))
    try {
      const onDisk = openStore({ dataDir, onNotice() {} })
      const book = createNotebook({ store: onDisk, clock })
      for (let i = 0; i < 50; i++) book.add({ text: `plain line ${i} about boats` })
      const { id } = book.add({ text: 'Zanzibarquux is the secretword', subject: 'Quuxfoo' })
      for (let i = 0; i < 50; i++) book.add({ text: `another line ${i} about trains` })
      const everything = () =>
        fs
          .readdirSync(dataDir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
          .join('')
      const secrets = /zanzibarquux|secretword|quuxfoo/i
      expect(everything()).toMatch(secrets)
      book.forget(id)
      expect(everything()).not.toMatch(secrets)
      expect(book.search('secretword')).toEqual([])
      expect(book.search('boats', { limit: 100 })).toHaveLength(50)
      onDisk.close()
      expect(everything()).not.toMatch(secrets)
    } finally {
      fs.rmSync(dataDir, { recursive: true })
    }
  })
})
