import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunSnapshotShape } from '../../shared/contract/chat.ts'
import { type EventName, type EventPayload, events as eventShapes } from '../../shared/contract/index.ts'
import { PixieError } from '../../shared/errors.ts'
import type { RunEvent } from '../../shared/run-event.ts'
import { type Agent, createAgent } from '../agent.ts'
import { type Conversations, createConversations } from '../conversations/conversations.ts'
import { fakeTool, note, planned, type Setup, says, setUp } from '../harness/testing/fixtures.ts'
import type { Engine } from '../model/engine.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { indexMigrations, pixieMigrations } from '../store/migrations.ts'
import { createTraces } from '../trace/traces.ts'
import { createRuns, type Runs } from './runs.ts'
import { slowPorts } from './testing/slow-engine.ts'

const clock = { now: () => Date.UTC(2027, 2, 10, 9), zone: 'UTC' }
let store: Store
let conversations: Conversations
beforeEach(() => {
  store = openMemoryStore(pixieMigrations, indexMigrations)
  conversations = createConversations(store.pixie, clock)
})
afterEach(() => store.close())

interface Stage {
  readonly runs: Runs
  readonly agent: Agent
  readonly published: { name: EventName; payload: unknown }[]
  readonly engine: ReturnType<typeof setUp>['engine']
  /** Begins a question and runs it. */
  send(question: string, conversation?: string | null): ReturnType<Runs['start']>
  /** What stood on disk as the end of the answer when its `run-end` was published. */
  readonly ends: (string | null | undefined)[]
  over(run: string): Promise<void>
}

type WithEngine = (signal: AbortSignal, engine: Engine) => Promise<void>

/** @param load what happens before the engine is there */
function stage(setup: Setup, load: WithEngine = async () => undefined): Stage {
  const { ports, engine } = setUp(setup)
  const traces = createTraces(store.pixie, clock)
  const agent = createAgent({
    conversations,
    traces,
    async withEngine(signal, work) {
      await load(signal, engine)
      return work(engine)
    },
    readAttached: () => Promise.reject(new Error('no file was attached')),
    explain: (error) => error,
    ports: () => ports,
  })
  const published: Stage['published'] = []
  const ends: Stage['ends'] = []
  const runs = createRuns({
    agent,
    explain: (error) => error,
    publish<N extends EventName>(name: N, payload: EventPayload<N>) {
      published.push({ name, payload: eventShapes[name].parse(payload) })
      if ('events' in payload && payload.events.some(({ type }) => type === 'run-end'))
        ends.push(conversations.message(payload.run)?.end)
    },
  })
  return {
    ends,
    runs,
    agent,
    published,
    engine,
    send: (question, conversation = null) =>
      runs.start(conversation, () => agent.begin({ question, conversation })),
    async over(run) {
      await expect.poll(() => runs.snapshot(run)?.isOver, { timeout: 5000, interval: 5 }).toBe(true)
    },
  }
}

const chats = (...replies: string[]): Setup => ({
  tools: [],
  frequencies: { first: 0, second: 0, third: 0 },
  script: replies.flatMap((text) => [
    { role: 'planner' as const, score: { 'no tool': 0.9 } },
    { role: 'direct' as const, text },
  ]),
})

const hangs: Setup = {
  tools: [],
  script: [
    { role: 'planner', score: { 'no tool': 0.9 } },
    { role: 'direct', hang: true },
  ],
}

type Batch = EventPayload<'chat.run'>
const batches = (published: Stage['published'], run: string) =>
  published
    .filter(({ name }) => name === 'chat.run')
    .map(({ payload }) => payload as Batch) // parsed by the contract above
    .filter((batch) => batch.run === run)

