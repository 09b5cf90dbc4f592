import { expect, test } from 'vitest'
import type { RunSnapshot } from '../../../../shared/contract/chat.ts'
import type { ChatMessage } from '../../../../shared/contract/conversations.ts'
import { CallError } from '../../../api.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { answer, pageAround, pageOf, question, turn } from '../testing/messages.ts'
import { createChatStore, runningIn } from './chat-store.ts'
import { answerView } from './messages.ts'

const started = { run: 'r1', conversation: 'c1', question: 'q1', answer: 'a1' }
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A conversation in main, page by page as main gives it. */
function setUp(all: ChatMessage[], more: Parameters<typeof createFakeApi>[0] = {}) {
  const kept = { messages: all, running: [] as RunSnapshot[], snapshots: 0 }
  const api = createFakeApi({
    'chat.running': () => kept.running,
    'chat.snapshot': ({ run }) => {
      kept.snapshots += 1
      return kept.running.find((one) => one.run === run) ?? null
    },
    'chat.send': () => started,
    'chat.again': () => started,
    'chat.edit': () => started,
    'chat.stop': () => ({}),
    'conversations.show-version': () => ({}),
    'conversations.messages': (page) => pageOf(kept.messages, page),
    'conversations.around': (place) => pageAround(kept.messages, place),
    ...more,
  })
  const store = createChatStore(api, { schedule: (flush) => flush })
  const thread = () => store.state.getState().threads.c1
  const texts = () => thread()?.messages.map(({ text }) => text)
  return { api, store, kept, thread, texts }
}

const pairs = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    question(`q${index}`, `Q${index}`),
    answer(`a${index}`, `A${index}`),
  ]).flat()

test('a question that was sent shows with what its run says, and then with what main kept', async () => {
  const { api, store, kept, texts } = setUp([])
  kept.messages = [question('q1', 'When?'), answer('a1', '', { end: null })]
  expect(await store.send({ conversation: null, text: 'When?', attachment: null })).toBe('c1')
  await settle()
  expect(texts()).toEqual(['When?', ''])
  api.emit('chat.run', {
    run: 'r1',
    conversation: 'c1',
    seq: 1,
    events: [{ type: 'text-delta', text: 'Soon' }],
  })
  expect(runningIn(store.state.getState(), 'c1')?.text).toBe('Soon')
  kept.messages = [question('q1', 'When?'), answer('a1', 'Soon.')]
  api.emit('chat.run', {
    run: 'r1',
    conversation: 'c1',
    seq: 2,
    events: [{ type: 'run-end', turn: turn('Soon.') }],
  })
  expect(runningIn(store.state.getState(), 'c1')).toBeNull()
  await settle()
  expect(texts()).toEqual(['When?', 'Soon.'])
  expect(store.state.getState().runs).toEqual({})
})

test('nothing is sent when main refuses, and the reason is given', async () => {
  const refusal = new CallError({ code: 'no-model', message: 'There is no model yet', hint: 'Choose one.' })
  const { store } = setUp([], {
    'chat.send': () => {
      throw refusal
    },
  })
  await expect(store.send({ conversation: 'c1', text: 'When?', attachment: null })).rejects.toBe(refusal)
})

test('a run that an earlier window began goes on here', async () => {
  const { api, store, kept } = setUp([question('q1', 'When?'), answer('a1', '', { end: null })])
  store.dispose()
  kept.running = [
    { ...started, seq: 1, events: [{ type: 'text-delta', text: 'So' }], error: null, isOver: false },
  ]
  const later = createChatStore(api, { schedule: (flush) => flush })
  later.open('c1')
  await settle()
  api.emit('chat.run', {
    run: 'r1',
    conversation: 'c1',
    seq: 2,
    events: [{ type: 'text-delta', text: 'on' }],
  })
  expect(later.state.getState().runs.a1?.text).toBe('Soon')
})

