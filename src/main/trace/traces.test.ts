import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Turn } from '../../shared/turn.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { pixieMigrations } from '../store/migrations.ts'
import { createTraces, type TraceSession, type Traces, tracesKept } from './traces.ts'

let store: Store
let traces: Traces
const now = Date.UTC(2026, 10, 30, 8, 30)
beforeEach(() => {
  store = openMemoryStore(pixieMigrations, [])
  traces = createTraces(store.pixie, { now: () => now, zone: 'Europe/Berlin' })
})
afterEach(() => store.close())

const session = (tag: string, more: Partial<TraceSession> = {}): TraceSession => ({
  role: tag.split('.')[0] ?? tag,
  tag,
  instructions: 'You plan.\nMenu: …',
  tools: [
    {
      name: 'plan',
      schema: { type: 'object', properties: { rationale: { type: 'string', maxLength: 200 } } },
    },
  ],
  input: 'What is my passport number?',
  output: "I'll use @search-info.",
  transcript: '<|im_start|>system\nYou plan.<|im_end|>',
  tokens: { evaluated: 3, reused: 100, generated: 20 },
  ms: 120,
  error: null,
  ...more,
})

const turn: Turn = {
  answer: 'C01X00T47',
  mode: 'plan',
  end: 'answered',
  replanned: false,
  plan: null,
  dispatches: [],
  sources: [],
  tokens: { evaluated: 1, reused: 1, generated: 1, byRole: {} },
  ms: 1,
  model: 'm',
  conversation: 'c',
  trace: 't',
}

it('has exactly the shape that scripts read', () => {
  const id = traces.start({ question: 'What is my passport number?', conversation: null })
  const planner = session('planner')
  traces.putSession(id, 0, planner)
  traces.finish(id, turn)
  expect(traces.get(id)).toStrictEqual({
    id,
    question: 'What is my passport number?',
    startedAt: '2026-11-30T09:30:00+01:00',
    sessions: [planner],
  })
  expect(Object.keys(traces.get(id))).toEqual(['id', 'question', 'startedAt', 'sessions'])
  expect(Object.keys(traces.get(id).sessions[0] ?? {})).toEqual([
    'role',
    'tag',
    'instructions',
    'tools',
    'input',
    'output',
    'transcript',
    'tokens',
    'ms',
    'error',
  ])
})

const ledger = { parts: [{ part: 'base', tokens: 123 }], largestPrompt: 103 }

it('keeps what the tokens were spent on and when a session began, where that is known', () => {
  const id = traces.start({ question: 'q', conversation: null })
  const kept = session('l2', { ledger, startedMs: 41 })
  traces.putSession(id, 0, session('planner'))
  traces.putSession(id, 1, { ...kept, startedMs: 40.6 })
  traces.finish(id, { ...turn, ledger })
  expect(traces.get(id).sessions).toStrictEqual([session('planner'), kept])
  expect(traces.turn(id).turn.ledger).toEqual(ledger)
})

it('gives the ledger of the newest turn that ended, and none of one that kept none', () => {
  expect(traces.lastLedger()).toBeNull()
  const [first, second, third] = ['a', 'b', 'c'].map((question) =>
    traces.start({ question, conversation: null }),
  )
  traces.finish(first ?? '', { ...turn, ledger })
  expect(traces.lastLedger()).toEqual({ trace: first, question: 'a', ledger })
  traces.finish(second ?? '', turn)
  expect(traces.lastLedger()).toBeNull()
  traces.finish(third ?? '', { ...turn, ledger: { ...ledger, largestPrompt: 7 } })
  expect(traces.lastLedger()).toMatchObject({ question: 'c', ledger: { largestPrompt: 7 } })
})

it('shows the sessions so far of a turn that never ended, in the order in which they started', () => {
  const id = traces.start({ question: 'q', conversation: null })
  traces.putSession(id, 0, session('planner'))
  traces.putSession(id, 1, session('l2', { output: '', ms: 0 }))
  traces.putSession(
    id,
    2,
    session('l3.find_file.1', { ms: 1.6, error: { code: 'engine-failed', message: 'no' } }),
  )
  traces.putSession(id, 1, session('l2', { output: 'done' }))
  const kept = createTraces(store.pixie, { now: () => now, zone: 'UTC' }).get(id)
  expect(kept.sessions.map((s) => [s.tag, s.output, s.ms])).toEqual([
    ['planner', "I'll use @search-info.", 120],
    ['l2', 'done', 120],
    ['l3.find_file.1', "I'll use @search-info.", 2],
  ])
  expect(kept.sessions[2]?.error).toEqual({ code: 'engine-failed', message: 'no' })
  expect(traces.list(5)).toEqual([{ trace: expect.objectContaining({ id }), end: null }])
})

