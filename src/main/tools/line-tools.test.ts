import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemory, type Memory } from '../memory/memory.ts'
import { createNotebook, type Notebook } from '../notebook/notebook.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { migration as notebookTables } from '../store/migrations/pixie-0030-notebook.ts'
import { migration as memoryTables } from '../store/migrations/pixie-0040-memory.ts'
import { createCheckNotebookTool } from './check-notebook.ts'
import { createGrepMemoryTool } from './grep-memory.ts'
import type { Tool } from './tool.ts'

let nowMs = Date.parse('2026-11-30T09:00:00Z')
const clock = { now: () => nowMs++, zone: 'Europe/Berlin' }
let store: Store
let notebook: Notebook
let memory: Memory

beforeEach(() => {
  store = openMemoryStore([notebookTables, memoryTables], [])
  notebook = createNotebook({ store, clock })
  memory = createMemory({ store, clock })
})
afterEach(() => store.close())

/** Only the words themselves. */
const noOthers = { related: () => [], frequency: () => 1 }
const use = (tool: Tool, query: string, question = '') =>
  tool.run({ query }, { signal: new AbortController().signal, question, instruction: null })

/** The article's lines, unwrapped. */
it('has the signatures of the article, one line each', () => {
  expect(createCheckNotebookTool(notebook, noOthers).signature).toBe(
    'check_notebook(query) — search your distilled private Notebook (facts about the user, a page per person in their life, standing instructions, conversation digests); empty query browses recent notes',
  )
  expect(createGrepMemoryTool(memory, noOthers).signature).toBe(
    'grep_memory(query) — last-resort search of your full long-term memory log (past chats, journal, posts, messages, calls) for older/broader things not in the Notebook',
  )
})

describe('check_notebook', () => {
  const check = (query: string, question?: string) =>
    use(createCheckNotebookTool(notebook, noOthers), query, question)

  it('gives the exact text of each note, titles first', async () => {
    const text = '  Birthday is 3 May\n\nLikes  tea '
    const { id } = notebook.add({ text, kind: 'person', subject: 'Ada' })
    const { text: compact, found } = await check('ada')
    expect(found).toEqual([{ kind: 'note', id, title: 'Ada', text, score: expect.any(Number) }])
    expect(compact).toBe('Ada: Birthday is 3 May Likes tea')
  })

  it('browses the newest notes on an empty query, those of the question first', async () => {
    for (const text of ['the boat is blue', 'b', 'c']) notebook.add({ text })
    const titles = async (query: string, question?: string) =>
      (await check(query, question)).found.map((each) => (each.kind === 'note' ? each.text : ''))
    expect(await titles('')).toEqual(['c', 'b', 'the boat is blue'])
    expect(await titles(' ? ', 'What colour is my boat?')).toEqual(['the boat is blue', 'c', 'b'])
  })

  it('falls back to some of the words, then to the words of the question', async () => {
    notebook.add({ text: 'Ada was born on 3 May' })
    notebook.add({ text: 'the cat is called Tom' })
    const texts = async (query: string, question: string) =>
      (await check(query, question)).found.map((each) => (each.kind === 'note' ? each.text : ''))
    expect(await texts('Ada birthday date', 'When is her birthday?')).toEqual(['Ada was born on 3 May'])
    expect(await texts('user personal information', 'What is my cat called?')).toEqual([
      'the cat is called Tom',
    ])
    expect(await texts('Ada zebra quagga', 'What is my cat called?')).toEqual([
      'Ada was born on 3 May',
      'the cat is called Tom',
    ])
  })

  it('does not ask the question when the query found its words', async () => {
    notebook.add({ text: 'Ada was born on 3 May' })
    notebook.add({ text: 'the cat is called Tom' })
    expect((await check('Ada born', 'What is my cat called?')).found).toHaveLength(1)
  })

  it('says so when there is nothing', async () => {
    expect(await check('')).toEqual({ text: 'The Notebook is empty.', found: [] })
    expect(await check('zebra')).toEqual({ text: 'No note matches "zebra".', found: [] })
  })

  it('stays short however much there is, and whole', async () => {
    for (let i = 0; i < 30; i++)
      notebook.add({ text: `boat 🎂👩‍👩‍👧 ${'e\u0301 '.repeat(500)}`, subject: `Subject ${i}` })
    const { text, found } = await check('boat')
    expect([...text].length).toBeLessThan(420)
    expect(text.isWellFormed()).toBe(true)
    expect(found).toHaveLength(8)
    expect(text).toMatch(/^Subject 29: boat/)
  })

  it('scores each note between 0 and 1, best first', async () => {
    for (const text of ['boat blue', 'boat', 'blue', 'red boat']) notebook.add({ text })
    const scores = (await check('blue boat', 'red')).found.map((each) => ('score' in each ? each.score : -1))
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
  })
})

describe('grep_memory', () => {
  const grep = (query: string, question?: string) =>
    use(createGrepMemoryTool(memory, noOthers), query, question)

  it('gives lines with time, kind and who', async () => {
    const atMs = Date.parse('2024-05-01T10:00:00Z')
    const { id } = memory.add({ text: 'see you at the lake', kind: 'message', who: 'Ada', atMs })
    memory.add({ text: 'nothing of the kind', kind: 'journal' })
    expect(await grep('lake')).toEqual({
      text: 'Ada, message, 2024-05-01: see you at the lake',
      found: [
        {
          kind: 'memory',
          id,
          logKind: 'message',
          who: 'Ada',
          at: '2024-05-01T12:00:00+02:00',
          text: 'see you at the lake',
          score: expect.any(Number),
        },
      ],
    })
  })

  it('searches with the question when the query has no words', async () => {
    memory.add({ text: 'the plumber came', kind: 'journal' })
    expect((await grep('', 'When did the plumber come?')).found).toHaveLength(1)
    expect(await grep('', '')).toEqual({ text: 'Nothing in the memory log matches "".', found: [] })
  })

  it('finds what a question without spaces is about', async () => {
    memory.add({ text: '护照在抽屉里', kind: 'journal' })
    memory.add({ text: '今天下雨', kind: 'journal' })
    expect((await grep('我的护照在哪里')).found).toHaveLength(1)
  })
})
