import { expect, it } from 'vitest'
import type { Engine, Session, SessionSpec } from '../src/main/model/engine.ts'
import { defaultProfile } from '../src/main/model/profile.ts'
import { emptyLedger } from '../src/shared/ledger.ts'
import { timeEngine } from './engine-time.ts'

/** An engine each call of which takes its time on a clock of our own, and which calls back in the middle. */
function slowEngine() {
  const clock = { ms: 0 }
  const takes = (ms: number) => {
    clock.ms += ms
  }
  const tokens = { evaluated: 0, reused: 0, generated: 0 }
  const session = (spec: SessionSpec): Session => ({
    async respond(_, { signal, onText }) {
      takes(10)
      onText?.('a')
      await spec.tools?.[0]?.execute({}, { signal })
      takes(5)
      return { text: '', end: 'done' }
    },
    async score() {
      takes(7)
      return []
    },
    countPrompt() {
      takes(2)
      return 1
    },
    record: () => ({ tokens, transcript: '', ledger: emptyLedger }),
    dispose: async () => takes(1),
  })
  const engine: Engine = {
    model: { id: 'slow', path: '', sha256: null },
    profile: defaultProfile,
    contextTokens: 4096,
    countTokens: () => 1,
    usage: () => tokens,
    async createSession(spec) {
      takes(3)
      return session(spec)
    },
    dispose: async () => undefined,
  }
  return { ...timeEngine(engine, () => clock.ms), takes }
}

const respond = { signal: new AbortController().signal, maxTokens: 1, timeLimitMs: 1 }
const spec = (execute?: () => Promise<string>): SessionSpec => ({
  role: 'l2',
  tag: 'l2',
  instructions: '',
  tools: execute
    ? [{ name: 't', description: '', parameters: { type: 'object', properties: {} }, execute }]
    : [],
})

it('counts what passes in the calls, not what passes between them', async () => {
  const { engine, insideMs, takes } = slowEngine()
  takes(100)
  const session = await engine.createSession(spec())
  takes(100)
  await session.score('', { signal: respond.signal, replyStart: '', candidates: ['a'] })
  session.countPrompt('')
  await session.dispose()
  takes(100)
  expect(insideMs()).toBe(3 + 7 + 2 + 1)
})

it('leaves out the tool and the listener that a call runs, but not the engine calls that the tool makes', async () => {
  const { engine, insideMs, takes } = slowEngine()
  const outer = await engine.createSession(
    spec(async () => {
      takes(200)
      const inner = await engine.createSession(spec())
      await inner.respond('', respond)
      takes(200)
      return ''
    }),
  )
  await outer.respond('', { ...respond, onText: () => takes(50) })
  expect(insideMs()).toBe(3 + 10 + 3 + 15 + 5)
})

it('goes on counting rightly after a tool has thrown through a call', async () => {
  const { engine, insideMs, takes } = slowEngine()
  const session = await engine.createSession(spec(() => Promise.reject(new Error('found'))))
  await expect(session.respond('', respond)).rejects.toThrow('found')
  takes(100)
  expect(insideMs()).toBe(3 + 10)
})
