import { expect, test } from 'vitest'
import { atOnce, inTurns, type Steps } from './steps.ts'

function* busy(count: number, ms: number): Steps<number> {
  for (let step = 0; step < count; step++) {
    const until = performance.now() + ms
    while (performance.now() < until);
    yield
  }
  return count
}

test('the event loop turns while long work goes on', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  expect(await inTurns(busy(100, 1))).toBe(100)
  clearInterval(timer)
  expect(turns).toBeGreaterThanOrEqual(8)
})

test('short work is done without a turn, and any work at once when asked', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 0)
  expect(await inTurns(busy(3, 0))).toBe(3)
  expect(atOnce(busy(20, 1))).toBe(20)
  expect(turns).toBe(0)
  clearInterval(timer)
})

test('what a step throws reaches who waits', async () => {
  function* broken(): Steps<never> {
    yield
    throw new Error('broken')
  }
  await expect(inTurns(broken())).rejects.toThrow('broken')
})