test('events that come before the call returns are not lost', async () => {
  const { api, store, kept } = setUp([question('q1', 'When?'), answer('a1', '', { end: null })])
  store.open('c1')
  await settle()
  kept.running = [
    {
      ...started,
      seq: 2,
      events: [
        { type: 'text-delta', text: 'So' },
        { type: 'text-delta', text: 'on' },
      ],
      error: null,
      isOver: false,
    },
  ]
  const sent = store.send({ conversation: 'c1', text: 'When?', attachment: null })
  api.emit('chat.run', {
    run: 'r1',
    conversation: 'c1',
    seq: 2,
    events: [
      { type: 'text-delta', text: 'So' },
      { type: 'text-delta', text: 'on' },
    ],
  })
  await sent
  await settle()
  expect(store.state.getState().runs.a1?.text).toBe('Soon')
})

test('a lost event makes it ask again for runs and messages', async () => {
  const { api, store, kept, texts } = setUp([question('q1', 'When?'), answer('a1', '', { end: null })])
  await store.send({ conversation: 'c1', text: 'When?', attachment: null })
  await settle()
  kept.running = [
    { ...started, seq: 3, events: [{ type: 'text-replace', text: 'All of it' }], error: null, isOver: false },
  ]
  kept.messages = [...kept.messages, question('q2', 'And?')]
  api.emitGap()
  await settle()
  expect(kept.snapshots).toBe(1)
  expect(store.state.getState().runs.a1?.text).toBe('All of it')
  expect(texts()).toEqual(['When?', '', 'And?'])
})

test('a run that breaks says why, with what came', async () => {
  const { api, store, thread } = setUp([question('q1', 'When?'), answer('a1', '', { end: null })])
  await store.send({ conversation: 'c1', text: 'When?', attachment: null })
  await settle()
  const error = { code: 'engine-failed', message: 'The model broke', hint: 'Try again.' } as const
  api.emit('chat.run', {
    run: 'r1',
    conversation: 'c1',
    seq: 1,
    events: [{ type: 'text-delta', text: 'So' }],
  })
  api.emit('chat.run-failed', { run: 'r1', conversation: 'c1', error })
  const message = thread()?.messages.at(-1)
  if (message === undefined) throw new Error('no message')
  expect(answerView(message, store.state.getState().runs.a1)).toMatchObject({
    text: 'So',
    end: 'error',
    error,
    isLive: false,
  })
})

test('a long conversation opens with its end, and earlier messages are added before it', async () => {
  const { store, thread, texts } = setUp(pairs(1000))
  store.open('c1')
  await settle()
  expect(thread()).toMatchObject({ phase: 'ready', hasEarlier: true, hasLater: false })
  expect(texts()).toHaveLength(60)
  await store.loadEarlier('c1')
  expect(texts()).toHaveLength(160)
  expect(texts()?.[0]).toBe('Q920')
})

test('reading again keeps the earlier messages that were loaded, and the objects that did not change', async () => {
  const { api, store, kept, thread } = setUp(pairs(500))
  store.open('c1')
  await settle()
  for (let page = 0; page < 5; page += 1) await store.loadEarlier('c1')
  const before = thread()?.messages
  expect(before).toHaveLength(560)
  kept.messages = [...kept.messages, question('new', 'New')]
  api.emit('app.changed', { topics: ['messages'] })
  await settle()
  expect(thread()?.messages).toHaveLength(561)
  expect(thread()?.messages[0]).toBe(before?.[0])
  expect(thread()?.messages[300]).toBe(before?.[300])
})

test('a jump shows the messages around, more in both directions, and the way back to the newest', async () => {
  const { store, thread, texts } = setUp(pairs(500))
  store.open('c1', 'q100')
  await settle()
  expect(texts()).toContain('Q100')
  expect(thread()).toMatchObject({ hasEarlier: true, hasLater: true })
  const last = texts()?.at(-1)
  await store.loadLater('c1')
  expect(texts()?.indexOf(last ?? '')).toBeLessThan((texts()?.length ?? 0) - 40)
  for (let page = 0; page < 8 && thread()?.hasLater; page += 1) await store.loadLater('c1')
  expect(thread()?.hasLater).toBe(false)
  const from = Number(texts()?.[0]?.slice(1))
  expect(texts()).toEqual(
    pairs(500)
      .slice(2 * from)
      .map(({ text }) => text),
  )
  store.open('c1', 'q20')
  await settle()
  store.openLatest('c1')
  await settle()
  expect(texts()?.at(-1)).toBe('A499')
  expect(thread()?.hasLater).toBe(false)
})

