import { beforeEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../shared/run-event.ts'
import { createAgent } from './agent.ts'
import { createConversations } from './conversations/conversations.ts'
import {
  agent as agentStep,
  fakeTool,
  note,
  planned,
  type Setup,
  says,
  setUp,
} from './harness/testing/fixtures.ts'
import { openMemoryStore, type Store } from './store/database.ts'
import { indexMigrations, pixieMigrations } from './store/migrations.ts'
import { createTraces } from './trace/traces.ts'

const signal = new AbortController().signal
const clock = { now: () => Date.UTC(2027, 2, 10, 9), zone: 'UTC' }
let store: Store
beforeEach(() => {
  store = openMemoryStore(pixieMigrations, indexMigrations)
  return () => store.close()
})

function agentWith(setup: Setup) {
  const { ports, engine } = setUp(setup)
  const conversations = createConversations(store.pixie, clock)
  const traces = createTraces(store.pixie, clock)
  const agent = createAgent({
    conversations,
    traces,
    withEngine: (_, work) => work(engine),
    readAttached: () => Promise.reject(new Error('no file was attached')),
    explain: (error) => error,
    ports: () => ports,
  })
  const events: RunEvent[] = []
  const ask = (question: string, conversation: string | null = null) =>
    agent.ask({ question, conversation, signal, emit: (event) => events.push(event) })
  return { agent, ask, events, engine, conversations, traces }
}

const smallTalk: Setup = {
  tools: [],
  script: [
    { role: 'planner', score: { 'no tool': 0.9 } },
    { role: 'direct', text: 'Hello to you.' },
    { role: 'planner', score: { 'no tool': 0.9 } },
    { role: 'direct', text: 'As I said.' },
  ],
}

describe('the agent', () => {
  it('keeps question and answer in a conversation, and shows them to the next turn of it', async () => {
    const { ask, engine, conversations } = agentWith(smallTalk)
    const first = await ask('  Hello!  ')
    const second = await ask('What did you say?', first.conversation)
    expect(second.conversation).toBe(first.conversation)
    expect(engine.specs.at(-1)?.earlier).toEqual([{ user: 'Hello!', reply: 'Hello to you.' }])
    expect(
      conversations.messages(first.conversation, 10).map(({ role, text }) => `${role}: ${text}`),
    ).toEqual([
      'user: Hello!',
      'assistant: Hello to you.',
      'user: What did you say?',
      'assistant: As I said.',
    ])
  })

  it('writes the trace of every session, in order of their start', async () => {
    const { ask, traces } = agentWith({
      tools: [fakeTool('check_notebook', [note('The bicycle is green.')])],
      script: [
        ...planned('@search-info'),
        {
          role: 'l2',
          rounds: [
            { call: 'call_tool', args: { tool: 'check_notebook', instruction: 'colour of the bicycle' } },
          ],
        },
        agentStep('check_notebook'),
        ...says('It is green.'),
      ],
    })
    const turn = await ask('What colour is my bicycle?')
    const trace = traces.get(turn.trace)
    expect(trace.question).toBe('What colour is my bicycle?')
    expect(trace.sessions.map(({ tag }) => tag)).toEqual(['planner', 'l2', 'l3.check_notebook.1', 'answer'])
    expect(trace.sessions.every(({ transcript }) => transcript !== '')).toBe(true)
  })

  it('writes the trace of a turn that fails, and says what failed', async () => {
    const { ask, traces } = agentWith({
      tools: [fakeTool('check_notebook')],
      script: [...planned('@search-info'), { role: 'l2', fail: new Error('addon gone') }],
    })
    const turn = await ask('What colour is my bicycle?')
    expect(turn).toMatchObject({ end: 'error', error: { message: 'addon gone' } })
    expect(traces.get(turn.trace).sessions.at(-1)).toMatchObject({
      tag: 'l2',
      error: { message: 'addon gone' },
    })
  })

  it.each([
    ['', 'empty'],
    ['   \n', 'empty'],
    ['x'.repeat(5000), 'too long'],
  ])('refuses a question it cannot ask', async (question, why) => {
    const { ask, conversations } = agentWith(smallTalk)
    await expect(ask(question)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(why),
    })
    expect(conversations.list(10)).toEqual([])
  })

  it('refuses a conversation that does not exist', async () => {
    await expect(agentWith(smallTalk).ask('Hello', 'nope')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('routes without writing anything, and refuses where there is nothing to choose from', async () => {
    const { agent, traces } = agentWith({
      tools: [],
      script: [{ role: 'planner', score: { '@search-info': 0.75, 'no tool': 0.25 } }],
    })
    expect(await agent.route('Where is it?', signal)).toMatchObject({
      handle: '@search-info',
      rationale: "I'll use @search-info.",
      candidates: [{ handle: '@search-info' }, { handle: null }],
    })
    expect(traces.list(1)).toEqual([])
    await expect(
      agentWith({ tools: [], menu: [], script: [] }).agent.route('x', signal),
    ).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })
})
