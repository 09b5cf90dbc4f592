import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMemory } from '../memory/memory.ts'
import { createNotebook } from '../notebook/notebook.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { indexMigrations, pixieMigrations } from '../store/migrations.ts'
import { createWordCounts } from './corpus.ts'

const clock = { now: () => Date.UTC(2027, 2, 10), zone: 'UTC' }
let store: Store
beforeEach(() => {
  store = openMemoryStore(pixieMigrations, indexMigrations)
})
afterEach(() => store.close())

it('counts notes and log lines in which a word stands, with the forgiveness of search', () => {
  const notebook = createNotebook({ store, clock })
  notebook.add({ text: 'I have allergies to nuts' })
  notebook.add({ text: 'The bike is green' })
  createMemory({ store, clock }).add({ text: 'Ada is allergic to cats', kind: 'chat' })
  const counts = createWordCounts(store)
  expect(counts.size()).toBe(3)
  expect(counts.frequency('allergic')).toBe(2)
  expect(counts.frequency('zebra')).toBe(0)
  expect(counts.frequency('"*')).toBe(0)
})

it('reads related words from the notebook and the memory log alike', () => {
  createMemory({ store, clock }).add({ text: 'Lent the accordion to Odalys', kind: 'journal' })
  createNotebook({ store, clock }).add({ text: 'The bike is green' })
  const counts = createWordCounts(store)
  expect(counts.related('acordeon')).toEqual(['accordion'])
  expect(counts.related('bicycle')).toEqual(['bike'])
})

it('sees words that were added since', () => {
  const counts = createWordCounts(store)
  expect(counts.related('bicycle')).toEqual([])
  createNotebook({ store, clock }).add({ text: 'The bike is green' })
  expect(counts.related('bicycle')).toEqual(['bike'])
  expect(counts.size()).toBe(1)
})

it('counts the same word once in five seconds, unless something was added or removed', () => {
  let now = 0
  const notebook = createNotebook({ store, clock })
  const { id } = notebook.add({ text: 'The bike is green' })
  const counts = createWordCounts(store, () => now)
  expect(counts.frequency('red')).toBe(0)
  notebook.forget(id)
  notebook.add({ text: 'The bike is red' })
  expect(counts.frequency('red')).toBe(0)
  now = 5000
  expect(counts.frequency('red')).toBe(1)
  notebook.add({ text: 'The door is red' })
  expect(counts.frequency('red')).toBe(2)
})