it('lists the newest first, though the clock stands still, with how each ended', () => {
  const ids = ['a', 'b', 'c'].map((question) => traces.start({ question, conversation: null }))
  traces.finish(ids[1] ?? '', turn)
  expect(traces.list(2).map(({ trace, end }) => [trace.question, end])).toEqual([
    ['c', null],
    ['b', 'answered'],
  ])
})

it('finds one by the beginning of its id, if only one begins so', () => {
  const clock = { now: () => now, zone: 'UTC' }
  const ones = createTraces(store.pixie, clock, () => 1)
  const twos = createTraces(store.pixie, clock, () => 2)
  const [one, two] = [
    ones.start({ question: 'one', conversation: null }),
    twos.start({ question: 'two', conversation: null }),
  ]
  expect(traces.get(one).question).toBe('one')
  expect(traces.get(two.slice(0, 10)).question).toBe('two')
  expect(() => traces.get(two.slice(0, 9))).toThrow(expect.objectContaining({ code: 'invalid-input' }))
  for (const wrong of ['', 'nope', `${one}x`, '%', '_', `${one.slice(0, 15)}_`, one.toUpperCase()]) {
    expect(() => traces.get(wrong), wrong).toThrow(expect.objectContaining({ code: 'not-found' }))
  }
})

it('finds an id that is the beginning of another', () => {
  const add = store.pixie.prepare('INSERT INTO traces (id, question, started_at_ms) VALUES (?, ?, 0)')
  add.run('abcd', 'long')
  add.run('abc', 'short')
  expect(traces.get('abc').question).toBe('short')
})

it(`keeps the newest ${tracesKept} and their sessions`, () => {
  const ids: string[] = []
  for (let n = 0; n < tracesKept + 3; n++) {
    const id = traces.start({ question: `${n}`, conversation: null })
    traces.putSession(id, 0, session('planner'))
    ids.push(id)
  }
  const kept = traces.list(10_000)
  expect(kept).toHaveLength(tracesKept)
  expect(kept.at(-1)?.trace.question).toBe('3')
  expect(store.pixie.prepare('SELECT count(*) FROM trace_sessions').pluck().get()).toBe(tracesKept)
})

it('gives a finished turn back as it was, with its question and conversation', () => {
  store.pixie.exec("INSERT INTO conversations (id, created_at_ms, changed_at_ms) VALUES ('c', 0, 0)")
  const id = traces.start({ question: 'What is my passport number?', conversation: 'c' })
  expect(() => traces.turn(id)).toThrow(expect.objectContaining({ code: 'invalid-input', value: id }))
  const failed: Turn = {
    ...turn,
    plan: { handles: ['@search-info'], rationale: 'r', tools: ['find_file'] },
    dispatches: [
      {
        step: 1,
        tool: 'find_file',
        instruction: 'passport',
        arguments: { query: 'passport', devices: ['a'] },
        outcome: 'ran',
        result: '',
        ms: 0.5,
      },
    ],
    sources: [{ kind: 'file', id: 'f', title: 'P.pdf', path: '/P.pdf', location: null, quote: 'C01' }],
    end: 'error',
    error: { code: 'internal', message: 'm', hint: 'h' },
  }
  traces.finish(id, failed)
  const stored = { id, question: 'What is my passport number?', conversation: 'c', turn: failed }
  expect(traces.turn(id)).toStrictEqual(stored)
  expect(traces.turn(id.slice(0, -1))).toStrictEqual(stored)
})

it('refuses a session of a trace that does not exist', () => {
  expect(() => traces.putSession('none', 0, session('planner'))).toThrow(/FOREIGN KEY/)
})

it('reports rows that no longer fit by column', () => {
  const id = traces.start({ question: 'q', conversation: null })
  traces.putSession(id, 0, session('planner'))
  for (const [column, value] of [
    ['tokens', '{}'],
    ['tools', 'x'],
    ['error', '[]'],
  ]) {
    store.pixie.exec('BEGIN')
    store.pixie.prepare(`UPDATE trace_sessions SET ${column} = ?`).run(value)
    expect(() => traces.get(id)).toThrow(
      expect.objectContaining({ code: 'damaged-database', value: `trace_sessions.${column}` }),
    )
    store.pixie.exec('ROLLBACK')
  }
  store.pixie.prepare('UPDATE traces SET turn = ?').run('{"answer":1}')
  expect(() => traces.turn(id)).toThrow(
    expect.objectContaining({ code: 'damaged-database', value: 'traces.turn' }),
  )
})
