import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../shared/json-schema.ts'
import type { BoundTool, Engine, RespondOptions, SessionSpec } from './engine.ts'
import { createLlamaEngine } from './llama.ts'
import { modelFolder } from './model-host.ts'
import { defaultProfile } from './profile.ts'

const modelPath = join(modelFolder(process.env), 'qwen2.5-coder-0.5b-instruct.gguf')
/** On CI a missing model is a failure; on a laptop these tests are skipped. */
const isSkipped = !existsSync(modelPath) && process.env.CI === undefined

const options = (more: Partial<RespondOptions> = {}): RespondOptions => ({
  signal: new AbortController().signal,
  maxTokens: 200,
  timeLimitMs: 100_000,
  ...more,
})

const callTool = (execute: BoundTool['execute']): BoundTool => ({
  name: 'call_tool',
  description: 'Run one tool by handing it an instruction in plain words.',
  parameters: {
    type: 'object',
    properties: {
      tool: { type: 'string', enum: ['check_notebook', 'find_file'] },
      instruction: { type: 'string', maxLength: 60 },
    },
  },
  execute,
})

const steps: SessionSpec = {
  role: 'l2',
  tag: 'l2',
  instructions:
    'Answer the person. First look in the notebook with check_notebook. When it has nothing, look with find_file. ' +
    'When a result answers the question, say the answer.\n\nTools:\ncheck_notebook: the notebook\nfind_file: documents',
  mustCall: 'first',
}

describe.skipIf(isSkipped)('the engine on a small real model', () => {
  let engine: Engine

  beforeAll(async () => {
    engine = await createLlamaEngine({
      modelPath,
      modelId: 'qwen2.5-coder-0.5b-instruct',
      sha256: null,
      profile: defaultProfile,
      threads: 1,
    })
  })
  afterAll(() => engine?.dispose())

  async function run(spec: SessionSpec, input: string, more?: Partial<RespondOptions>) {
    const session = await engine.createSession(spec)
    const shown: string[] = []
    try {
      const reply = await session.respond(input, options({ ...more, onText: (text) => shown.push(text) }))
      return { reply, shown: shown.join(''), ...session.record() }
    } finally {
      await session.dispose()
    }
  }

  it('makes real calls in a row, although it writes the later ones as text', async () => {
    const halt = new Error('both tools ran')
    const seen: Arguments[] = []
    const tool = callTool(async (args) => {
      seen.push(args)
      const tools = new Set(seen.map((call) => call.tool))
      if (tools.size === 2) throw halt
      return args.tool === 'find_file'
        ? 'No file yet. Look in the notebook with check_notebook.'
        : 'The notebook says: see the file passport.pdf. Use find_file.'
    })
    const shown: string[] = []
    const session = await engine.createSession({ ...steps, tools: [tool] })
    const reply = session.respond(
      'What is my passport number?',
      options({ onText: (text) => shown.push(text) }),
    )
    await expect(reply).rejects.toBe(halt)
    expect(seen.length).toBeGreaterThan(1)
    expect(shown.join('')).not.toMatch(/"name"|tool_call|"arguments"/)
    const { transcript } = session.record()
    // Each call is rendered as the family writes it, and the text that was taken back is on record.
    expect(transcript.match(/<tool_call>\n\{"name": "call_tool", "arguments": \{/g)).toHaveLength(seen.length)
    await session.dispose()
  })

  it('reuses a warm prefix for the next question', async () => {
    const halt = new Error('halt')
    const tool = callTool(async () => {
      throw halt
    })
    const spec: SessionSpec = { ...steps, tag: 'reuse', tools: [tool] }
    const usage = []
    for (const input of ['Where is my rental contract?', 'When does my passport expire?']) {
      const session = await engine.createSession(spec)
      await expect(session.respond(input, options())).rejects.toBe(halt)
      usage.push(session.record().tokens)
      await session.dispose()
    }
    const { evaluated, reused } = usage[1] ?? { evaluated: 1, reused: 0 }
    expect(reused / (evaluated + reused)).toBeGreaterThan(0.85)
  })

  it('leaves a reply about code alone, tools bound or not', async () => {
    const tool = callTool(async () => 'not called')
    const { reply } = await run(
      { role: 'direct', tag: 'direct', instructions: 'You help with programming.', tools: [tool] },
      'Write a JSON object for a person called Alice who is 3 years old. Do not use any tool.',
      { maxTokens: 80 },
    )
    expect(reply.text).toContain('{')
    expect(reply.text).toContain('Alice')
  })

  it('holds strings to their length in characters, emoji included', async () => {
    const halt = new Error('halt')
    const seen: Arguments[] = []
    const tool: BoundTool = {
      name: 'find_file',
      description: 'Finds the exact text.',
      parameters: { type: 'object', properties: { query: { type: 'string', maxLength: 4 } } },
      execute: async (args) => {
        seen.push(args)
        throw halt
      },
    }
    const reply = run(
      {
        role: 'l3',
        tag: 'l3',
        instructions: 'Call find_file with the text, copied.',
        tools: [tool],
        mustCall: 'once',
      },
      'Search for exactly this text: 😀😀😀😀😀😀😀😀',
    )
    await expect(reply).rejects.toBe(halt)
    expect(seen).toEqual([{ query: '😀😀😀😀' }])
  })

  it('scores candidates as probabilities and follows the question', async () => {
    const spec: SessionSpec = {
      role: 'planner',
      tag: 'planner',
      instructions:
        'Choose the handle for the request.\n- @check-schedule: events and appointments\n- @fetch-file: hands over a document',
      earlier: [
        { user: 'Am I free on Monday?', reply: "I'll use @check-schedule." },
        { user: 'Open my resume', reply: "I'll use @fetch-file." },
      ],
    }
    const session = await engine.createSession(spec)
    const candidates = ['@check-schedule', '@fetch-file', 'no tool']
    const best = []
    for (const input of ['What meetings do I have on Friday?', 'Open the rental contract']) {
      const scores = await session.score(input, {
        signal: new AbortController().signal,
        replyStart: "I'll use ",
        candidates,
      })
      expect(scores.map(Math.exp).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5)
      best.push(candidates[scores.indexOf(Math.max(...scores))])
    }
    expect(best).toEqual(['@check-schedule', '@fetch-file'])
    await session.dispose()
  })

  it('stops within a second during a long prompt', async () => {
    const session = await engine.createSession({ role: 'answer', tag: 'answer', instructions: 'Sum up.' })
    const stop = new AbortController()
    const reply = session.respond(
      'A sentence of a long document. '.repeat(400),
      options({ signal: stop.signal }),
    )
    let stoppedAt = 0
    setTimeout(() => {
      stoppedAt = performance.now()
      stop.abort()
    }, 700)
    await expect(reply).rejects.toMatchObject({ code: 'stopped' })
    expect(performance.now() - stoppedAt).toBeLessThan(1000)
    expect(session.record().tokens.evaluated).toBeLessThan(2000)
    await session.dispose()
  })
})
