import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunSnapshot } from '../../../../shared/contract/chat.ts'
import type { RunEvent } from '../../../../shared/run-event.ts'
import { turn } from '../testing/messages.ts'
import { createRunFollower } from './run-follower.ts'
import { emptyRun, withEvent } from './run-view.ts'

const ids = { question: 'q1', answer: 'a1' }

const middle: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.record({ type: fc.constant('text-delta' as const), text: fc.string({ minLength: 1, maxLength: 3 }) }),
  fc.record({ type: fc.constant('text-replace' as const), text: fc.string({ maxLength: 3 }) }),
  fc.record({ type: fc.constant('notice' as const), text: fc.string({ maxLength: 3 }) }),
  fc.record({
    type: fc.constant('pill' as const),
    pill: fc.record({
      step: fc.integer({ min: 1, max: 3 }),
      label: fc.constantFrom('Files' as const, 'Date' as const),
      state: fc.constantFrom('running' as const, 'done' as const, 'failed' as const),
      detail: fc.string({ maxLength: 3 }),
    }),
  }),
)

const eventsOfARun = fc
  .array(middle, { maxLength: 30 })
  .map((events): RunEvent[] => [
    { type: 'run-start', trace: 't1', conversation: 'c1', question: 'When?' },
    ...events,
    { type: 'run-end', turn: turn('The end.') },
  ])

function follow(events: readonly RunEvent[], emitted: () => number) {
  let asked = 0
  const snapshot = async (): Promise<RunSnapshot> => {
    asked += 1
    const seq = emitted()
    await Promise.resolve()
    return {
      run: 'r1',
      conversation: 'c1',
      ...ids,
      seq,
      events: events.slice(0, seq),
      error: null,
      isOver: seq === events.length,
    } as RunSnapshot // zod's inferred arrays are mutable, these are not
  }
  const follower = createRunFollower({ run: 'r1', conversation: 'c1', ids, snapshot, onChange: () => {} })
  return { follower, asked: () => asked }
}

const deltas = (...texts: string[]): RunEvent[] => texts.map((text) => ({ type: 'text-delta', text }))
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('however batches are cut, repeated, delayed or lost, the end is that of the whole run', async () => {
  await fc.assert(
    fc.asyncProperty(
      eventsOfARun,
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 40, maxLength: 40 }),
      fc.array(fc.constantFrom('sent', 'sent', 'lost', 'twice', 'late', 'gap'), {
        minLength: 40,
        maxLength: 40,
      }),
      async (events, sizes, fates) => {
        let emitted = 0
        const { follower } = follow(events, () => emitted)
        const late: { seq: number; events: RunEvent[] }[] = []
        for (let index = 0; emitted < events.length; index += 1) {
          const part = events.slice(emitted, emitted + (sizes[index] ?? 1))
          emitted += part.length
          const batch = { seq: emitted, events: part }
          const fate = fates[index]
          if (fate === 'late') late.push(batch)
          if (fate === 'sent' || fate === 'twice') follower.offer(batch)
          if (fate === 'twice') follower.offer(batch)
          if (fate === 'gap') follower.resync()
          if ((sizes[index] ?? 1) % 2 === 0) await Promise.resolve()
        }
        for (const batch of late) follower.offer(batch)
        await settle()
        // A lost last batch shows as a gap of the channel, after which all is asked for again.
        follower.resync()
        await settle()
        expect(follower.view()).toEqual(events.reduce(withEvent, emptyRun('r1', 'c1', ids)))
      },
    ),
    { numRuns: 150 },
  )
})

test('whole batches in order need no snapshot', async () => {
  const events = deltas('a', 'b', 'c')
  const { follower, asked } = follow(events, () => 3)
  follower.offer({ seq: 1, events: events.slice(0, 1) })
  follower.offer({ seq: 3, events: events.slice(1) })
  expect(follower.view().text).toBe('abc')
  expect(asked()).toBe(0)
})

test('a batch that overlaps what is known adds only what is new', () => {
  const events = deltas('a', 'b', 'c')
  const { follower } = follow(events, () => 3)
  follower.offer({ seq: 2, events: events.slice(0, 2) })
  follower.offer({ seq: 3, events: events.slice(1) })
  expect(follower.view().text).toBe('abc')
})

test('after a gap the whole is asked for, and what came meanwhile follows', async () => {
  const events = deltas('a', 'b', 'c', 'd')
  let emitted = 3
  const { follower, asked } = follow(events, () => emitted)
  follower.offer({ seq: 1, events: events.slice(0, 1) })
  follower.offer({ seq: 3, events: events.slice(2, 3) })
  emitted = 4
  follower.offer({ seq: 4, events: events.slice(3) })
  await settle()
  expect(follower.view().text).toBe('abcd')
  expect(asked()).toBe(1)
})

test('a run that main no longer knows is over', async () => {
  const follower = createRunFollower({
    run: 'r1',
    conversation: 'c1',
    ids: null,
    snapshot: async () => null,
    onChange: () => {},
  })
  follower.resync()
  await settle()
  expect(follower.view().isOver).toBe(true)
})

test('a snapshot that cannot be had is asked for again at the next event', async () => {
  let isBroken = true
  const events = deltas('a', 'b', 'c')
  const follower = createRunFollower({
    run: 'r1',
    conversation: 'c1',
    ids,
    snapshot: async () => {
      if (isBroken) throw new Error('no answer')
      return {
        run: 'r1',
        conversation: 'c1',
        ...ids,
        seq: 3,
        events,
        error: null,
        isOver: false,
      } as RunSnapshot // see above
    },
    onChange: () => {},
  })
  follower.offer({ seq: 2, events: events.slice(1, 2) })
  await settle()
  isBroken = false
  follower.offer({ seq: 3, events: events.slice(2) })
  await settle()
  expect(follower.view().text).toBe('abc')
})

test('a pill of the same step takes the place of the earlier one', () => {
  const { follower } = follow([], () => 0)
  const pill = (step: number, state: 'running' | 'done'): RunEvent => ({
    type: 'pill',
    pill: { step, label: 'Files', state, detail: '' },
  })
  follower.offer({ seq: 3, events: [pill(1, 'running'), pill(2, 'running'), pill(1, 'done')] })
  expect(follower.view().pills.map(({ step, state }) => `${step} ${state}`)).toEqual(['1 done', '2 running'])
})