describe('a run', () => {
  it('publishes each event once and in order, run-end last, when the answer is on disk', async () => {
    const { runs, send, over, published, ends } = stage(chats('Hello to you, my friend.'))
    const { run, answer, conversation, question } = send('Hello')
    expect(conversations.message(question)?.text).toBe('Hello')
    expect(conversations.message(answer)).toMatchObject({ text: '', end: null })
    await over(run)
    const got = batches(published, run)
    let seq = 0
    for (const batch of got) {
      seq += batch.events.length
      expect(batch).toMatchObject({ seq, conversation })
    }
    const all: readonly RunEvent[] = got.flatMap(({ events }) => events)
    expect(all[0]?.type).toBe('run-start')
    expect(all.filter(({ type }) => type === 'run-end')).toHaveLength(1)
    expect(all.at(-1)).toMatchObject({ type: 'run-end', turn: { answer: 'Hello to you, my friend.' } })
    expect(ends).toEqual(['answered'])
    const state = runs.snapshot(run)
    expect(state).toMatchObject({ seq, isOver: true, error: null })
    expect(state?.events).toEqual(all)
    expect(RunSnapshotShape.parse(state)).toBeTruthy()
    expect(runs.running()).toEqual([])
    expect(published.at(-1)).toMatchObject({ name: 'app.changed' })
  })

  it('keeps plan, pills, sources, time and tokens with the answer', async () => {
    const { send, over } = stage({
      tools: [fakeTool('check_notebook', [note('The bicycle is green.')])],
      script: [
        ...planned('@search-info'),
        {
          role: 'l2',
          rounds: [
            { call: 'call_tool', args: { tool: 'check_notebook', instruction: 'colour of the bicycle' } },
          ],
        },
        { role: 'l3', rounds: [{ call: 'check_notebook', args: { query: 'bicycle' } }] },
        ...says('It is green.'),
      ],
    })
    const { run, answer } = send('What colour is my bicycle?')
    await over(run)
    const kept = conversations.message(answer)
    expect(kept).toMatchObject({
      text: 'It is green.',
      end: 'answered',
      plan: { handles: ['@search-info'] },
      pills: [{ label: 'Notebook', state: 'done' }],
      sources: [{ kind: 'note', quote: 'The bicycle is green.' }],
      error: null,
    })
    expect(kept?.tokens?.generated).toBeGreaterThan(0)
    expect(kept?.ms).not.toBeNull()
    expect(kept?.trace).not.toBeNull()
  })

  it('says, and keeps with the answer, how much of a long conversation is not seen', async () => {
    const { runs, send, over, engine } = stage(chats('Hello.'))
    const { id } = conversations.create()
    for (const n of [1, 2, 3]) {
      conversations.append(id, { role: 'user', text: `question ${n}` })
      conversations.append(id, { role: 'assistant', text: `${n} `.repeat(500), end: 'answered' })
    }
    const { run, answer } = send('What did you say?', id)
    await over(run)
    const text = 'The first exchange of this conversation no longer fits and is not seen.'
    expect(runs.snapshot(run)?.events.slice(0, 2)).toMatchObject([
      { type: 'run-start' },
      { type: 'notice', text },
    ])
    expect(conversations.message(answer)?.notices).toEqual([text])
    expect(engine.specs.at(-1)?.earlier?.map(({ user }) => user)).toEqual(['question 2', 'question 3'])
  })

  it('that meets a bug shows no word of the bug', async () => {
    const { runs, send, over, published } = stage(chats('Hello.'), async () => {
      throw new Error('ENOENT: /program/out/main/planner.md')
    })
    const { run } = send('Hello')
    await over(run)
    expect(JSON.stringify([published, runs.snapshot(run)])).not.toContain('ENOENT')
    expect(runs.snapshot(run)?.error?.message).toBe('Something in Pixie went wrong')
  })

  it('that cannot begin says why, keeps the question, and can be asked again', async () => {
    let isThere = false
    const { runs, send, over, published, agent } = stage(chats('Hello.'), async () => {
      if (!isThere) throw new PixieError('no-model', { what: 'There is no model', hint: 'Choose one.' })
    })
    const { run, answer, conversation } = send('Hello')
    await over(run)
    expect(published).toContainEqual({
      name: 'chat.run-failed',
      payload: {
        run,
        conversation,
        error: { code: 'no-model', message: 'There is no model', hint: 'Choose one.' },
      },
    })
    expect(runs.snapshot(run)?.error?.code).toBe('no-model')
    expect(conversations.message(answer)).toMatchObject({ end: 'error', error: { code: 'no-model' } })
    isThere = true
    const again = runs.start(conversation, () => agent.beginAgain(answer))
    await over(again.run)
    expect(conversations.messages(conversation, 10).map(({ text }) => text)).toEqual(['Hello', 'Hello.'])
    expect(conversations.message(again.answer)?.version).toEqual({ number: 2, count: 2 })
  })

  it('says that the model is loaded when that takes long, and only then', async () => {
    const { runs, send, over } = stage(chats('one', 'two'), () => sleep(500))
    const { run } = send('Hello')
    await over(run)
    const [first, second] = runs.snapshot(run)?.events ?? []
    expect(first).toEqual({ type: 'notice', text: 'Loading the model…' })
    expect(second?.type).toBe('run-start')
    const quick = stage(chats('one'))
    const { run: other } = quick.send('Hello')
    await quick.over(other)
    expect(quick.runs.snapshot(other)?.events.map(({ type }) => type)).not.toContain('notice')
  })
})

