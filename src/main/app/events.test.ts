import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventFrame } from '../../shared/contract/bridge.ts'
import type { EventPayload } from '../../shared/contract/index.ts'
import { createWindowEvents } from './events.ts'

const changed: EventPayload<'app.changed'> = { topics: ['files'] }

function setUp(checkPayloads = true) {
  const sent: EventFrame[] = []
  return { sent, events: createWindowEvents({ send: (frame) => void sent.push(frame), checkPayloads }) }
}

test('what is said before the window is ready is heard when it is, in order', () => {
  const { sent, events } = setUp()
  events.publish('app.changed', changed)
  events.publish('app.command', { command: 'find' })
  expect(sent).toEqual([])
  events.open()
  events.publish('app.changed', changed)
  expect(sent).toEqual([
    { seq: 1, name: 'app.changed', payload: changed },
    { seq: 2, name: 'app.command', payload: { command: 'find' } },
    { seq: 3, name: 'app.changed', payload: changed },
  ])
})

test('numbers rise by one and none comes twice, however often the page is loaded anew', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('publish', 'open', 'hold'), { maxLength: 60 }), (steps) => {
      const { sent, events } = setUp()
      for (const step of steps) {
        if (step === 'publish') events.publish('app.changed', changed)
        else events[step]()
      }
      events.open()
      expect(sent.map(({ seq }) => seq)).toEqual(
        steps.filter((step) => step === 'publish').map((_, index) => index + 1),
      )
    }),
  )
})

test('a window that stays away for long misses the oldest, which shows as a gap', () => {
  const { sent, events } = setUp()
  for (let i = 0; i < 1200; i += 1) events.publish('app.changed', changed)
  events.open()
  expect([sent.length, sent[0]?.seq, sent.at(-1)?.seq]).toEqual([1000, 201, 1200])
})

test('a payload that breaks the contract is a mistake of main’s and goes nowhere', () => {
  const { sent, events } = setUp()
  events.open()
  const wrong = { topics: ['weather'] } as unknown as typeof changed // what the types forbid
  expect(() => events.publish('app.changed', wrong)).toThrow()
  expect(sent).toEqual([])
})
