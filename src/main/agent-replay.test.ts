import { beforeEach, expect, it } from 'vitest'
import { createAgent } from './agent.ts'
import { createConversations } from './conversations/conversations.ts'
import { agent as agentStep, fakeTool, note, planned, says, setUp } from './harness/testing/fixtures.ts'
import type { ScriptedStep } from './model/scripted-engine.ts'
import { openMemoryStore, type Store } from './store/database.ts'
import { indexMigrations, pixieMigrations } from './store/migrations.ts'
import { createTraces } from './trace/traces.ts'

const signal = new AbortController().signal
const emit = () => undefined
const clock = { now: () => Date.UTC(2027, 2, 10, 9), zone: 'UTC' }
let store: Store
beforeEach(() => {
  store = openMemoryStore(pixieMigrations, indexMigrations)
  return () => store.close()
})

function agentWith(script: readonly ScriptedStep[], menu?: []) {
  const { ports, engine } = setUp({
    tools: [fakeTool('check_notebook', [note('The bicycle is green.')])],
    script,
    frequencies: { first: 0, second: 0, third: 0 },
    ...(menu ? { menu } : {}),
  })
  const conversations = createConversations(store.pixie, clock)
  const traces = createTraces(store.pixie, clock)
  const agent = createAgent({
    conversations,
    traces,
    withEngine: (_, work) => work(engine),
    readAttached: () => Promise.reject(new Error('no file was attached')),
    explain: (error) => error,
    ports: (_, mode) =>
      mode === 'direct' ? { ...ports, namespace: { ...ports.namespace, menu: () => [] } } : ports,
  })
  const ask = (question: string, conversation: string | null = null) =>
    agent.ask({ question, conversation, signal, emit })
  return { agent, ask, engine, conversations, traces }
}

const looked = (answer: string): ScriptedStep[] => [
  ...planned('@search-info'),
  { role: 'l2', rounds: [{ call: 'call_tool', args: { tool: 'check_notebook', instruction: 'bicycle' } }] },
  agentStep('check_notebook'),
  ...says(answer),
]

it('asks again with a trace of its own and leaves the conversation as it was', async () => {
  const { agent, ask, traces, conversations } = agentWith([
    ...looked('It is green.'),
    ...looked('It is green.'),
  ])
  const first = await ask('What colour is my bicycle?')
  const before = conversations.messages(first.conversation, 10)
  const { original, turn } = await agent.replay({ trace: first.trace, signal, emit })
  expect(original).toMatchObject({ id: first.trace, question: 'What colour is my bicycle?', turn: first })
  expect(turn).toMatchObject({ answer: 'It is green.', conversation: first.conversation })
  expect(turn.trace).not.toBe(first.trace)
  expect(traces.turn(turn.trace).turn).toEqual(turn)
  expect(conversations.messages(first.conversation, 10)).toEqual(before)
})

it('shows the model what was said before that turn, and nothing that was said after it', async () => {
  const reply = (text: string): ScriptedStep[] => [
    { role: 'planner', score: { 'no tool': 0.9 } },
    { role: 'direct', text },
  ]
  const { agent, ask, engine } = agentWith(['one', 'two', 'three', 'four'].flatMap(reply))
  const first = await ask('First?')
  const second = await ask('Second?', first.conversation)
  await ask('Third?', first.conversation)
  await agent.replay({ trace: second.trace, signal, emit })
  expect(engine.specs.at(-1)?.earlier).toEqual([{ user: 'First?', reply: 'one' }])
})

it('asks a direct turn directly, whatever is selected by now', async () => {
  const direct = agentWith([{ role: 'direct', text: 'Hello.' }], [])
  const { trace } = await direct.ask('Hello')
  const { agent } = agentWith([{ role: 'direct', text: 'Hello.' }])
  expect((await agent.replay({ trace, signal, emit })).turn.mode).toBe('direct')
})

it('refuses a planned turn when nothing is selected, a turn that never ended, and an unknown one', async () => {
  const { trace } = await agentWith(looked('It is green.')).ask('What colour is my bicycle?')
  const { agent, traces } = agentWith([], [])
  await expect(agent.replay({ trace, signal, emit })).rejects.toMatchObject({ code: 'invalid-input' })
  const unfinished = traces.start({ question: 'x', conversation: null })
  await expect(agent.replay({ trace: unfinished, signal, emit })).rejects.toMatchObject({
    code: 'invalid-input',
    value: unfinished,
  })
  await expect(agent.replay({ trace: 'nope', signal, emit })).rejects.toMatchObject({ code: 'not-found' })
  expect(traces.list(10)).toHaveLength(2)
})
