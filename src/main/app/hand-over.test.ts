import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHandOver } from './hand-over.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(isOpen = true) {
  const asked: string[] = []
  const over: number[] = []
  const handOver = createHandOver({ publish: (name) => void asked.push(name), isOpen: () => isOpen })
  const ask = (which: number) => void handOver.ask().then(() => over.push(which))
  return { asked, over, ask, handOver }
}

test('it is over when the page says so; whoever asks meanwhile waits for the same answer', async () => {
  const { asked, over, ask, handOver } = setUp()
  ask(1)
  ask(2)
  await vi.advanceTimersByTimeAsync(100)
  expect([asked, over]).toEqual([['app.hand-over'], []])
  handOver.answered()
  await vi.advanceTimersByTimeAsync(0)
  expect(over).toEqual([1, 2])
})

test('a page that hangs is not waited for, and its late answer ends nothing that comes later', async () => {
  const { asked, over, ask, handOver } = setUp()
  ask(1)
  await vi.advanceTimersByTimeAsync(499)
  expect(over).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toEqual([1])
  handOver.answered()
  ask(2)
  await vi.advanceTimersByTimeAsync(100)
  expect([asked.length, over]).toEqual([2, [1]])
})

test('a page that does not listen is not asked', async () => {
  const { asked, over, ask } = setUp(false)
  ask(1)
  await vi.advanceTimersByTimeAsync(0)
  expect([asked, over]).toEqual([[], [1]])
})
