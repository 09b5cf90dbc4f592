import { expect, it } from 'vitest'
import { openMemoryStore } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'
import { indexMigrations, pixieMigrations } from '../store/migrations.ts'
import { createConversations } from './conversations.ts'

it('makes a chain of what was said before there were versions, and loses no word of it', () => {
  const before = pixieMigrations.filter(({ version }) => version < 60)
  const store = openMemoryStore(before, indexMigrations)
  const { pixie } = store
  pixie.pragma(`user_version = ${before.at(-1)?.version}`)
  pixie.prepare("INSERT INTO conversations VALUES ('c', 1, 9), ('other', 2, 8), ('empty', 3, 7)").run()
  const insert = pixie.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const odd = 'a\u0000b \u202e e\u0301 👩‍👩‍👧 東京\r\n'
  insert.run('m1', 'c', 1, 'user', odd, '[]', 't', null, 1)
  insert.run('o1', 'other', 1, 'user', 'elsewhere', '[]', null, null, 1)
  // A question that was never answered: the process was killed.
  insert.run('m2', 'c', 5, 'user', 'again?', '[]', null, null, 2)
  insert.run('m3', 'c', 7, 'assistant', 'the answer', '[]', 't', 'answered', 3)
  migrate(pixie, pixieMigrations, () => undefined)
  expect(pixie.pragma('foreign_key_check')).toEqual([])

  const conversations = createConversations(pixie, { now: () => 1000 })
  conversations.recover()
  const messages = conversations.messages('c', 10)
  expect(messages.map(({ id, parent, text, end }) => [id, parent, text, end])).toEqual([
    ['m1', null, odd, null],
    ['m2', 'm1', 'again?', null],
    ['m3', 'm2', 'the answer', 'answered'],
  ])
  expect(messages[2]).toMatchObject({ trace: 't', version: { number: 1, count: 1 }, pills: [], plan: null })
  expect(conversations.messages('other', 10).map(({ text }) => text)).toEqual(['elsewhere'])
  expect(conversations.list().map(({ id }) => id)).toEqual(['c', 'other', 'empty'])
  expect(conversations.search('東京', 5).map(({ message }) => message)).toEqual(['m1'])
  expect(conversations.append('c', { role: 'user', text: 'next' }).parent).toBe('m3')
  store.close()
})