test('what was read before is shown at once when one comes back', async () => {
  const { store, texts } = setUp(pairs(3))
  store.open('c1')
  await settle()
  store.open('c2')
  store.open('c1')
  expect(texts()).toHaveLength(6)
})

test('the reply of an earlier question does not cover that of a later one', async () => {
  const replies: (() => void)[] = []
  const { store, thread, kept } = setUp([], {
    'conversations.messages': () =>
      new Promise((resolve) => {
        const messages = kept.messages
        replies.push(() => resolve({ messages, hasEarlier: false, hasLater: false }))
      }),
  })
  kept.messages = [question('q1', 'Old')]
  store.openLatest('c1')
  await settle()
  kept.messages = [question('q1', 'New')]
  store.openLatest('c1')
  await settle()
  replies[1]?.()
  await settle()
  replies[0]?.()
  await settle()
  expect(thread()?.messages.map(({ text }) => text)).toEqual(['New'])
})

test('a conversation that is gone says so', async () => {
  const gone = new CallError({ code: 'not-found', message: 'No such conversation', hint: 'It was deleted.' })
  const { store, thread } = setUp([], {
    'conversations.messages': () => {
      throw gone
    },
  })
  store.open('c1')
  await settle()
  expect(thread()).toMatchObject({ phase: 'failed', error: gone })
})

test('earlier messages that cannot be read leave what is there and say why', async () => {
  const broken = new CallError({
    code: 'damaged-database',
    message: 'The chats cannot be read',
    hint: 'Restart.',
  })
  const all = pairs(200)
  const { store, thread } = setUp([], {
    'conversations.messages': (page) => {
      if (page.before !== null) throw broken
      return pageOf(all, page)
    },
  })
  store.open('c1')
  await settle()
  await store.loadEarlier('c1')
  expect(thread()).toMatchObject({ phase: 'ready', error: broken })
  expect(thread()?.messages).toHaveLength(60)
})

test('stop asks main to stop what runs in this conversation only', async () => {
  const { api, store } = setUp([question('q1', 'When?'), answer('a1', '', { end: null })])
  await store.send({ conversation: 'c1', text: 'When?', attachment: null })
  await store.stop('other')
  await store.stop('c1')
  expect(api.made.filter(({ name }) => name === 'chat.stop')).toEqual([
    { name: 'chat.stop', params: { run: 'r1' } },
  ])
})

test('a second question is refused while the first is on its way or answered, but not in another conversation', async () => {
  const { api, store } = setUp([question('q1', 'When?'), answer('a1', '', { end: null })])
  const refused = expect.objectContaining({ message: 'An answer is being written here' })
  const first = store.send({ conversation: 'c1', text: 'When?', attachment: null })
  await expect(store.edit('c1', 'q1', 'Where?')).rejects.toEqual(refused)
  await first
  await expect(store.send({ conversation: 'c1', text: 'And?', attachment: null })).rejects.toEqual(refused)
  await expect(store.again('c1', 'a1')).rejects.toEqual(refused)
  expect(api.made.filter(({ name }) => /^chat.(send|edit|again)$/.test(name))).toHaveLength(1)
  await store.send({ conversation: 'c2', text: 'Here?', attachment: null })
  expect(api.made.filter(({ name }) => name === 'chat.send')).toHaveLength(2)
})

test('each press of a switch of versions counts, also before the one before is shown', async () => {
  const version = (number: number) => answer(`a1v${number}`, `V${number}`, { version: { number, count: 4 } })
  const { api, store, kept, texts } = setUp([question('q1', 'When?'), version(1)], {
    'conversations.show-version': ({ number }) => {
      kept.messages = [question('q1', 'When?'), version(number)]
      return {}
    },
  })
  store.open('c1')
  await settle()
  const asked = () =>
    api.made
      .filter(({ name }) => name === 'conversations.show-version')
      .map(({ params }) => (params as { number: number }).number) // as the handler above takes it
  const first = store.stepVersion('c1', version(1), 1)
  const second = store.stepVersion('c1', version(1), 1)
  await first
  await Promise.all([second, store.stepVersion('c1', version(3), 1), store.stepVersion('c1', version(3), 1)])
  expect(asked()).toEqual([2, 3, 4])
  expect(texts()).toEqual(['When?', 'V4'])
  await store.stepVersion('c1', version(4), -1)
  expect(asked()).toEqual([2, 3, 4, 3])
})
