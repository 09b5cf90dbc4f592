import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemoryStore, type Store } from '../store/database.ts'
import { indexMigrations, pixieMigrations } from '../store/migrations.ts'
import { type Conversations, createConversations } from './conversations.ts'
import { noDetails } from './message.ts'
import { fill } from './testing/fill.ts'

let store: Store
let conversations: Conversations
let now = 0
beforeEach(() => {
  now = 1000
  store = openMemoryStore(pixieMigrations, indexMigrations)
  store.pixie.pragma('foreign_keys = ON')
  conversations = createConversations(store.pixie, { now: () => now })
})
afterEach(() => store.close())

const finish = (answer: string, text: string) =>
  conversations.finish(answer, { text, trace: null, details: noDetails, sources: [], end: 'answered' })

function say(conversation: string | null, text: string, reply: string) {
  const exchange = conversations.ask(conversation, { text, attachment: null })
  finish(exchange.answer.id, reply)
  return exchange
}

const shown = (id: string) => conversations.messages(id, 1000).map(({ text }) => text)

describe('an answer', () => {
  it('has a row from the start, grows, and ends once', () => {
    const { conversation, answer } = conversations.ask(null, { text: 'Hello?', attachment: null })
    expect(answer).toMatchObject({ role: 'assistant', text: '', end: null })
    const partial = { text: 'Hel', trace: 't', details: { ...noDetails, notices: ['note'] } }
    conversations.keep(answer.id, partial)
    expect(conversations.message(answer.id)).toMatchObject({
      text: 'Hel',
      trace: 't',
      end: null,
      notices: ['note'],
    })
    finish(answer.id, 'Hello.')
    conversations.keep(answer.id, partial)
    finish(answer.id, 'Again.')
    expect(conversations.message(answer.id)).toMatchObject({ text: 'Hello.', end: 'answered' })
    expect(shown(conversation)).toEqual(['Hello?', 'Hello.'])
  })

  it('made again is a further version, shown in place of the old one with nothing lost', () => {
    const first = say(null, 'q1', 'a1')
    say(first.conversation, 'q2', 'a2')
    const again = conversations.askAgain(first.answer.id)
    expect(again.question.id).toBe(first.question.id)
    finish(again.answer.id, 'a1, second')
    expect(shown(first.conversation)).toEqual(['q1', 'a1, second'])
    expect(conversations.message(again.answer.id)?.version).toEqual({ number: 2, count: 2 })
    conversations.showVersion(again.answer.id, 1)
    expect(shown(first.conversation)).toEqual(['q1', 'a1', 'q2', 'a2'])
  })

  it('is begun for a question that has none', () => {
    const { conversation } = say(null, 'q1', 'a1')
    const question = conversations.append(conversation, { role: 'user', text: 'q2' })
    const { answer } = conversations.askAgain(question.id)
    finish(answer.id, 'a2')
    expect(shown(conversation)).toEqual(['q1', 'a1', 'q2', 'a2'])
  })

  it('cannot be made again where there is no question', () => {
    const { id } = conversations.create()
    const alone = conversations.append(id, { role: 'assistant', text: 'a' })
    expect(() => conversations.askAgain(alone.id)).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(() => conversations.askAgain('none')).toThrow(expect.objectContaining({ code: 'not-found' }))
  })
})

describe('a question in other words', () => {
  it('keeps what followed the old one under the old one, and the file it was about', () => {
    const attachment = { name: 'a.txt', path: '/x/a.txt' }
    const first = conversations.ask(null, { text: 'q1', attachment })
    finish(first.answer.id, 'a1')
    say(first.conversation, 'q2', 'a2')
    const edited = conversations.askInstead(first.question.id, 'Q1')
    finish(edited.answer.id, 'A1')
    expect(shown(first.conversation)).toEqual(['Q1', 'A1'])
    expect(edited.question).toMatchObject({ attachment, version: { number: 2, count: 2 } })
    conversations.showVersion(edited.question.id, 1)
    expect(shown(first.conversation)).toEqual(['q1', 'a1', 'q2', 'a2'])
    expect(() => conversations.showVersion(edited.question.id, 3)).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
  })
})

