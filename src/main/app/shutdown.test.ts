import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShutdown, type ShutdownParts } from './shutdown.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp(change: Partial<ShutdownParts> = {}) {
  const steps: string[] = []
  const shutdown = createShutdown({
    stop: () => void steps.push('stop'),
    close: async () => void steps.push('close'),
    force: () => void steps.push('force'),
    onProblem: (error) => void steps.push(`problem: ${String(error)}`),
    ...change,
  })
  return { steps, shutdown }
}

test('first what runs is stopped, then everything is closed, and nothing is forced', async () => {
  const { steps, shutdown } = setUp()
  shutdown.begin()
  expect(steps).toEqual(['stop'])
  await shutdown.finish()
  expect(steps).toEqual(['stop', 'close'])
})

test('asked twice it happens once', async () => {
  const { steps, shutdown } = setUp()
  shutdown.begin()
  shutdown.begin()
  await Promise.all([shutdown.finish(), shutdown.finish()])
  expect(steps).toEqual(['stop', 'close'])
})

test('closing that hangs is given up within three seconds of the wish to quit, and the databases are closed', async () => {
  const { steps, shutdown } = setUp({ close: () => new Promise(() => undefined) })
  shutdown.begin()
  await vi.advanceTimersByTimeAsync(1000)
  let isOver = false
  void shutdown.finish().then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(1400)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect([isOver, steps]).toEqual([true, ['stop', 'force']])
})

test('closing that fails is told, and what must not stay open is closed all the same', async () => {
  const { steps, shutdown } = setUp({ close: () => Promise.reject(new Error('no disk')) })
  await shutdown.finish()
  expect(steps).toEqual(['stop', 'problem: Error: no disk', 'force'])
})

test('a step that throws stops none of the others', async () => {
  const { steps, shutdown } = setUp({
    stop() {
      throw new Error('stop')
    },
    close: () => Promise.reject(new Error('close')),
    force() {
      throw new Error('force')
    },
  })
  await shutdown.finish()
  expect(steps).toEqual(['problem: Error: stop', 'problem: Error: close', 'problem: Error: force'])
})
