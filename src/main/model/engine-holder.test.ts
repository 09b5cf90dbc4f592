import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PixieError } from '../../shared/errors.ts'
import type { Engine } from './engine.ts'
import { createEngineHolder } from './engine-holder.ts'
import { createScriptedEngine } from './scripted-engine.ts'
import { heldEngines, idOf } from './testing/held-engines.ts'
import { rejection } from './testing/tiny-model.ts'
import { ToyBox } from './testing/toy-engine.ts'

const never = new AbortController().signal
const minute = 60_000
const second = 1000

describe('the held engine', () => {
  it('is loaded with the first request and shared by all', async () => {
    const { holder, loads, finish } = heldEngines()
    expect(holder.status()).toEqual({ state: 'idle', model: 'a', error: null })
    const both = Promise.all([holder.use(never, idOf), holder.use(never, idOf)])
    expect(holder.status().state).toBe('loading')
    finish(0)
    expect(await both).toEqual(['a', 'a'])
    expect(await holder.use(never, idOf)).toBe('a')
    expect(loads).toHaveLength(1)
    expect(holder.status().state).toBe('ready')
  })

  it('lets what runs end on the old model, then frees it, then loads the new one', async () => {
    const { holder, loads, disposed, state, finish } = heldEngines()
    const end = Promise.withResolvers<void>()
    const running = holder.use(never, async (engine) => {
      await end.promise
      return engine.model.id
    })
    finish(0)
    await vi.waitFor(() => expect(holder.status().state).toBe('ready'))
    state.wanted = 'b'
    holder.refresh()
    const next = holder.use(never, idOf)
    await Promise.resolve()
    expect({ disposed, loads: loads.length }).toEqual({ disposed: [], loads: 1 })
    end.resolve()
    expect(await running).toBe('a')
    await vi.waitFor(() => expect(loads).toHaveLength(2))
    expect(disposed).toEqual(['a'])
    finish(1)
    expect(await next).toBe('b')
  })

  it('breaks off a load that nobody wants any more, and takes who waited for it along', async () => {
    const { holder, loads, state, finish } = heldEngines()
    const waiting = holder.use(never, idOf)
    state.wanted = 'b'
    holder.refresh()
    await vi.waitFor(() => expect(loads).toHaveLength(2))
    expect(loads[0]?.signal.aborted).toBe(true)
    finish(1)
    expect(await waiting).toBe('b')
  })

  it('frees an unused engine at once when another model is wanted', async () => {
    const { holder, disposed, state, finish } = heldEngines()
    const first = holder.use(never, idOf)
    finish(0)
    await first
    state.wanted = 'b'
    holder.refresh()
    await vi.waitFor(() => expect(disposed).toEqual(['a']))
    expect(holder.status()).toEqual({ state: 'idle', model: 'b', error: null })
  })

  it('keeps why a load failed, and tries again with the next request', async () => {
    const { holder, loads, finish } = heldEngines()
    const failing = rejection(holder.use(never, idOf))
    loads[0]?.load.reject(new PixieError('engine-failed', { what: 'Too large', hint: 'Smaller.' }))
    expect(await failing).toMatchObject({ code: 'engine-failed' })
    expect(holder.status()).toMatchObject({ state: 'failed', error: { message: 'Too large' } })
    const again = holder.use(never, idOf)
    expect(holder.status()).toMatchObject({ state: 'loading', error: null })
    finish(1)
    expect(await again).toBe('a')
  })

  it('does not call a load that was stopped a failure, and lets go of a waiter at once', async () => {
    const { holder, loads } = heldEngines()
    const stop = new AbortController()
    const waiting = rejection(holder.use(stop.signal, idOf))
    stop.abort()
    expect(await waiting).toMatchObject({ code: 'stopped' })
    expect(loads[0]?.signal.aborted).toBe(true)
    await vi.waitFor(() => expect(holder.status()).toEqual({ state: 'idle', model: 'a', error: null }))
  })

  it('goes on loading for the one who stays when another is stopped', async () => {
    const { holder, finish } = heldEngines()
    const stop = new AbortController()
    const [stopped, staying] = [rejection(holder.use(stop.signal, idOf)), holder.use(never, idOf)]
    stop.abort()
    await stopped
    finish(0)
    expect(await staying).toBe('a')
  })

  it('frees an engine although it is used when it is closed, and refuses who comes later', async () => {
    const { holder, disposed, finish } = heldEngines()
    void holder.use(never, () => new Promise(() => {}))
    finish(0)
    await vi.waitFor(() => expect(holder.status().state).toBe('ready'))
    await holder.close()
    expect(disposed).toEqual(['a'])
    expect(await rejection(holder.use(never, idOf))).toMatchObject({ code: 'engine-failed' })
  })

  it('works without an engine once the last request ended, and lets requests wait for the end of that', async () => {
    const { holder, loads, disposed, finish } = heldEngines()
    const end = Promise.withResolvers<void>()
    const running = holder.use(never, () => end.promise)
    finish(0)
    await vi.waitFor(() => expect(holder.status().state).toBe('ready'))
    const order: string[] = []
    const work = Promise.withResolvers<void>()
    const without = holder.withoutEngine(never, async () => {
      order.push(`work, ${disposed.length} freed`)
      await work.promise
    })
    const late = holder.use(never, async () => void order.push('request'))
    end.resolve()
    await running
    await vi.waitFor(() => expect(order).toEqual(['work, 1 freed']))
    expect(loads).toHaveLength(1)
    work.resolve()
    await without
    await vi.waitFor(() => expect(loads).toHaveLength(2))
    finish(1)
    await late
    expect(order).toEqual(['work, 1 freed', 'request'])
  })
})

