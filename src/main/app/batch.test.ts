import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchEvents } from './batch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function recorded() {
  const sent: (readonly number[])[] = []
  return { sent, batch: batchEvents<number>((items) => sent.push(items)) }
}

test('what comes within one span is sent together, in order, and no later than 33 ms', () => {
  const { sent, batch } = recorded()
  batch.add(1)
  vi.advanceTimersByTime(10)
  batch.add(2)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(23)
  expect(sent).toEqual([[1, 2]])
})

test('a steady stream is sent all the time, not after it', () => {
  const { sent, batch } = recorded()
  for (let i = 0; i < 100; i += 1) {
    batch.add(i)
    vi.advanceTimersByTime(5)
  }
  expect(sent.length).toBeGreaterThan(15)
  batch.flush()
  expect(sent.flat()).toEqual(Array.from({ length: 100 }, (_, i) => i))
})

test('a flush sends at once and leaves nothing behind', () => {
  const { sent, batch } = recorded()
  batch.add(1)
  batch.flush()
  batch.flush()
  vi.advanceTimersByTime(100)
  expect(sent).toEqual([[1]])
})
