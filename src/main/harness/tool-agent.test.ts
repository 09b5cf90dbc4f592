import { describe, expect, it } from 'vitest'
import type { PromptProfile } from '../model/profile.ts'
import { createScriptedEngine, type ScriptedStep } from '../model/scripted-engine.ts'
import type { Tool } from '../tools/tool.ts'
import { fakeTool, note } from './testing/fixtures.ts'
import { runToolAgent } from './tool-agent.ts'

async function run(tool: Tool, step: ScriptedStep, profile: Partial<PromptProfile> = {}, personWords = true) {
  const engine = createScriptedEngine({ script: [step], profile })
  const done = await runToolAgent(engine, {
    tool,
    step: 1,
    instruction: 'the email address',
    question: 'How do I write to Ada?',
    signal: new AbortController().signal,
    personWords,
    onToolStart: () => {},
  })
  engine.assertDone()
  return { ...done, engine }
}

const calls = (args: Record<string, string>, text?: string): ScriptedStep => ({
  role: 'l3',
  rounds: [{ call: 'check_notebook', args }, ...(text === undefined ? [] : [{ text }])],
})

describe('the tool-agent', () => {
  it('"The session\'s instructions are blunt", with the crafting rules of its tool appended', async () => {
    const { engine } = await run(fakeTool('check_notebook'), calls({ query: 'ada' }))
    expect(engine.specs[0]?.instructions).toBe(
      "You have exactly one tool: check_notebook. Your ONLY job is to call it once, with well-crafted arguments, to satisfy the user's instruction — then briefly state what it returned. You MUST call check_notebook; never answer from your own knowledge.\nCraft check_notebook well.",
    )
  })

  it('"empty history", "bound with exactly one real tool", which it must call', async () => {
    const { engine } = await run(fakeTool('check_notebook'), calls({ query: 'ada' }))
    const spec = engine.specs[0]
    expect(spec?.earlier ?? []).toEqual([])
    expect(spec?.tools?.map(({ name }) => name)).toEqual(['check_notebook'])
    expect(spec?.mustCall).toBe('once')
  })

  it("reads L2's instruction and, beside it, the person's own words", async () => {
    const { engine } = await run(fakeTool('check_notebook'), calls({ query: 'ada' }))
    expect(engine.calls[0]?.input).toBe("the email address\nThe user's own words: How do I write to Ada?")
    const without = await run(fakeTool('check_notebook'), calls({ query: 'ada' }), {}, false)
    expect(without.engine.calls[0]?.input).toBe('the email address')
  })

  it('gives the compact result back without generating a report', async () => {
    const { text } = await run(fakeTool('check_notebook', [note('x')]), calls({ query: 'ada' }))
    expect(text).toBe('1 found')
  })

  it('"reports back in a sentence or two" where the profile says so', async () => {
    const { text } = await run(
      fakeTool('check_notebook', [note('x')]),
      calls({ query: 'ada' }, 'There is one note about Ada.'),
      { toolAgentReply: 'report' },
    )
    expect(text).toBe('There is one note about Ada.')
  })

  it.each([
    '{"name": "check_notebook", "arguments": {"query": "ada"}}',
    '```json\n{"name":"check_notebook","arguments":{}}\n```',
    '<tool_call>',
    '  ',
  ])('replaces a report that is call syntax or empty by the compact result: %j', async (report) => {
    const tool = fakeTool('check_notebook', [note('x')])
    const { text } = await run(tool, calls({ query: 'ada' }, report), { toolAgentReply: 'report' })
    expect(text).toBe('1 found')
  })

  it('runs the tool with the question when the call was cut off by its bound', async () => {
    const tool = fakeTool('check_notebook', [note('x')])
    const done = await run(tool, { role: 'l3', text: '', end: 'max-tokens' })
    expect(done.arguments).toEqual({ query: 'How do I write to Ada?' })
    expect(tool.runs).toHaveLength(1)
  })

  it('takes arguments that code knows over those of the model, and tells the model about them', async () => {
    const tool: Tool & { runs: unknown[] } = {
      ...fakeTool('check_notebook'),
      resolveArguments: () => ({ query: '2027-03-11' }),
    }
    const done = await run(tool, calls({ query: '2023-01-01' }))
    expect(done.arguments).toEqual({ query: '2027-03-11' })
    expect(done.engine.calls[0]?.input).toContain('Use query 2027-03-11.')
  })
})