describe('an idle engine', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return () => vi.useRealTimers()
  })

  it('leaves memory after its time, and is loaded again', async () => {
    const { holder, loads, disposed, finish } = heldEngines({ idleMs: () => minute })
    const first = holder.use(never, idOf)
    finish(0)
    await first
    await vi.advanceTimersByTimeAsync(minute - 1)
    expect(disposed).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(disposed).toEqual(['a'])
    const second = holder.use(never, idOf)
    finish(1)
    await second
    expect(loads).toHaveLength(2)
  })

  it('is not idle while a request runs, however long', async () => {
    const { holder, disposed, finish } = heldEngines({ idleMs: () => minute })
    const end = Promise.withResolvers<void>()
    const running = holder.use(never, () => end.promise)
    finish(0)
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(disposed).toEqual([])
    end.resolve()
    await running
    await vi.advanceTimersByTimeAsync(minute)
    expect(disposed).toEqual(['a'])
  })
})

type Step = 'ask' | 'ask and stop' | 'switch' | 'rest' | 'idle' | 'without'

describe('whatever happens at once', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return () => vi.useRealTimers()
  })

  /** Runs the steps in any order of everything that waits; throws when a rule is broken. */
  async function run(s: fc.Scheduler, steps: readonly Step[]): Promise<void> {
    const inMemory = new Set<object>()
    const inUse = new Map<object, number>()
    const resting = new Set<object>()
    const faults: string[] = []
    let wanted = 'a'
    const holder = createEngineHolder({
      wanted: () => wanted,
      async load(model, signal) {
        const mark = {}
        inMemory.add(mark)
        if (inMemory.size > 1) faults.push('two engines in memory')
        await s.schedule(Promise.resolve(), 'load')
        if (signal.aborted) {
          inMemory.delete(mark)
          throw new PixieError('stopped', { what: 'Stopped', hint: 'Again.' })
        }
        const engine: Engine = {
          ...createScriptedEngine({ script: [] }),
          model: { id: model ?? '', path: '', sha256: null },
          async dispose() {
            if ((inUse.get(engine) ?? 0) > 0) faults.push('freed while used')
            await s.schedule(Promise.resolve(), 'dispose')
            inMemory.delete(mark)
          },
        }
        return engine
      },
      loadTokenizer: async () => null,
      idleMs: () => minute,
      rest: {
        afterMs: second,
        async work(engine, signal) {
          use(engine, 1)
          resting.add(engine)
          for (let chunk = 0; chunk < 3 && !signal.aborted; chunk++)
            await s.schedule(Promise.resolve(), 'rest')
          resting.delete(engine)
          use(engine, -1)
        },
      },
    })
    const use = (engine: Engine, change: 1 | -1) => inUse.set(engine, (inUse.get(engine) ?? 0) + change)
    const work = async (engine: Engine) => {
      use(engine, 1)
      if (resting.has(engine)) faults.push('at rest while used')
      await s.schedule(Promise.resolve(), 'work')
      use(engine, -1)
    }
    const ends: Promise<unknown>[] = []
    const does: Record<Step, () => void> = {
      ask: () => void ends.push(holder.use(never, work)),
      'ask and stop'() {
        const stop = new AbortController()
        ends.push(holder.use(stop.signal, work).catch(() => {}))
        void s.schedule(Promise.resolve(), 'stop').then(() => stop.abort())
      },
      switch() {
        wanted = wanted === 'a' ? 'b' : 'a'
        holder.refresh()
      },
      rest: () => void vi.advanceTimersByTime(second),
      idle: () => void vi.advanceTimersByTime(minute),
      without() {
        const alone = async () => {
          if (inMemory.size > 0) faults.push('not alone')
          await s.schedule(Promise.resolve(), 'alone')
          if (inMemory.size > 0) faults.push('not alone any more')
        }
        ends.push(holder.withoutEngine(never, alone))
      },
    }
    s.scheduleSequence(steps.map((step) => ({ label: step, builder: async () => does[step]() })))
    await s.waitIdle()
    await Promise.all(ends)
    vi.advanceTimersByTime(minute)
    await s.waitIdle()
    if (inMemory.size > 0) faults.push('not freed when idle')
    expect(faults).toEqual([])
  }

  it('two engines are never in memory, none is freed while used, every request ends', async () => {
    const step = fc.constantFrom<Step>('ask', 'ask and stop', 'switch', 'rest', 'idle', 'without')
    await fc.assert(fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 1, maxLength: 12 }), run), {
      numRuns: 300,
    })
  })
})

