import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../shared/json-schema.ts'
import type { Engine } from './engine.ts'
import { callTool, respondOptions, sessionSpec, ToyBox, word } from './testing/toy-engine.ts'
import { narratedCalls } from './wrappers/testing/narrated-calls.ts'

let box: ToyBox
let babbler: Engine
let narrator: Engine

beforeAll(async () => {
  box = await ToyBox.open()
  babbler = await box.engine('babbler', { words: [word] })
  narrator = await box.engine('narrator', {
    says: ['Sure, I will.\n', '{"name": ', '"call_tool"', ', "arguments'],
  })
}, 30_000)
afterEach(() => box.endSessions())
afterAll(() => box.close())

describe('the loop', () => {
  it('forces the first call, with arguments held to their schema', async () => {
    const seen: Arguments[] = []
    const tool = callTool(async (args) => {
      seen.push(args)
      return 'nothing found'
    })
    const { reply, record } = await box.respond(
      babbler,
      sessionSpec({ tools: [tool], mustCall: 'once' }),
      'Go',
    )
    expect(seen).toHaveLength(1)
    expect(['find_file', 'check_notebook', 'current_date']).toContain(seen[0]?.tool)
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
    const tool = callTool(() => Promise.reject(thrown))
    const session = await box.session(babbler, sessionSpec({ tools: [tool], mustCall: 'first' }))
    const caught = await session.respond('Go', respondOptions()).then(
      () => 'no error',
      (error: unknown) => ({ error }),
    )
    expect(caught).toEqual({ error: thrown })
    if (typeof caught === 'object') expect(caught.error).toBe(thrown)
    expect(session.record().transcript).toContain('"arguments": {')
    await session.dispose()
    const { reply } = await box.respond(babbler, sessionSpec(), 'Still there?', { maxTokens: 5 })
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
    const session = await box.session(narrator, sessionSpec({ tools: [tool] }))
    await expect(
      session.respond('Go', respondOptions({ maxTokens: 500, onText: (text) => shown.push(text) })),
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

  it.each(narratedCalls)(
    'makes a real call of %s, with and without a sentence before it',
    async (name, text) => {
      for (const sentence of ['', 'Sure, let me look that up.\n']) {
        const halt = new Error('ran')
        const half = Math.ceil(text.length / 2)
        const says = [sentence, text.slice(0, half), text.slice(half)].filter((piece) => piece !== '')
        const engine = await box.engine(`says ${name}${sentence.length}`.replaceAll(/\W/g, '-'), { says })
        try {
          const tool = callTool(async () => {
            throw halt
          })
          const session = await engine.createSession(sessionSpec({ tools: [tool] }))
          const shown: string[] = []
          await expect(
            session.respond('Go', respondOptions({ onText: (piece) => shown.push(piece) })),
          ).rejects.toBe(halt)
          expect(shown.join('')).toBe(sentence)
          expect(session.record().transcript).toMatch(/<tool_call>\n\{"name": "call_tool", "arguments": \{/)
        } finally {
          await engine.dispose()
        }
      }
    },
  )

  it('keeps a written call in the reply where it is told to', async () => {
    const tool = callTool(async () => 'ok')
    const { reply } = await box.respond(narrator, sessionSpec({ tools: [tool], narratedCalls: 'keep' }), 'Go')
    expect(reply).toEqual({ text: 'Sure, I will.\n{"name": "call_tool", "arguments', end: 'done' })
  })

  it('ends the reply where call syntax begins when no call is possible', async () => {
    const tool = callTool(async () => 'ok')
    const once = await box.respond(
      narrator,
      sessionSpec({ role: 'l3', tools: [tool], mustCall: 'once' }),
      'Go',
    )
    expect(once.reply).toEqual({ text: 'Sure, I will.', end: 'done' })
  })

  it('passes text that looks like a call when no such tool is bound', async () => {
    const { reply } = await box.respond(narrator, sessionSpec(), 'Go')
    expect(reply).toEqual({ text: 'Sure, I will.\n{"name": "call_tool", "arguments', end: 'done' })
  })

  it('begins the reply as asked and does not repeat it', async () => {
    const shown: string[] = []
    const { reply, record } = await box.respond(narrator, sessionSpec(), 'Go', {
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
      const agent = sessionSpec({ role: 'l3', tag: 'l3.find_file.1', tools: [inner], mustCall: 'once' })
      innerText = (await box.respond(babbler, agent, 'Find it')).record.transcript
      return 'outer result'
    })
    const { record } = await box.respond(babbler, sessionSpec({ tools: [outer], mustCall: 'once' }), 'Go')
    expect(innerText).toContain('inner result')
    expect(record.transcript).toContain('outer result')
    expect(record.transcript).not.toContain('inner result')
  })

  it('lets two sessions generate at once, each as if alone', async () => {
    const alone: string[] = []
    for (const input of ['one', 'two']) {
      alone.push((await box.respond(babbler, sessionSpec(), input, { maxTokens: 20 })).reply.text)
    }
    const together = await Promise.all(
      ['one', 'two'].map((input) => box.respond(babbler, sessionSpec(), input, { maxTokens: 20 })),
    )
    expect(together.map(({ reply }) => reply.text)).toEqual(alone)
  })
})

describe('the start token', () => {
  it.each([
    ['<|im_start|>', '<|im_start|>system'],
    ['<|endoftext|>', '<|endoftext|><|im_start|>system'],
  ] as const)('%s is written once', async (startToken, beginning) => {
    const engine = await box.engine(`start-${startToken.length}`, { startToken, says: ['Yes.'] })
    const { reply, record } = await box.respond(engine, sessionSpec(), 'Is it?')
    expect(reply.text).toBe('Yes.')
    expect(record.transcript.startsWith(`${beginning}\nFollow`)).toBe(true)
    await engine.dispose()
  })
})

describe('warm prefixes', () => {
  it('evaluate little of a second prompt that begins the same', async () => {
    const long = sessionSpec({ instructions: `Rules: ${word.repeat(400)}`, tag: 'warm' })
    const first = await box.respond(babbler, long, 'first question', { maxTokens: 4 })
    const second = await box.respond(babbler, long, 'second question', { maxTokens: 4 })
    expect(first.record.tokens.evaluated).toBeGreaterThan(400)
    const { evaluated, reused } = second.record.tokens
    expect(reused / (reused + evaluated)).toBeGreaterThan(0.85)
    const before = babbler.usage()
    await box.respond(babbler, long, 'second question', { maxTokens: 4 })
    expect(babbler.usage().generated - before.generated).toBe(4)
  })

  it('make those who find no free sequence wait', async () => {
    const sessions = await Promise.all(Array.from({ length: 4 }, () => narrator.createSession(sessionSpec())))
    let isServed = false
    const fifth = narrator.createSession(sessionSpec()).then((session) => {
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

describe('scores', () => {
  const candidates = ['@find-file', '@find-file-2', '@calendar', 'no tool', '@find']

  it('sum to one, tell candidates apart and change nothing', async () => {
    const session = await box.session(babbler, sessionSpec({ role: 'planner', tag: 'planner' }))
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

  it('of the values of a call are those of the call as it would be written', async () => {
    const tool = callTool(async () => '')
    const session = await box.session(babbler, sessionSpec({ tag: 'call', tools: [tool], mustCall: 'first' }))
    const scores = await session.score('Where is it?', {
      signal: new AbortController().signal,
      replyStart: { tool: tool.name, argument: 'tool' },
      candidates: ['find_file', 'find_files', 'grep_memory'],
    })
    expect(scores.map(Math.exp).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5)
    const { transcript, tokens } = session.record()
    expect(transcript).toContain(`<tool_call>\n{"name": "${tool.name}", "arguments": {"tool": "\n[scored `)
    expect(tokens.generated).toBe(0)
    await session.dispose()
  })

  it('leave the prompt warm for a reply', async () => {
    const session = await box.session(babbler, sessionSpec({ tag: 'score-then-reply' }))
    await session.score('Is it?', {
      signal: new AbortController().signal,
      replyStart: '',
      candidates: ['yes', 'no'],
    })
    const { evaluated } = session.record().tokens
    await session.respond('Is it?', respondOptions({ maxTokens: 1 }))
    expect(session.record().tokens.evaluated - evaluated).toBeLessThanOrEqual(2)
    await session.dispose()
  })

  it('stop with the signal', async () => {
    const session = await box.session(babbler, sessionSpec())
    const scoring = session.score(word.repeat(2000), {
      signal: AbortSignal.timeout(5),
      replyStart: '',
      candidates: ['yes', 'no'],
    })
    await expect(scoring).rejects.toMatchObject({ code: 'stopped' })
    await session.dispose()
  })
})
