import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Engine, SessionSpec } from './engine.ts'
import { createLlamaEngine } from './llama.ts'
import { defaultProfile } from './profile.ts'
import { callTool, respondOptions, sessionSpec, ToyBox, word } from './testing/toy-engine.ts'

let box: ToyBox
let babbler: Engine

beforeAll(async () => {
  box = await ToyBox.open()
  babbler = await box.engine('babbler', { words: [word] })
}, 30_000)
afterEach(() => box.endSessions())
afterAll(() => box.close())

describe('admission', () => {
  it.each([
    ['the instructions', sessionSpec({ instructions: word.repeat(4100) }), 'x'],
    ['the input', sessionSpec(), word.repeat(4100)],
    ['the earlier turns', sessionSpec({ earlier: [{ user: 'x', reply: word.repeat(4100) }] }), 'x'],
    [
      "the tools' descriptions",
      sessionSpec({ tools: [{ ...callTool(async () => ''), description: word.repeat(4100) }] }),
      'x',
    ],
  ])('refuses before anything is evaluated and names %s', async (part, spec, input) => {
    const session = await box.session(babbler, spec)
    await expect(session.respond(input, respondOptions())).rejects.toMatchObject({
      code: 'context-exceeded',
      hint: expect.stringContaining(part),
    })
    expect(session.record().tokens).toEqual({ evaluated: 0, reused: 0, generated: 0 })
    await session.dispose()
  })

  it('holds tool-agents to the smaller window', async () => {
    const session = await box.session(babbler, sessionSpec({ role: 'l3' }))
    await expect(session.respond(word.repeat(2100), respondOptions())).rejects.toMatchObject({
      code: 'context-exceeded',
    })
    await session.dispose()
  })

  it('refuses when a tool result outgrows the window', async () => {
    const tool = callTool(async () => word.repeat(4000))
    const session = await box.session(babbler, sessionSpec({ tools: [tool], mustCall: 'first' }))
    await expect(session.respond('Go', respondOptions())).rejects.toMatchObject({
      code: 'context-exceeded',
      hint: expect.stringContaining('the conversation with its tool results'),
    })
    await session.dispose()
  })

  it('ends a reply that reaches the end of the window, without dropping anything', async () => {
    const { reply, record } = await box.respond(babbler, sessionSpec(), word.repeat(3900), {
      maxTokens: 2000,
    })
    expect(reply.end).toBe('max-tokens')
    expect(record.transcript).toContain('Follow the steps of the skill')
    expect(record.tokens.generated).toBeLessThan(200)
  })

  it('counts the prompt exactly', async () => {
    const session = await box.session(babbler, sessionSpec({ tag: 'count' }))
    const counted = session.countPrompt('How long?')
    await session.respond('How long?', respondOptions({ maxTokens: 1 }))
    const { evaluated, reused } = session.record().tokens
    expect(evaluated + reused).toBe(counted)
    await session.dispose()
  })
})

describe('stopping', () => {
  /** Stops a reply once `started` is called and expects everything free within a second. */
  async function expectStopped(
    specOf: (started: () => void) => SessionSpec,
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
    const session = await box.session(babbler, specOf(started))
    onStart(started, more)
    const reply = session.respond(input, respondOptions({ maxTokens: 4000, ...more, signal: stop.signal }))
    await expect(reply).rejects.toMatchObject({ code: 'stopped' })
    expect(performance.now() - stoppedAt).toBeLessThan(1000)
    const record = session.record()
    await session.dispose()
    const after = await box.respond(babbler, sessionSpec(), 'Still there?', { maxTokens: 3 })
    expect(after.reply.end).toBe('max-tokens')
    return record
  }

  it('works while the prompt is evaluated', async () => {
    const record = await expectStopped(
      () => sessionSpec({ tag: 'prefill' }),
      `A new one ${word.repeat(3600)}`,
      (started) => setTimeout(started, 15),
    )
    expect(record.tokens.generated).toBe(0)
    expect(record.tokens.evaluated).toBeLessThan(3600)
  })

  it('works while the model generates', async () => {
    const record = await expectStopped(
      () => sessionSpec(),
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
      (started) => sessionSpec({ tools: [hanging(started)], mustCall: 'first' }),
      'Go',
      () => {},
    )
    expect(signal?.aborted).toBe(true)
  })

  it('works while a long tool result is evaluated, and leaves the sequence sound', async () => {
    const fresh = sessionSpec({ tag: 'sound', instructions: 'Something else.' })
    const expected = await box.respond(babbler, fresh, 'Talk', { maxTokens: 12 })
    const lengthy = (started: () => void) =>
      callTool(async () => {
        setTimeout(started, 4)
        return word.repeat(3000)
      })
    const record = await expectStopped(
      (started) => sessionSpec({ tools: [lengthy(started)], mustCall: 'first' }),
      'Go',
      () => {},
    )
    expect(record.tokens.evaluated).toBeLessThan(3000)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => box.respond(babbler, fresh, 'Talk', { maxTokens: 12 })),
    )
    for (const { reply } of replies) expect(reply).toEqual(expected.reply)
  })

  it('works before it begins', async () => {
    await expectStopped(() => sessionSpec(), 'Go')
  })

  it('ends a reply at its time limit', async () => {
    const { reply } = await box.respond(babbler, sessionSpec(), 'Talk', { maxTokens: 3000, timeLimitMs: 120 })
    expect(reply.end).toBe('time')
  })

  it('ends at the limit of tokens wherever it strikes, calls included', async () => {
    for (const maxTokens of [1, 2, 3, 10, 20, 21, 22, 23, 24, 25, 30, 40]) {
      const tool = callTool(async () => 'again')
      const { reply, record } = await box.respond(
        babbler,
        sessionSpec({ tools: [tool], mustCall: 'first' }),
        'Go',
        {
          maxTokens,
        },
      )
      expect(reply.end).toBe('max-tokens')
      expect(record.tokens.generated).toBeLessThanOrEqual(maxTokens)
    }
  })
})

describe('disposal', () => {
  it('is safe while it generates, and twice', async () => {
    const engine = await box.engine('short-lived', {})
    const session = await box.session(engine, sessionSpec())
    const reply = session.respond('Talk', respondOptions({ maxTokens: 3000 }))
    reply.catch(() => {})
    await sleep(50)
    await Promise.all([engine.dispose(), engine.dispose()])
    await expect(reply).rejects.toMatchObject({ code: 'stopped' })
    await expect(engine.createSession(sessionSpec())).rejects.toMatchObject({ code: 'engine-failed' })
    await session.dispose()
  })

  it('ends a session’s use', async () => {
    const session = await box.session(babbler, sessionSpec())
    await session.dispose()
    await expect(session.respond('x', respondOptions())).rejects.toMatchObject({ code: 'internal' })
  })

  it('of a model that is none is a clear error', async () => {
    const load = (modelPath: string) =>
      createLlamaEngine({ modelPath, modelId: 'x', sha256: null, profile: defaultProfile, threads: 1 })
    await expect(load(join(box.folder, 'missing.gguf'))).rejects.toMatchObject({ code: 'no-model' })
    await expect(load(import.meta.filename)).rejects.toMatchObject({ code: 'engine-failed' })
  })
})
