import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../shared/json-schema.ts'
import type { BoundTool, Engine, RespondOptions, Session, SessionSpec } from './engine.ts'
import { createLlamaEngine } from './llama.ts'
import { defaultProfile } from './profile.ts'
import { writeToyModel } from './toy-gguf.ts'

/** A word that is one token, to make long prompts of known length. */
const word = 'lorem '

let folder: string
let babbler: Engine
let narrator: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pixie-toy-'))
  babbler = await openToy('babbler', { words: [word] })
  narrator = await openToy('narrator', {
    says: ['Sure, I will.\n', '{"name": ', '"call_tool"', ', "arguments'],
  })
}, 30_000)

afterAll(async () => {
  await babbler?.dispose()
  await narrator?.dispose()
  await rm(folder, { recursive: true, force: true })
})

const opened: Session[] = []

/** A session that is disposed after the test, whatever happens. */
async function open(engine: Engine, sessionSpec: SessionSpec): Promise<Session> {
  const session = await engine.createSession(sessionSpec)
  opened.push(session)
  return session
}

afterEach(async () => {
  for (const session of opened.splice(0)) await session.dispose()
})

async function openToy(name: string, options: Parameters<typeof writeToyModel>[1]): Promise<Engine> {
  const modelPath = join(folder, `${name}.gguf`)
  await writeToyModel(modelPath, options)
  return createLlamaEngine({ modelPath, modelId: name, sha256: null, profile: defaultProfile, threads: 1 })
}

const options = (more: Partial<RespondOptions> = {}): RespondOptions => ({
  signal: new AbortController().signal,
  maxTokens: 120,
  timeLimitMs: 20_000,
  ...more,
})

const callTool = (execute: BoundTool['execute']): BoundTool => ({
  name: 'call_tool',
  description: 'Runs one tool.',
  parameters: {
    type: 'object',
    properties: {
      tool: { type: 'string', enum: ['find_file', 'check_notebook'] },
      instruction: { type: 'string', maxLength: 12 },
    },
  },
  execute,
})

const spec = (more: Partial<SessionSpec> = {}): SessionSpec => ({
  role: 'l2',
  tag: 'l2',
  instructions: 'Follow the steps of the skill, one call at a time, and then say what you found.',
  ...more,
})

/** Runs one session to its end and gives it back. */
async function respond(
  engine: Engine,
  sessionSpec: SessionSpec,
  input: string,
  more?: Partial<RespondOptions>,
) {
  const session = await open(engine, sessionSpec)
  try {
    const reply = await session.respond(input, options(more))
    return { reply, record: session.record() }
  } finally {
    await session.dispose()
  }
}