describe('stopping', () => {
  it('keeps what came and marks it', async () => {
    const { runs, send, over } = stage({
      tools: [],
      script: [
        { role: 'planner', score: { 'no tool': 0.9 } },
        { role: 'direct', text: 'one two three' },
      ],
    })
    const { run, answer } = send('Count')
    await expect.poll(() => runs.snapshot(run)?.events.some(({ type }) => type === 'run-start')).toBe(true)
    runs.stop(run)
    await over(run)
    const kept = conversations.message(answer)
    const end = runs.snapshot(run)?.events.at(-1)
    expect(end).toMatchObject({ type: 'run-end', turn: { answer: kept?.text } })
    expect(['stopped', 'answered']).toContain(kept?.end)
  })

  it('ends one that hangs within a second', async () => {
    const { runs, send, over } = stage(hangs)
    const { run, answer } = send('Hello')
    await sleep(50)
    const started = performance.now()
    runs.stop(run)
    await over(run)
    expect(performance.now() - started).toBeLessThan(1000)
    expect(conversations.message(answer)).toMatchObject({ end: 'stopped' })
    expect(runs.snapshot(run)?.events.at(-1)).toMatchObject({ type: 'run-end', turn: { end: 'stopped' } })
  })

  it('ends one that does not let go, keeps what it said, and hears nothing more of it', async () => {
    let goOn: () => void = () => undefined
    const { runs, send, over } = stage(chats('never seen'), (signal) => {
      // A load that takes no notice of the signal.
      return new Promise((resolve) => {
        goOn = () => resolve(undefined)
        signal.addEventListener('abort', () => undefined)
      })
    })
    const { run, answer } = send('Hello')
    await sleep(20)
    const started = performance.now()
    runs.stop(run)
    await over(run)
    expect(performance.now() - started).toBeLessThan(1300)
    goOn()
    await sleep(50)
    expect(conversations.message(answer)).toMatchObject({ end: 'stopped', text: '' })
    expect(runs.snapshot(run)?.events.at(-1)).toMatchObject({ type: 'run-end', turn: { end: 'stopped' } })
  })

  it('does nothing to a run that is over or unknown', async () => {
    const { runs, send, over } = stage(chats('Hello.'))
    const { run, answer } = send('Hello')
    await over(run)
    runs.stop(run)
    runs.stop('none')
    expect(conversations.message(answer)?.end).toBe('answered')
  })

  it('all on closing is bounded, and nothing begins any more', async () => {
    const { runs, send, agent } = stage(hangs, () => new Promise(() => undefined))
    const { answer } = send('Hello')
    const queued = send('And then?')
    const started = performance.now()
    await runs.stopAll()
    expect(performance.now() - started).toBeLessThan(2200)
    expect(conversations.message(answer)?.end).toBe('stopped')
    expect(conversations.message(queued.answer)?.end).toBe('stopped')
    expect(() => runs.start(null, () => agent.begin({ question: 'More?', conversation: null }))).toThrow(
      expect.objectContaining({ code: 'stopped' }),
    )
  })
})

