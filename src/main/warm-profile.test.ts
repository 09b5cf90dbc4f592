/** A whole profile on an engine that keeps what it is told to read ahead. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createScriptedEngine } from './model/scripted-engine.ts'
import type { Pixie } from './pixie.ts'
import { withPixieOn } from './testing/pixie-on.ts'

const signal = new AbortController().signal
/** Those that leave a model anything to craft. */
const agents = ['l3.check_notebook.1', 'l3.find_file.1', 'l3.grep_memory.1']

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function inProfile(work: (pixie: Pixie, warmed: readonly string[]) => Promise<void>) {
  const engine = createScriptedEngine({
    // As the models that Pixie comes with have it.
    profile: { plannerCalibration: 0, followerChoice: 'scored', craftedCalls: 'open' },
    order: 'match',
    script: [
      { role: 'planner', score: { 'no tool': 0.9 } },
      { role: 'direct', text: 'Hello.' },
    ],
  })
  const warmed: string[] = []
  await withPixieOn({ ...engine, warm: async ({ tag }) => void warmed.push(tag) }, (pixie) =>
    work(pixie, warmed),
  )
}

it('has all that questions have in common read two seconds after the first one', async () => {
  await inProfile(async (pixie, warmed) => {
    await pixie.agent.ask({ question: 'Hello!', conversation: null, signal, emit: () => {} })
    await vi.advanceTimersByTimeAsync(1900)
    expect(warmed).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    await vi.waitFor(() => expect(warmed.at(-1)).toBe('planner'))
    expect(warmed).toEqual([...agents, 'l2', 'l2', 'l2', 'answer', 'planner'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(warmed).toHaveLength(8)
  })
})

it('leaves no trace of a turn', async () => {
  await inProfile(async (pixie, warmed) => {
    await pixie.agent.warmUp(signal)
    expect(warmed.at(-1)).toBe('planner')
    expect(pixie.traces.list(10)).toEqual([])
    expect(pixie.conversations.list()).toEqual([])
  })
})