describe('the loop', () => {
  it('forces the first call, with arguments held to their schema', async () => {
    const seen: Arguments[] = []
    const tool = callTool(async (args) => {
      seen.push(args)
      return 'nothing found'
    })
    const { reply, record } = await respond(babbler, spec({ tools: [tool], mustCall: 'once' }), 'Go')
    expect(seen).toHaveLength(1)
    expect(['find_file', 'check_notebook']).toContain(seen[0]?.tool)
    expect([...String(seen[0]?.instruction)].length).toBeLessThanOrEqual(12)
    expect(reply.end).toBe('max-tokens')
    expect(record.transcript).toContain('<tool_response>\nnothing found\n</tool_response><|im_end|>')
    expect(record.tokens.generated).toBeLessThanOrEqual(120)
  })

  it.each([
    ['an error', new Error('halt')],
    ['something that is no error', 'just a text'],
    ['undefined', undefined],
  ])('lets %s that a tool throws leave respond unchanged, and stays usable', async (_, thrown) => {
    const tool = callTool(async () => {
      throw thrown
    })
    const session = await open(babbler, spec({ tools: [tool], mustCall: 'first' }))
    const caught = await session.respond('Go', options()).then(
      () => 'no error',
      (error: unknown) => ({ error }),
    )
    expect(caught).toEqual({ error: thrown })
    if (typeof caught === 'object') expect(caught.error).toBe(thrown)
    expect(session.record().transcript).toContain('"arguments": {')
    await session.dispose()
    const { reply } = await respond(babbler, spec(), 'Still there?', { maxTokens: 5 })
    expect(reply.end).toBe('max-tokens')
  })

  it('turns a call that the model writes as text into a real one, again and again', async () => {
    const halt = new Error('halt')
    const seen: Arguments[] = []
    const tool = callTool(async (args) => {
      seen.push(args)
      if (seen.length === 3) throw halt
      return 'ok'
    })
    const shown: string[] = []
    const session = await open(narrator, spec({ tools: [tool] }))
    await expect(
      session.respond('Go', options({ maxTokens: 500, onText: (text) => shown.push(text) })),
    ).rejects.toBe(halt)
    expect(seen).toHaveLength(3)
    expect(shown.join('')).not.toContain('{')
    const { transcript } = session.record()
    expect(transcript).toContain(
      'Sure, I will.\n{"name": "call_tool"\n[taken back; rendered anew:]\n<tool_call>',
    )
    expect(transcript.split('<tool_response>')).toHaveLength(3)
    await session.dispose()
  })

  it('ends the reply where call syntax begins when no call is possible', async () => {
    const tool = callTool(async () => 'ok')
    const once = await respond(narrator, spec({ role: 'l3', tools: [tool], mustCall: 'once' }), 'Go')
    expect(once.reply).toEqual({ text: 'Sure, I will.', end: 'done' })
  })

  it('passes text that looks like a call when no such tool is bound', async () => {
    const { reply } = await respond(narrator, spec(), 'Go')
    expect(reply).toEqual({ text: 'Sure, I will.\n{"name": "call_tool", "arguments', end: 'done' })
  })

  it('begins the reply as asked and does not repeat it', async () => {
    const shown: string[] = []
    const { reply, record } = await respond(narrator, spec(), 'Go', {
      replyStart: 'The answer:\n',
      onText: (text) => shown.push(text),
    })
    expect(record.transcript).toContain('<|im_start|>assistant\nThe answer:')
    expect(reply.text).not.toContain('The answer')
    expect(shown.join('').trim()).toBe(reply.text)
  })

  it('runs a tool-agent inside a call without sharing its sequence', async () => {
    const inner = callTool(async () => 'inner result')
    let innerText = ''
    const outer = callTool(async () => {
      const agent = spec({ role: 'l3', tag: 'l3.find_file.1', tools: [inner], mustCall: 'once' })
      innerText = (await respond(babbler, agent, 'Find it')).record.transcript
      return 'outer result'
    })
    const { record } = await respond(babbler, spec({ tools: [outer], mustCall: 'once' }), 'Go')
    expect(innerText).toContain('inner result')
    expect(record.transcript).toContain('outer result')
    expect(record.transcript).not.toContain('inner result')
  })

  it('lets two sessions generate at once, each as if alone', async () => {
    const alone = await Promise.all(['one', 'two'].map((input) => input)).then(async (inputs) => {
      const replies = []
      for (const input of inputs)
        replies.push((await respond(babbler, spec(), input, { maxTokens: 20 })).reply.text)
      return replies
    })
    const together = await Promise.all(
      ['one', 'two'].map((input) => respond(babbler, spec(), input, { maxTokens: 20 })),
    )
    expect(together.map(({ reply }) => reply.text)).toEqual(alone)
  })
})

describe('warm prefixes', () => {
  it('evaluate little of a second prompt that begins the same', async () => {
    const long = spec({ instructions: `Rules: ${word.repeat(400)}`, tag: 'warm' })
    const first = await respond(babbler, long, 'first question', { maxTokens: 4 })
    const second = await respond(babbler, long, 'second question', { maxTokens: 4 })
    expect(first.record.tokens.evaluated).toBeGreaterThan(400)
    const { evaluated, reused } = second.record.tokens
    expect(reused / (reused + evaluated)).toBeGreaterThan(0.85)
    const before = babbler.usage()
    await respond(babbler, long, 'second question', { maxTokens: 4 })
    expect(babbler.usage().generated - before.generated).toBe(4)
  })

  it('make those who find no free sequence wait', async () => {
    const sessions = await Promise.all(Array.from({ length: 4 }, () => narrator.createSession(spec())))
    let isServed = false
    const fifth = narrator.createSession(spec()).then((session) => {
      isServed = true
      return session
    })
    await sleep(20)
    expect(isServed).toBe(false)
    await sessions[2]?.dispose()
    await (await fifth).dispose()
    for (const session of sessions) await session.dispose()
  })
})

