import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { heldEngines, idOf } from './testing/held-engines.ts'
import { rejection } from './testing/tiny-model.ts'

const never = new AbortController().signal

describe('an engine at rest', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A holder whose rests last until they are stopped, and `late` ms more. */
  function resting(late = 0, idleMs: number | null = null) {
    const rests: { readonly signal: AbortSignal; isOver: boolean }[] = []
    const bench = heldEngines({
      idleMs: () => idleMs,
      rest: {
        afterMs: 2000,
        async work(_engine, signal) {
          const rest = { signal, isOver: false }
          rests.push(rest)
          await new Promise<void>((resolve) =>
            signal.addEventListener('abort', () => setTimeout(resolve, late)),
          )
          rest.isOver = true
          throw new Error('nobody hears of it')
        },
      },
    })
    return { ...bench, rests }
  }

  async function used({ holder, finish }: ReturnType<typeof resting>) {
    const use = holder.use(never, idOf)
    finish(0)
    await use
  }

  it('has its work after a moment without a request, again and again', async () => {
    const bench = resting()
    await used(bench)
    await vi.advanceTimersByTimeAsync(1999)
    expect(bench.rests).toHaveLength(0)
    await bench.holder.use(never, idOf)
    await vi.advanceTimersByTimeAsync(1999)
    expect(bench.rests).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(bench.rests).toHaveLength(1)
    const use = bench.holder.use(never, idOf)
    await vi.advanceTimersByTimeAsync(0)
    await use
    await vi.advanceTimersByTimeAsync(2000)
    expect(bench.rests.map(({ isOver }) => isOver)).toEqual([true, false])
  })

  it('is stopped by a request, which waits until it gave way', async () => {
    const bench = resting(300)
    await used(bench)
    await vi.advanceTimersByTimeAsync(2000)
    let wasOver: boolean | undefined
    const use = bench.holder.use(never, async () => {
      wasOver = bench.rests[0]?.isOver
    })
    expect(bench.rests[0]?.signal.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(299)
    expect(wasOver).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await use
    expect(wasOver).toBe(true)
  })

  it('is no reason to wait for a request that is stopped', async () => {
    const bench = resting(300)
    await used(bench)
    await vi.advanceTimersByTimeAsync(2000)
    const stop = new AbortController()
    const use = rejection(bench.holder.use(stop.signal, idOf))
    stop.abort()
    expect(await use).toMatchObject({ code: 'stopped' })
  })

  it('does not begin anew before what was stopped gave way', async () => {
    const bench = resting(5000)
    await used(bench)
    await vi.advanceTimersByTimeAsync(2000)
    const stop = new AbortController()
    const use = rejection(bench.holder.use(stop.signal, idOf))
    stop.abort()
    await use
    await vi.advanceTimersByTimeAsync(4999)
    expect(bench.rests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(bench.rests.map(({ isOver }) => isOver)).toEqual([true, false])
  })

  it.each([
    ['it was idle for long', 60_000, () => {}],
    [
      'another model is wanted',
      null,
      ({ holder, state }: ReturnType<typeof resting>): void => {
        state.wanted = 'b'
        holder.refresh()
      },
    ],
    ['the process ends', null, ({ holder }: ReturnType<typeof resting>): void => void holder.close()],
  ] as const)('is freed only when that has ended, when %s', async (_, idleMs, go) => {
    const bench = resting(300, idleMs)
    await used(bench)
    await vi.advanceTimersByTimeAsync(2000)
    go(bench)
    await vi.advanceTimersByTimeAsync(idleMs === null ? 0 : idleMs - 2000)
    expect(bench.rests[0]?.signal.aborted).toBe(true)
    expect(bench.disposed).toEqual([])
    await vi.advanceTimersByTimeAsync(300)
    expect(bench.disposed).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(bench.rests).toHaveLength(1)
  })
})
