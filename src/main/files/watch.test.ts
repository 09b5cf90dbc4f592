import type { SubscribeCallback } from '@parcel/watcher'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tempFolder } from './testing/temp-folder.ts'
import { createFolderWatch, longestWaitMs, lookAgainMs, quietMs } from './watch.ts'

describe('on made-up events', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const event = { path: '/docs/a.txt', type: 'create' } as const

  function setUp() {
    const listeners = new Map<string, SubscribeCallback>()
    const told: string[] = []
    const watch = createFolderWatch(
      (folder) => told.push(folder),
      async (folder, onEvents) => {
        if (folder === '/full') throw new Error('ENOSPC')
        listeners.set(folder, onEvents)
        return {
          unsubscribe: async () => {
            listeners.delete(folder)
          },
        }
      },
    )
    return { listeners, told, watch }
  }

  it('tells of a burst once, when it is over', async () => {
    const { listeners, told, watch } = setUp()
    watch.watch(['/docs'])
    for (let i = 0; i < 5; i++) {
      listeners.get('/docs')?.(null, [event])
      await vi.advanceTimersByTimeAsync(quietMs / 2)
    }
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(quietMs)
    expect(told).toEqual(['/docs'])
  })

  it('does not wait for ever for a folder that is written to all the time', async () => {
    const { listeners, told, watch } = setUp()
    watch.watch(['/docs'])
    for (let ms = 0; ms <= longestWaitMs; ms += quietMs / 2) {
      listeners.get('/docs')?.(null, [event])
      await vi.advanceTimersByTimeAsync(quietMs / 2)
    }
    expect(told).toEqual(['/docs'])
  })

  it('looks now and then where the system has no more watches to give', async () => {
    const { told, watch } = setUp()
    watch.watch(['/full'])
    await vi.advanceTimersByTimeAsync(lookAgainMs * 2)
    expect(told).toEqual(['/full', '/full'])
    await watch.close()
    await vi.advanceTimersByTimeAsync(lookAgainMs * 2)
    expect(told).toHaveLength(2)
  })

  it('no longer watches what is not granted any more', async () => {
    const { listeners, told, watch } = setUp()
    watch.watch(['/docs', '/photos'])
    await vi.advanceTimersByTimeAsync(0)
    listeners.get('/docs')?.(null, [event])
    watch.watch(['/photos'])
    await vi.advanceTimersByTimeAsync(longestWaitMs)
    expect(told).toEqual([])
    expect([...listeners.keys()]).toEqual(['/photos'])
  })
})

it('hears of a new file on a real disk', async () => {
  using folder = tempFolder()
  const told: string[] = []
  const watch = createFolderWatch((each) => told.push(each))
  watch.watch([folder.path])
  try {
    await vi.waitFor(
      () => {
        folder.write('in/new.txt', String(performance.now()))
        expect(told).toContain(folder.path)
      },
      { timeout: 15_000, interval: 2_500 },
    )
  } finally {
    await watch.close()
  }
}, 20_000)
