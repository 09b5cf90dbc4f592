import { describe, expect, it } from 'vitest'
import { defaultProfile } from '../model/profile.ts'
import { createScriptedEngine } from '../model/scripted-engine.ts'
import type { Tool } from '../tools/tool.ts'
import { createCallTool } from './call-tool.ts'
import { followerInstructions, runFollower } from './follower.ts'
import { ToolLoopHalt } from './signals.ts'
import { fakeTool } from './testing/fixtures.ts'

const steps = [
  {
    slug: 'search-info',
    body: 'FIRST use @check-notebook.',
    nested: [{ slug: 'fetch-file', body: 'Use @find-file.' }],
  },
]
const five: Tool[] = (
  ['check_notebook', 'find_file', 'list_devices', 'grep_memory', 'current_date', 'queryCalendar'] as const
).map((name) => fakeTool(name))

async function bound(tools: readonly Tool[]) {
  const engine = createScriptedEngine({ script: [{ role: 'l2', rounds: [{ text: 'Nothing to do.' }] }] })
  await runFollower({
    engine,
    rationale: "I'll use @search-info.",
    question: 'q',
    earlier: '',
    instructions: followerInstructions(steps, tools),
    tools: [
      createCallTool(
        tools.filter(({ l2Exposed }) => l2Exposed).map(({ name }) => name),
        defaultProfile,
        async () => '',
      ),
    ],
    toolsPart: 'call-tool',
    needsReply: true,
    signal: new AbortController().signal,
  }).catch(() => undefined)
  const spec = engine.specs[0]
  return { engine, spec, tokens: engine.countTokens(spec?.instructions ?? '') }
}

describe('L2', () => {
  it('"is only ever handed one" tool: call_tool with two strings', async () => {
    const { spec } = await bound(five)
    expect(spec?.tools).toHaveLength(1)
    expect(spec?.tools?.[0]?.name).toBe('call_tool')
    expect(
      Object.entries(spec?.tools?.[0]?.parameters.properties ?? {}).map(([name, { type }]) => [name, type]),
    ).toEqual([
      ['tool', 'string'],
      ['instruction', 'string'],
    ])
  })

  it('reads the steps, those of mentioned skills, and "a single signature line" a tool', async () => {
    const { spec } = await bound(five)
    const lines = spec?.instructions.split('\n') ?? []
    expect(spec?.instructions).toContain('Steps of @search-info:\nFIRST use @check-notebook.')
    expect(spec?.instructions).toContain('Steps of @fetch-file:\nUse @find-file.')
    for (const tool of five)
      expect(lines.filter((line) => line === tool.signature)).toHaveLength(
        tool.name === 'list_devices' ? 0 : 1,
      )
  })

  it('never sees a schema, a crafting rule or a hidden tool ("list_devices … is hidden from L2 entirely")', async () => {
    const { spec } = await bound(five)
    const all = JSON.stringify(spec)
    expect(all).not.toContain('schema text')
    expect(all).not.toContain('Craft ')
    expect(all).not.toContain('list_devices')
  })

  it('"per-turn overhead grows by one signature line each, not one schema each" at 6, 20 and 50 tools', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => {
        const tool = five[i % five.length] ?? fakeTool('find_file')
        return { ...tool, l2Exposed: true, signature: `t${i}${tool.signature}` }
      })
    const [at6, at20, at50] = await Promise.all([6, 20, 50].map(async (n) => (await bound(many(n))).tokens))
    const line = (from: number, to: number, n: number) => (to - from) / n
    expect(line(at6 ?? 0, at20 ?? 0, 14)).toBeLessThan(50)
    expect(line(at20 ?? 0, at50 ?? 0, 30)).toBeLessThan(50)
    const shown = async (n: number) =>
      (await bound(many(n))).spec?.tools?.map(({ description }) => description)
    expect(await shown(50)).toEqual(await shown(6))
    const sixInstructions = (await bound(many(6))).spec?.instructions.split('\n') ?? []
    const sevenInstructions = (await bound(many(7))).spec?.instructions.split('\n') ?? []
    expect(sevenInstructions.filter((l) => !sixInstructions.includes(l))).toEqual([many(7)[6]?.signature])
  })

  it("has the article's description of call_tool; a profile may leave the example out", () => {
    const withExample = createCallTool([], defaultProfile, async () => '').description
    expect(withExample).toBe(
      'Use ONE of your available tools. Put the tool\'s name in `tool` and, in `instruction`, a plain-language description of exactly what you want from it (e.g. tool "find_file", instruction "the user\'s resume, to read their email address"). You\'ll get the result and can call again. Do NOT write tool arguments yourself — just say what you want. When your steps are done, DON\'T call this — reply with your answer.',
    )
    expect(
      createCallTool([], { ...defaultProfile, callToolExample: false }, async () => '').description,
    ).toBe(
      withExample.replace(
        ' (e.g. tool "find_file", instruction "the user\'s resume, to read their email address")',
        '',
      ),
    )
  })

  it('"throws ToolLoopHalt, which propagates out of the tool" and ends the turn of L2', async () => {
    const engine = createScriptedEngine({
      script: [
        {
          role: 'l2',
          rounds: [{ call: 'call_tool', args: { tool: 'find_file', instruction: 'x' } }, { text: 'no' }],
        },
      ],
    })
    const outcome = await runFollower({
      engine,
      rationale: '',
      question: 'q',
      earlier: '',
      instructions: [],
      tools: [
        createCallTool(['find_file'], defaultProfile, () => Promise.reject(new ToolLoopHalt('find_file'))),
      ],
      toolsPart: 'call-tool',
      needsReply: true,
      signal: new AbortController().signal,
    })
    expect(outcome).toEqual({ kind: 'halt' })
  })

  it('is cut off in a reply that nobody reads, and not in one that is the answer', async () => {
    const run = async (needsReply: boolean) => {
      const engine = createScriptedEngine({
        script: [{ role: 'l2', rounds: [{ text: 'I am sorry. '.repeat(40) }] }],
      })
      return runFollower({
        engine,
        rationale: '',
        question: 'q',
        earlier: '',
        instructions: [],
        tools: [],
        toolsPart: 'call-tool',
        needsReply,
        signal: new AbortController().signal,
      })
    }
    expect(await run(false)).toEqual({ kind: 'reply', text: '' })
    expect(await run(true)).toMatchObject({ text: 'I am sorry. '.repeat(40).trim() })
  })
})
