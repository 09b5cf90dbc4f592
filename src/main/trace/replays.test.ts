import { describe, expect, it, vi } from 'vitest'
import { PixieError } from '../../shared/errors.ts'
import type { RunEvent } from '../../shared/run-event.ts'
import type { Turn } from '../../shared/turn.ts'
import { createReplays, type ReplaysParts } from './replays.ts'

const turn: Turn = {
  answer: 'It is 42.',
  mode: 'plan',
  end: 'answered',
  replanned: false,
  plan: { handles: ['@search-info'], rationale: "I'll use @search-info.", tools: [] },
  dispatches: [],
  sources: [],
  tokens: { evaluated: 1, reused: 2, generated: 3, byRole: {} },
  ms: 4,
  model: 'toy',
  conversation: 'c',
  trace: 'new',
}

function setUp(replay: ReplaysParts['replay']) {
  let changes = 0
  const replays = createReplays({
    replay,
    onChange: () => {
      changes += 1
    },
  })
  return { replays, changes: () => changes }
}

describe('a replay', () => {
  it('tells what it is doing, then how the turn came out', async () => {
    let emit: (event: RunEvent) => void = () => undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const { replays, changes } = setUp(async (request) => {
      emit = request.emit
      await promise
      return { original: { turn }, turn: { ...turn, answer: 'It is 43.', plan: null } }
    })
    replays.start('old')
    expect(replays.state('old')).toMatchObject({ state: 'running' })
    emit({ type: 'pill', pill: { step: 1, label: 'Files', state: 'running', detail: '' } })
    expect(replays.state('old')).toEqual({ state: 'running', doing: 'Looking in Files' })
    resolve()
    await vi.waitFor(() =>
      expect(replays.state('old')).toEqual({
        state: 'done',
        trace: 'new',
        differences: [
          { what: 'plan', before: '@search-info', after: 'no plan' },
          { what: 'answer', before: 'It is 42.', after: 'It is 43.' },
        ],
      }),
    )
    expect(changes()).toBe(3)
    expect(replays.state('another')).toBeNull()
  })

  it('leaves nothing when it is stopped, and lets the next one start', async () => {
    const { replays } = setUp(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    replays.start('old')
    expect(() => replays.start('other')).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    replays.stop('other')
    expect(replays.state('old')).not.toBeNull()
    replays.stop('old')
    await vi.waitFor(() => expect(replays.state('old')).toBeNull())
    replays.start('other')
    expect(replays.state('other')).toMatchObject({ state: 'running' })
    replays.stop('other')
  })

  it('ends with the app, and none starts after', async () => {
    const { replays } = setUp(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    replays.start('old')
    replays.close()
    await vi.waitFor(() => expect(replays.state('old')).toBeNull())
    replays.start('old')
    expect(replays.state('old')).toBeNull()
  })

  it('says why it failed, also when the turn itself did', async () => {
    const failure = { code: 'no-model', message: 'No model', hint: 'Fetch one.' } as const
    const { replays } = setUp(async ({ trace }) => {
      if (trace === 'a') throw new PixieError('no-model', { what: 'No model', hint: 'Fetch one.' })
      return { original: { turn }, turn: { ...turn, end: 'error', error: failure } }
    })
    for (const trace of ['a', 'b']) {
      replays.start(trace)
      await vi.waitFor(() => expect(replays.state(trace)).toEqual({ state: 'failed', error: failure }))
      await new Promise(setImmediate)
    }
  })
})