describe('the vocabulary', () => {
  it('follows the wanted model, and counting goes on when it is freed under a counter', async () => {
    const freed: (string | null)[] = []
    const { holder, state } = heldEngines({
      loadTokenizer: async (model) => ({
        countTokens: () => (model === 'a' ? 1 : 2),
        async dispose() {
          freed.push(model)
        },
      }),
    })
    const count = await holder.tokenizer()
    expect(count?.('a text of it')).toBe(1)
    state.wanted = 'b'
    holder.refresh()
    expect((await holder.tokenizer())?.('a text of it')).toBe(2)
    await vi.waitFor(() => expect(freed).toEqual(['a']))
    expect(count?.('a text of it')).toBe(3)
    await holder.close()
    expect(freed).toEqual(['a', 'b'])
  })

  it('is missed where the model is not here or its file is broken, and looked for again', async () => {
    let calls = 0
    const { holder } = heldEngines({
      async loadTokenizer() {
        calls += 1
        if (calls === 1) return null
        throw new Error('broken')
      },
    })
    expect(await holder.tokenizer()).toBeNull()
    expect(await holder.tokenizer()).toBeNull()
    expect(calls).toBe(2)
  })
})

describe('with the real library', () => {
  let box: ToyBox
  beforeEach(async () => {
    box = await ToyBox.open()
  })
  afterEach(() => box.close())

  it('switches while one model is generating, and each answer is of the model it was asked of', async () => {
    let wanted = 'one'
    const holder = createEngineHolder({
      wanted: () => wanted,
      load: (model) => box.engine(model ?? '', { says: [`I am ${model}.`] }),
      loadTokenizer: async () => null,
      idleMs: () => null,
    })
    const ask = () =>
      holder.use(never, async (engine) => {
        const { reply } = await box.respond(
          engine,
          { role: 'direct', tag: 'direct', instructions: 'Say.' },
          'Who?',
        )
        return reply.text
      })
    const first = ask()
    await vi.waitFor(() => expect(holder.status().state).toBe('ready'))
    wanted = 'two'
    holder.refresh()
    expect(await Promise.all([first, ask()])).toEqual(['I am one.', 'I am two.'])
    await holder.close()
  })
})