describe('pages', () => {
  it('go from the newest to the first, and around any message', () => {
    const { id } = conversations.create()
    const messages = Array.from({ length: 10 }, (_, i) =>
      conversations.append(id, { role: i % 2 === 0 ? 'user' : 'assistant', text: `m${i}` }),
    )
    const newest = conversations.page(id, { before: null, limit: 4 })
    expect(newest.messages.map(({ text }) => text)).toEqual(['m6', 'm7', 'm8', 'm9'])
    expect(newest).toMatchObject({ hasEarlier: true, hasLater: false })
    const first = conversations.page(id, { before: messages[2]?.id ?? '', limit: 4 })
    expect(first.messages.map(({ text }) => text)).toEqual(['m0', 'm1'])
    expect(first).toMatchObject({ hasEarlier: false, hasLater: true })
    const next = conversations.page(id, { before: null, after: messages[4]?.id ?? '', limit: 4 })
    expect(next.messages.map(({ text }) => text)).toEqual(['m5', 'm6', 'm7', 'm8'])
    expect(next).toMatchObject({ hasEarlier: true, hasLater: true })
    const last = conversations.page(id, { before: null, after: messages[8]?.id ?? '', limit: 4 })
    expect(last.messages.map(({ text }) => text)).toEqual(['m9'])
    expect(last.hasLater).toBe(false)
    const around = conversations.around(messages[4]?.id ?? '', 4)
    expect(around).toMatchObject({ conversation: id, hasEarlier: true, hasLater: true })
    expect(around.messages.map(({ text }) => text)).toEqual(['m2', 'm3', 'm4', 'm5'])
    expect(conversations.around(messages[9]?.id ?? '', 4).messages).toHaveLength(4)
  })

  it('around a hidden version show it', () => {
    const first = say(null, 'q1', 'a1')
    const inner = say(first.conversation, 'q2', 'a2')
    finish(conversations.askInstead(first.question.id, 'Q1').answer.id, 'A1')
    expect(conversations.isInView(inner.answer.id)).toBe(false)
    const page = conversations.around(inner.answer.id, 100)
    expect(page.messages.map(({ text }) => text)).toEqual(['q1', 'a1', 'q2', 'a2'])
    expect(shown(first.conversation)).toEqual(['q1', 'a1', 'q2', 'a2'])
  })

  it('of 2,000 messages, one of 400 kB, come within a moment', () => {
    const { id } = conversations.create()
    const texts = Array.from({ length: 2000 }, (_, i) =>
      i === 1990 ? 'long '.repeat(80_000) : `message ${i}`,
    )
    fill(store.pixie, id, texts)
    const started = performance.now()
    const { messages } = conversations.page(id, { before: null, limit: 60 })
    expect(performance.now() - started).toBeLessThan(300)
    expect(messages).toHaveLength(60)
    const [oldest] = messages
    const startedEarlier = performance.now()
    conversations.page(id, { before: oldest?.id ?? '', limit: 60 })
    conversations.before(oldest?.id ?? '', 40)
    expect(performance.now() - startedEarlier).toBeLessThan(300)
  })
})

describe('what was said before', () => {
  it('is the path to a message, with the number of all exchanges', () => {
    const first = say(null, 'q1', 'a1')
    const second = say(first.conversation, 'q2', '')
    const third = say(first.conversation, 'q3', 'a3')
    finish(conversations.askAgain(first.answer.id).answer.id, 'other')
    expect(conversations.before(third.question.id, 2)).toMatchObject({
      messages: [{ text: 'q2' }, { text: '' }],
      exchanges: 1,
    })
    expect(conversations.before(second.answer.id, 40).messages.map(({ text }) => text)).toEqual([
      'q1',
      'a1',
      'q2',
    ])
    expect(conversations.beforeNext(first.conversation, 40).messages.map(({ text }) => text)).toEqual([
      'q1',
      'other',
    ])
    expect(conversations.beforeNext(null, 40)).toEqual({ messages: [], exchanges: 0 })
  })
})

type Step =
  | { readonly kind: 'send' }
  | { readonly kind: 'again' | 'edit' | 'show' | 'around'; readonly pick: number; readonly version: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.constant({ kind: 'send' } as const),
    fc.record({
      kind: fc.constantFrom('again', 'edit', 'show', 'around' as const),
      pick: fc.nat(),
      version: fc.nat(),
    }),
  ),
  { minLength: 1, maxLength: 25 },
)

describe('any sequence of sending, asking again, editing and showing versions', () => {
  it('loses no message and keeps one whole path on view', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const { id } = conversations.create()
        const written: string[] = []
        let count = 0
        const keep = (exchange: { question: { id: string }; answer: { id: string } }) => {
          finish(exchange.answer.id, `a${++count}`)
          for (const message of [exchange.question.id, exchange.answer.id])
            if (!written.includes(message)) written.push(message)
        }
        for (const step of sequence) {
          if (step.kind === 'send') {
            keep(conversations.ask(id, { text: `q${++count}`, attachment: null }))
            continue
          }
          const all = conversations.all(id)
          const message = all[step.pick % Math.max(all.length, 1)]
          if (message === undefined) continue
          if (step.kind === 'again' && message.role === 'assistant') keep(conversations.askAgain(message.id))
          if (step.kind === 'edit' && message.role === 'user')
            keep(conversations.askInstead(message.id, `e${++count}`))
          if (step.kind === 'show')
            conversations.showVersion(message.id, 1 + (step.version % message.version.count))
          if (step.kind === 'around') {
            const page = conversations.around(message.id, 5)
            expect(page.messages.map((each) => each.id)).toContain(message.id)
          }
        }
        const all = conversations.all(id)
        expect(all.map((message) => message.id)).toEqual(written)
        const byId = new Map(all.map((message) => [message.id, message]))
        for (const message of all) {
          const versions = all.filter(({ parent }) => parent === message.parent)
          expect(versions.filter(({ isShown }) => isShown)).toHaveLength(1)
          expect(message.version).toEqual({ number: versions.indexOf(message) + 1, count: versions.length })
          const parent = message.parent === null ? null : byId.get(message.parent)
          expect(parent?.role ?? 'assistant').toBe(message.role === 'user' ? 'assistant' : 'user')
        }
        const path = conversations.messages(id, 1000)
        expect(path.map(({ parent }) => parent)).toEqual(
          [null, ...path.map((each) => each.id)].slice(0, path.length),
        )
        const end = path.at(-1)?.id ?? null
        expect(all.filter(({ parent }) => parent === end && end !== null)).toEqual([])
        conversations.remove(id)
        expect(store.pixie.prepare('SELECT count(*) FROM messages_index').pluck().get()).toBe(0)
      }),
      { numRuns: 60 },
    )
  })
})
