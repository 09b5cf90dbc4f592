/** A whole profile on an engine that keeps what it is told to read ahead. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { machineLibrary } from './model/model-access.ts'
import { createScriptedEngine } from './model/scripted-engine.ts'
import { createPixie } from './pixie.ts'
import { tempProfile } from './store/testing/temp-profile.ts'

const signal = new AbortController().signal
/** Those that leave a model anything to craft. */
const agents = ['l3.check_notebook.1', 'l3.find_file.1', 'l3.grep_memory.1']

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function inProfile(
  work: (pixie: ReturnType<typeof createPixie>, warmed: readonly string[]) => Promise<void>,
) {
  using profile = tempProfile()
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
  const pixie = createPixie({
    dataDir: profile.dataDir,
    clock: { now: () => Date.UTC(2026, 10, 30, 9), zone: 'UTC' },
    given: { now: true, tz: true },
    model: null,
    models: {
      engine: async () => ({ ...engine, warm: async ({ tag }) => void warmed.push(tag) }),
      tokenizer: async () => null,
      checks: [],
      library: machineLibrary(),
    },
    command: 'pixie test',
    onNotice: () => {},
  })
  try {
    await work(pixie, warmed)
  } finally {
    await pixie.close()
  }
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
