import { expect, test } from 'vitest'
import { rankActions } from './rank-actions.ts'

const names = [
  'New chat',
  'Find in chats',
  'Notebook',
  'Calendar',
  'Größer',
  '旅行の計画 — Kyoto',
  'Reset',
] as const
const items = names.map((name) => ({ name, ...(name === 'Calendar' ? { words: 'events dates' } : {}) }))
const found = (query: string) => rankActions(items, query).map(({ name }) => name)

test('nothing typed leaves all in their order', () => {
  expect(found('  ')).toEqual([...names])
})

test('what begins with the words comes before what only holds them', () => {
  expect(found('n')).toEqual(['New chat', 'Notebook', 'Find in chats', 'Calendar'])
  expect(found('chat')).toEqual(['New chat', 'Find in chats'])
})

test('case, accents and script do not matter', () => {
  expect(found('GROSSER')).toEqual(['Größer'])
  expect(found('計画')).toEqual(['旅行の計画 — Kyoto'])
  expect(found('kyoto 旅行')).toEqual(['旅行の計画 — Kyoto'])
})

test('letters may be left out, in their order, from the beginning of a word', () => {
  expect(found('nchat')).toEqual(['New chat'])
  expect(found('tahc')).toEqual([])
})

test('other words for it find it, and all words have to fit', () => {
  expect(found('dates')).toEqual(['Calendar'])
  expect(found('dates chat')).toEqual([])
})
