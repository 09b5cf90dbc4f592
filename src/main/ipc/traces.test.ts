import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Turn } from '../../shared/turn.ts'
import { checked, type TestServices, testServices } from './testing/test-services.ts'
import { tracesHandlers } from './traces.ts'

const ledger = { parts: [{ part: 'base', tokens: 123 }], largestPrompt: 103 }

function traced({ pixie }: TestServices, isEnded: boolean): string {
  const conversation = pixie.conversations.create().id
  const id = pixie.traces.start({ question: 'What is my shoe size?', conversation })
  pixie.conversations.append(conversation, { role: 'user', text: 'What is my shoe size?', trace: id })
  pixie.traces.putSession(id, 0, {
    role: 'planner',
    tag: 'planner',
    instructions: 'You plan.',
    tools: [{ name: 'plan', schema: { type: 'object' } }],
    input: 'What is my shoe size?',
    output: '@search-info: 0.840',
    transcript: '<|im_start|>system\nYou plan.<|im_end|>',
    tokens: { evaluated: 3, reused: 100, generated: 20 },
    ms: 120,
    error: null,
    startedMs: 10,
    ledger,
  })
  const turn: Turn = {
    answer: '39',
    mode: 'plan',
    end: 'answered',
    replanned: false,
    plan: { handles: ['@search-info'], rationale: "I'll use @search-info.", tools: [] },
    dispatches: [],
    sources: [],
    tokens: { evaluated: 3, reused: 100, generated: 20, byRole: {} },
    ledger,
    ms: 130,
    model: 'toy',
    conversation,
    trace: id,
  }
  if (isEnded) pixie.traces.finish(id, turn)
  return id
}

describe('a trace', () => {
  it('is shown whole, with its conversation and what came of the turn', async () => {
    await using test = testServices()
    const traces = tracesHandlers(test.services)
    const view = checked('traces.get', await traces['traces.get']({ trace: traced(test, true) }))
    expect(view).toMatchObject({
      question: 'What is my shoe size?',
      conversation: { title: 'What is my shoe size?' },
      steps: [{ tag: 'planner', tools: [{ name: 'plan', schema: { type: 'object' } }], ms: 120 }],
      turn: { answer: '39', plan: { handles: ['@search-info'] } },
      windowTokens: 4096,
    })
    expect(view.steps).toMatchObject([{ startedMs: 10, ledger }])
  })

  it('tells what the newest turn was spent on', async () => {
    await using test = testServices()
    const traces = tracesHandlers(test.services)
    const last = async () => checked('traces.last-ledger', await traces['traces.last-ledger']({}))
    expect(await last()).toBeNull()
    const trace = traced(test, true)
    traced(test, false)
    expect(await last()).toEqual({ trace, question: 'What is my shoe size?', ledger })
  })

  it('of a turn that never ended is shown as far as it came', async () => {
    await using test = testServices()
    const traces = tracesHandlers(test.services)
    const view = checked('traces.get', await traces['traces.get']({ trace: traced(test, false) }))
    expect(view).toMatchObject({ turn: null, conversation: { title: 'What is my shoe size?' } })
    expect(checked('traces.list', await traces['traces.list']({ limit: 5 }))).toMatchObject([
      { end: null, steps: 1 },
    ])
  })

  it('that is gone is not found', async () => {
    await using test = testServices()
    const traces = tracesHandlers(test.services)
    expect(() => traces['traces.get']({ trace: 'nothing' })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
  })

  it('is exported where the dialog says, by default without the owner’s words', async () => {
    await using test = testServices()
    const traces = tracesHandlers(test.services)
    const trace = traced(test, true)
    expect(await traces['traces.export']({ trace, isRedacted: true })).toBeNull()
    const file = path.join(test.root, 'out.json')
    test.chosen.push(file, file)
    expect(await traces['traces.export']({ trace, isRedacted: true })).toBe('out.json')
    expect(readFileSync(file, 'utf8')).not.toContain('shoe')
    await traces['traces.export']({ trace, isRedacted: false })
    expect(readFileSync(file, 'utf8')).toContain('shoe size')
    test.chosen.push(path.join(test.root, 'no', 'such', 'folder.json'))
    await expect(traces['traces.export']({ trace, isRedacted: true })).rejects.toMatchObject({
      code: 'permission-denied',
    })
  })
})
