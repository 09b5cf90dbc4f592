import { describe, expect, it } from 'vitest'
import type { BoundTool, RespondOptions, SessionSpec } from './engine.ts'
import { createScriptedEngine, type ScriptedStep } from './scripted-engine.ts'

const options = (more: Partial<RespondOptions> = {}): RespondOptions => ({
  signal: new AbortController().signal,
  maxTokens: 100,
  timeLimitMs: 1000,
  ...more,
})

const spec = (more: Partial<SessionSpec> = {}): SessionSpec => ({
  role: 'l2',
  tag: 'l2',
  instructions: 'Follow the skill.',
  ...more,
})

const echo = (execute: BoundTool['execute'] = async (args) => `found ${args.query}`): BoundTool => ({
  name: 'echo',
  description: 'Echoes.',
  parameters: { type: 'object', properties: { query: { type: 'string', maxLength: 10 } } },
  execute,
})

const calling = (args: Record<string, string>): ScriptedStep => ({
  role: 'l2',
  rounds: [{ call: 'echo', args }, { text: 'All done.' }],
})

describe('the scripted engine', () => {
  it('runs the bound tool and ends with the text', async () => {
    const engine = createScriptedEngine({ script: [calling({ query: 'key' })] })
    const session = await engine.createSession(spec({ tools: [echo()] }))
    const pieces: string[] = []
    expect(await session.respond('go', options({ onText: (piece) => pieces.push(piece) }))).toEqual({
      text: 'All done.',
      end: 'done',
    })
    expect(pieces.join('')).toBe('All done.')
    expect(engine.calls[0]?.toolCalls).toEqual([
      { name: 'echo', args: { query: 'key' }, result: 'found key' },
    ])
    expect(session.record().transcript).toContain('<result>found key')
    engine.assertDone()
  })

  it('lets what a tool throws leave respond as the same object', async () => {
    const halt = new Error('halt')
    const engine = createScriptedEngine({ script: [calling({ query: 'key' })] })
    const session = await engine.createSession(
      spec({
        tools: [
          echo(async () => {
            throw halt
          }),
        ],
      }),
    )
    await expect(session.respond('go', options())).rejects.toBe(halt)
    engine.assertDone()
  })

  it('turns probabilities into logarithms that sum to one, the rest shared', async () => {
    const engine = createScriptedEngine({ script: [{ role: 'planner', score: { a: 0.5 } }] })
    const session = await engine.createSession(spec({ role: 'planner', tag: 'planner' }))
    const scores = await session.score('x', {
      signal: new AbortController().signal,
      replyStart: '',
      candidates: ['a', 'b', 'c'],
    })
    expect(scores.map(Math.exp)).toEqual([0.5, 0.25, 0.25].map((share) => expect.closeTo(share, 6)))
  })

  it.each<[string, ScriptedStep[], SessionSpec, RegExp]>([
    ['a call nobody scripted', [], spec(), /nobody scripted/],
    ['an unexpected tag', [{ role: 'l2', tag: 'other', text: 'x' }], spec(), /expected the tag other/],
    ['an unexpected input', [{ role: 'l2', expectInput: /passport/, text: 'x' }], spec(), /not the expected/],
    [
      'a prompt over the window',
      [{ role: 'l2', text: 'x' }],
      spec({ instructions: 'x'.repeat(16_400) }),
      /does not fit 4096/,
    ],
    ['a tool that is not bound', [calling({ query: 'key' })], spec(), /not bound/],
    [
      'arguments that do not fit',
      [calling({ query: 'much too long' })],
      spec({ tools: [echo()] }),
      /longer than 10/,
    ],
    ['an unknown argument', [calling({ query: 'a', more: 'b' })], spec({ tools: [echo()] }), /"more" is not/],
    [
      'text where a call is due',
      [{ role: 'l2', text: 'x' }],
      spec({ tools: [echo()], mustCall: 'first' }),
      /must be a call/,
    ],
    ['a score where a reply is due', [{ role: 'l2', score: {} }], spec(), /expected score/],
  ])('fails loudly on %s, and again in assertDone', async (_, script, sessionSpec, message) => {
    const engine = createScriptedEngine({ script })
    const session = await engine.createSession(sessionSpec)
    await expect(session.respond('hello', options())).rejects.toThrow(message)
    expect(() => engine.assertDone()).toThrow(message)
  })

  it('reports a scripted call that never came', () => {
    const engine = createScriptedEngine({ script: [{ role: 'answer', text: 'x' }] })
    expect(() => engine.assertDone()).toThrow('1 of answer')
  })

  it('stops a hanging model and a hanging tool', async () => {
    const engine = createScriptedEngine({ script: [{ role: 'l2', hang: true }, calling({ query: 'a' })] })
    for (const tools of [[], [echo(() => new Promise(() => {}))]]) {
      const stop = new AbortController()
      const session = await engine.createSession(spec({ tools }))
      const reply = session.respond('go', options({ signal: stop.signal }))
      setTimeout(() => stop.abort(), 10)
      await expect(reply).rejects.toMatchObject({ code: 'stopped' })
    }
    engine.assertDone()
  })

  it('counts what consecutive sessions of a role share as reused', async () => {
    const script: ScriptedStep[] = [
      { role: 'l2', text: 'x' },
      { role: 'l2', text: 'x' },
    ]
    const engine = createScriptedEngine({ script })
    const records = []
    for (const input of ['one', 'two']) {
      const session = await engine.createSession(spec({ instructions: 'long '.repeat(200) }))
      await session.respond(input, options())
      records.push(session.record().tokens)
    }
    expect(records[0]?.reused).toBe(0)
    expect(records[1]?.reused).toBeGreaterThan(240)
    expect(engine.usage().generated).toBe(2)
  })
})