describe('admission', () => {
  it.each([
    ['the instructions', spec({ instructions: word.repeat(4100) }), 'x'],
    ['the input', spec(), word.repeat(4100)],
    ['the earlier turns', spec({ earlier: [{ user: 'x', reply: word.repeat(4100) }] }), 'x'],
    [
      "the tools' descriptions",
      spec({ tools: [{ ...callTool(async () => ''), description: word.repeat(4100) }] }),
      'x',
    ],
  ])('refuses before anything is evaluated and names %s', async (part, sessionSpec, input) => {
    const session = await open(babbler, sessionSpec)
    await expect(session.respond(input, options())).rejects.toMatchObject({
      code: 'context-exceeded',
      hint: expect.stringContaining(part),
    })
    expect(session.record().tokens).toEqual({ evaluated: 0, reused: 0, generated: 0 })
    await session.dispose()
  })

  it('holds tool-agents to the smaller window', async () => {
    const session = await open(babbler, spec({ role: 'l3' }))
    await expect(session.respond(word.repeat(2100), options())).rejects.toMatchObject({
      code: 'context-exceeded',
    })
    await session.dispose()
  })

  it('refuses when a tool result outgrows the window', async () => {
    const tool = callTool(async () => word.repeat(4000))
    const session = await open(babbler, spec({ tools: [tool], mustCall: 'first' }))
    await expect(session.respond('Go', options())).rejects.toMatchObject({
      code: 'context-exceeded',
      hint: expect.stringContaining('the conversation with its tool results'),
    })
    await session.dispose()
  })

  it('ends a reply that reaches the end of the window, without dropping anything', async () => {
    const { reply, record } = await respond(babbler, spec(), word.repeat(3900), { maxTokens: 2000 })
    expect(reply.end).toBe('max-tokens')
    expect(record.transcript).toContain('Follow the steps of the skill')
    expect(record.tokens.generated).toBeLessThan(200)
  })

  it('counts the prompt exactly', async () => {
    const session = await open(babbler, spec({ tag: 'count' }))
    const counted = session.countPrompt('How long?')
    await session.respond('How long?', options({ maxTokens: 1 }))
    const { evaluated, reused } = session.record().tokens
    expect(evaluated + reused).toBe(counted)
    await session.dispose()
  })
})

describe('stopping', () => {
  /** Stops a reply once `started` is called and expects everything free within a second. */
  async function expectStopped(
    sessionSpec: (started: () => void) => SessionSpec,
    input: string,
    onStart: (started: () => void, more: { onText?: () => void }) => void = (started) => started(),
  ) {
    const stop = new AbortController()
    let stoppedAt = 0
    const started = () => {
      stoppedAt = performance.now()
      stop.abort()
    }
    const more: { onText?: () => void } = {}
    const session = await open(babbler, sessionSpec(started))
    onStart(started, more)
    const reply = session.respond(input, options({ maxTokens: 4000, ...more, signal: stop.signal }))
    await expect(reply).rejects.toMatchObject({ code: 'stopped' })
    expect(performance.now() - stoppedAt).toBeLessThan(1000)
    const record = session.record()
    await session.dispose()
    const after = await respond(babbler, spec(), 'Still there?', { maxTokens: 3 })
    expect(after.reply.end).toBe('max-tokens')
    return record
  }

  it('works while the prompt is evaluated', async () => {
    const record = await expectStopped(
      () => spec({ tag: 'prefill' }),
      `A new one ${word.repeat(3600)}`,
      (started) => setTimeout(started, 15),
    )
    expect(record.tokens.generated).toBe(0)
    expect(record.tokens.evaluated).toBeLessThan(3600)
  })

  it('works while the model generates', async () => {
    const record = await expectStopped(
      () => spec(),
      'Talk',
      (started, more) => {
        more.onText = started
      },
    )
    expect(record.tokens.generated).toBeGreaterThan(0)
    expect(record.tokens.generated).toBeLessThan(100)
  })

  it('works while a tool runs, even one that does not listen', async () => {
    let signal: AbortSignal | undefined
    const hanging = (started: () => void) =>
      callTool((_args, context) => {
        signal = context.signal
        setImmediate(started)
        return new Promise(() => {})
      })
    await expectStopped(
      (started) => spec({ tools: [hanging(started)], mustCall: 'first' }),
      'Go',
      () => {},
    )
    expect(signal?.aborted).toBe(true)
  })

  it('works before it begins', async () => {
    await expectStopped(() => spec(), 'Go')
  })

  it('ends a reply at its time limit', async () => {
    const { reply } = await respond(babbler, spec(), 'Talk', { maxTokens: 3000, timeLimitMs: 120 })
    expect(reply.end).toBe('time')
  })

  it('ends at the limit of tokens wherever it strikes, calls included', async () => {
    for (const maxTokens of [1, 2, 3, 10, 20, 21, 22, 23, 24, 25, 30, 40]) {
      const tool = callTool(async () => 'again')
      const { reply, record } = await respond(babbler, spec({ tools: [tool], mustCall: 'first' }), 'Go', {
        maxTokens,
      })
      expect(reply.end).toBe('max-tokens')
      expect(record.tokens.generated).toBeLessThanOrEqual(maxTokens)
    }
  })
})

