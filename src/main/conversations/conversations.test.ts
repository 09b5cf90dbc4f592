import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../shared/turn.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { indexMigrations, pixieMigrations } from '../store/migrations.ts'
import { createTraces } from '../trace/traces.ts'
import { type Conversations, createConversations } from './conversations.ts'

let store: Store
let conversations: Conversations
let now = 0
beforeEach(() => {
  now = 1000
  store = openMemoryStore(pixieMigrations, indexMigrations)
  conversations = createConversations(store.pixie, { now: () => now })
})
afterEach(() => store.close())

const source: Source = {
  kind: 'file',
  id: 'f1',
  title: 'Passport.pdf',
  path: '/docs/Passport.pdf',
  location: 'page 1',
  quote: 'No. C01X00T47',
}

describe('messages', () => {
  it('come back exactly, in the order in which they were written', () => {
    const { id } = conversations.create()
    const texts = [
      '  leading and trailing  \r\n',
      'NUL \u0000 inside',
      'cafe\u0301 ≠ café',
      '👩‍👩‍👧 東京 \u202e',
      '',
    ]
    for (const text of texts) conversations.append(id, { role: 'user', text })
    conversations.append(id, {
      role: 'assistant',
      text: 'C01X00T47',
      sources: [source],
      trace: 't1',
      end: 'answered',
    })
    const messages = conversations.messages(id, 100)
    expect(messages.map((message) => message.text)).toEqual([...texts, 'C01X00T47'])
    expect(messages.at(-1)).toMatchObject({
      role: 'assistant',
      sources: [source],
      trace: 't1',
      end: 'answered',
      conversation: id,
      createdAtMs: 1000,
    })
    expect(messages[0]).toMatchObject({ role: 'user', sources: [], trace: null, end: null })
  })

  it('gives the last ones when asked for few', () => {
    const { id } = conversations.create()
    for (const text of ['one', 'two', 'three']) conversations.append(id, { role: 'user', text })
    expect(conversations.messages(id, 2).map((message) => message.text)).toEqual(['two', 'three'])
  })

  it('need a conversation that exists', () => {
    expect(() => conversations.append('none', { role: 'user', text: 'x' })).toThrow(
      expect.objectContaining({ code: 'not-found', value: 'none' }),
    )
    expect(conversations.messages('none', 5)).toEqual([])
    expect(conversations.get('none')).toBeNull()
  })

  it('that no longer fit their form are reported by column, not by content', () => {
    const { id } = conversations.create()
    conversations.append(id, { role: 'user', text: 'x' })
    for (const [column, value] of [
      ['sources', 'secret, not JSON'],
      ['sources', '[{"kind":"secret"}]'],
      ['turn_end', 'secret'],
      ['details', '{"pills":"secret"}'],
    ]) {
      store.pixie.exec(`UPDATE messages SET sources = '[]', turn_end = NULL, details = '{}'`)
      store.pixie.prepare(`UPDATE messages SET ${column} = ?`).run(value)
      try {
        conversations.messages(id, 5)
        expect.unreachable()
      } catch (error) {
        expect(error).toMatchObject({ code: 'damaged-database', value: `messages.${column}` })
        expect(String(error)).not.toContain('secret')
      }
    }
  })
})

describe('conversations', () => {
  it('are listed by their last message, with what was said first', () => {
    const first = conversations.create()
    const second = conversations.create()
    expect(conversations.list(10).map((c) => c.id)).toEqual([second.id, first.id])
    now = 2000
    conversations.append(first.id, { role: 'user', text: 'Where is my passport?' })
    now = 3000
    conversations.append(first.id, { role: 'user', text: 'And my visa?' })
    expect(conversations.list(10)).toEqual([
      expect.objectContaining({
        id: first.id,
        createdAtMs: 1000,
        changedAtMs: 3000,
        title: 'Where is my passport?',
      }),
      expect.objectContaining({ id: second.id, createdAtMs: 1000, changedAtMs: 1000, title: 'New chat' }),
    ])
    expect(conversations.list(1)).toHaveLength(1)
    expect(conversations.get(first.id)).toEqual(conversations.list(10)[0])
  })

  it('are removed with their messages and traces', () => {
    const traces = createTraces(store.pixie, { now: () => now, zone: 'UTC' })
    const { id } = conversations.create()
    conversations.append(id, { role: 'user', text: 'x' })
    const trace = traces.start({ question: 'x', conversation: id })
    expect(conversations.remove(id)).toBe(true)
    expect(conversations.remove(id)).toBe(false)
    expect(conversations.messages(id, 5)).toEqual([])
    expect(store.pixie.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(0)
    expect(() => traces.get(trace)).toThrow(expect.objectContaining({ code: 'not-found' }))
  })
})
