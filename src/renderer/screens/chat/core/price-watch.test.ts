import { expect, test } from 'vitest'
import type { Price } from '../../../../shared/contract/chat.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { createPriceWatch } from './price-watch.ts'

const price = (tokens: number): Price => ({
  tokens,
  isExact: true,
  left: 2871,
  window: 4096,
  exchangesSeen: 0,
  exchangesLeftOut: 0,
})
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('while one is asked for, only the newest text waits, and it is always answered', async () => {
  const asked: string[] = []
  const replies: (() => void)[] = []
  const api = createFakeApi({
    'chat.price': ({ question }) => {
      asked.push(question)
      return new Promise((resolve) => replies.push(() => resolve(price(question.length))))
    },
  })
  const told: unknown[] = []
  const watch = createPriceWatch(api, (found, of) => told.push([of.question, found?.tokens]))
  for (const question of ['a', 'ab', 'abc', 'abcd'])
    watch.ask({ conversation: null, question, attachment: null })
  await settle()
  replies[0]?.()
  await settle()
  replies[1]?.()
  await settle()
  expect(asked).toEqual(['a', 'abcd'])
  expect(told).toEqual([
    ['a', 1],
    ['abcd', 4],
  ])
})

test('a price that cannot be had is told as none, and the next is asked for', async () => {
  const api = createFakeApi({})
  const told: unknown[] = []
  const watch = createPriceWatch(api, (found) => told.push(found))
  watch.ask({ conversation: null, question: 'a', attachment: null })
  await settle()
  watch.ask({ conversation: null, question: 'b', attachment: null })
  await settle()
  expect(told).toEqual([null, null])
})