describe('scores', () => {
  const candidates = ['@find-file', '@find-file-2', '@calendar', 'no tool', '@find']

  it('sum to one, tell candidates apart and change nothing', async () => {
    const session = await open(babbler, spec({ role: 'planner', tag: 'planner' }))
    const score = () =>
      session.score('Where is it?', {
        signal: new AbortController().signal,
        replyStart: "I'll use ",
        candidates,
      })
    const first = await score()
    expect(first.map(Math.exp).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5)
    expect(new Set(first).size).toBe(candidates.length)
    const evaluated = session.record().tokens.evaluated
    const second = await score()
    expect(second).toEqual(first.map((value) => expect.closeTo(value, 3)))
    expect(session.record().tokens.evaluated - evaluated).toBeLessThan(40)
    expect(session.record().tokens.generated).toBe(0)
    expect(session.record().transcript).toMatch(/\[scored [\d.]+ %\] no tool/)
    await session.dispose()
  })

  it('leave the prompt warm for a reply', async () => {
    const session = await open(babbler, spec({ tag: 'score-then-reply' }))
    await session.score('Is it?', {
      signal: new AbortController().signal,
      replyStart: '',
      candidates: ['yes', 'no'],
    })
    const { evaluated } = session.record().tokens
    await session.respond('Is it?', options({ maxTokens: 1 }))
    expect(session.record().tokens.evaluated - evaluated).toBeLessThanOrEqual(2)
    await session.dispose()
  })

  it('stop with the signal', async () => {
    const session = await open(babbler, spec())
    const scoring = session.score(word.repeat(2000), {
      signal: AbortSignal.timeout(5),
      replyStart: '',
      candidates: ['yes', 'no'],
    })
    await expect(scoring).rejects.toMatchObject({ code: 'stopped' })
    await session.dispose()
  })
})

describe('disposal', () => {
  it('is safe while it generates, and twice', async () => {
    const engine = await openToy('short-lived', {})
    const session = await open(engine, spec())
    const reply = session.respond('Talk', options({ maxTokens: 3000 }))
    reply.catch(() => {})
    await sleep(50)
    await Promise.all([engine.dispose(), engine.dispose()])
    await expect(reply).rejects.toMatchObject({ code: 'stopped' })
    await expect(engine.createSession(spec())).rejects.toMatchObject({ code: 'engine-failed' })
    await session.dispose()
  })

  it('ends a session’s use', async () => {
    const session = await open(babbler, spec())
    await session.dispose()
    await expect(session.respond('x', options())).rejects.toMatchObject({ code: 'internal' })
  })

  it('of a model that is none is a clear error', async () => {
    const load = (modelPath: string) =>
      createLlamaEngine({ modelPath, modelId: 'x', sha256: null, profile: defaultProfile, threads: 1 })
    await expect(load(join(folder, 'missing.gguf'))).rejects.toMatchObject({ code: 'no-model' })
    await expect(load(import.meta.filename)).rejects.toMatchObject({ code: 'engine-failed' })
  })
})
