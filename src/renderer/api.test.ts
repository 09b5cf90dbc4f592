import { expect, test } from 'vitest'
import type { EventFrame, Outcome } from '../shared/contract/bridge.ts'
import { CallError, createApi } from './api.ts'

/** An api whose main says what the test has it say. */
function setUp(outcome: Outcome = { ok: true, value: {} }) {
  let say: (frame: EventFrame) => void = () => undefined
  const api = createApi({
    version: '0',
    call: async () => outcome,
    onEvent(listener) {
      say = listener
      return () => undefined
    },
    attach: async () => outcome,
  })
  const heard: string[] = []
  const gaps: number[] = []
  api.on('app.command', ({ command }) => void heard.push(command))
  api.onGap(() => void gaps.push(heard.length))
  const send = (seq: number, command = `c${seq}`) => say({ seq, name: 'app.command', payload: { command } })
  return { api, heard, gaps, send }
}

test('events are heard in order, wherever their numbers begin, and no gap is seen', () => {
  const { heard, gaps, send } = setUp()
  for (const seq of [7, 8, 9]) send(seq)
  expect([heard, gaps]).toEqual([['c7', 'c8', 'c9'], []])
})

test('a lost event is noticed before the next one is heard', () => {
  const { heard, gaps, send } = setUp()
  for (const seq of [1, 2, 5, 6]) send(seq)
  expect([heard, gaps]).toEqual([['c1', 'c2', 'c5', 'c6'], [2]])
})

test('an event that comes twice, or late, is heard once', () => {
  const { heard, gaps, send } = setUp()
  for (const seq of [1, 2, 2, 1, 3]) send(seq)
  expect([heard, gaps]).toEqual([['c1', 'c2', 'c3'], []])
})

test('who has ended listening hears nothing more', () => {
  const { api, send } = setUp()
  const heard: string[] = []
  const end = api.on('app.command', ({ command }) => void heard.push(command))
  send(1)
  end()
  send(2)
  expect(heard).toEqual(['c1'])
})

test('what main refuses is an error with its code and hint', async () => {
  const { api } = setUp({ ok: false, error: { code: 'not-found', message: 'Gone', hint: 'Look again.' } })
  const refused = api.call('app.info', {})
  await expect(refused).rejects.toBeInstanceOf(CallError)
  await expect(refused).rejects.toMatchObject({ code: 'not-found', message: 'Gone', hint: 'Look again.' })
})