describe('several runs', () => {
  it('wait for each other in order, and say so', async () => {
    const { runs, send, over, engine } = stage(chats('first reply', 'second reply', 'third reply'))
    const first = send('First?')
    const second = send('Second?')
    const third = send('Third?')
    expect(runs.running().map(({ run }) => run)).toEqual([first.run, second.run, third.run])
    await over(third.run)
    for (const { run } of [second, third])
      expect(runs.snapshot(run)?.events[0]).toEqual({
        type: 'notice',
        text: 'Waiting for the answer before this one…',
      })
    expect(runs.snapshot(first.run)?.events[0]?.type).toBe('run-start')
    const specs = engine.specs.filter(({ role }) => role === 'direct')
    expect(specs.map(({ earlier }) => earlier)).toEqual([[], [], []])
    expect(conversations.message(second.answer)?.notices).toEqual([])
  })

  it('that wait can be stopped at once while the first goes on', async () => {
    const { runs, send, over } = stage(hangs)
    const first = send('First?')
    const second = send('Second?')
    runs.stopIn('other')
    runs.stop(second.run)
    await over(second.run)
    expect(runs.snapshot(first.run)?.isOver).toBe(false)
    expect(conversations.message(second.answer)?.end).toBe('stopped')
    runs.stopIn(first.conversation)
    await over(first.run)
  })

  it('are not for one conversation: the second is refused and leaves nothing behind', async () => {
    const { runs, agent, send, over } = stage(hangs)
    const first = send('First?')
    const refused = expect.objectContaining({
      code: 'invalid-input',
      message: 'An answer is being written here',
    })
    expect(() => send('Second?', first.conversation)).toThrow(refused)
    expect(() => runs.start(first.conversation, () => agent.beginInstead(first.question, 'Other?'))).toThrow(
      refused,
    )
    expect(conversations.all(first.conversation).map(({ text }) => text)).toEqual(['First?', ''])
    runs.stop(first.run)
    await over(first.run)
    const second = send('Second?', first.conversation)
    runs.stop(second.run)
    await over(second.run)
    expect(conversations.all(first.conversation)).toHaveLength(4)
  })
})

it('writes a long answer down while it streams, about once a second', async () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i} `)
  const ports = slowPorts(words, 25)
  let writes = 0
  const agent = createAgent({
    conversations: {
      ...conversations,
      keep(answer, partial) {
        writes += 1
        conversations.keep(answer, partial)
      },
    },
    traces: createTraces(store.pixie, clock),
    withEngine: (_, work) => work(ports.engine),
    readAttached: () => Promise.reject(new Error('no file')),
    explain: (error) => error,
    ports: () => ports,
  })
  const runs = createRuns({ agent, publish: () => undefined, explain: (error) => error })
  const { run, answer } = runs.start(null, () => agent.begin({ question: 'Write', conversation: null }))
  await expect.poll(() => conversations.message(answer)?.text, { timeout: 3000 }).toContain('word1 ')
  expect(conversations.message(answer)?.end).toBeNull()
  await expect.poll(() => runs.snapshot(run)?.isOver, { timeout: 6000 }).toBe(true)
  expect(conversations.message(answer)).toMatchObject({ text: words.join('').trim(), end: 'answered' })
  expect(writes).toBeLessThan(8)
})
