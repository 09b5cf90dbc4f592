/** The ledger on the real library: a toy model has a token for each byte, so what each part costs is known beforehand. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Ledger, type LedgerPart, ledgerTotal } from '../../shared/ledger.ts'
import type { Engine, SessionRecord, SessionSpec } from './engine.ts'
import { callTool, respondOptions, sessionSpec, ToyBox } from './testing/toy-engine.ts'

let box: ToyBox
let babbler: Engine

beforeAll(async () => {
  box = await ToyBox.open()
  babbler = await box.engine('babbler')
}, 30_000)
afterEach(() => box.endSessions())
afterAll(() => box.close())

const bytes = (text: string) => Buffer.byteLength(text)
const tokens = ({ parts }: Ledger, part: LedgerPart) => parts.find((each) => each.part === part)?.tokens ?? 0

function expectExact({ ledger, tokens: { evaluated, reused, generated } }: SessionRecord): void {
  expect(ledgerTotal(ledger)).toBe(evaluated + reused + generated)
}

const base = 'Be kind. 🙂 日本'
const menu = '\n\nYour skills:\n- @search-info: Looks.'
const labelled: Partial<SessionSpec> = {
  instructions: base + menu,
  labels: {
    instructions: [
      { part: 'base', text: base },
      { part: 'menu', text: menu },
    ],
    earlier: 'examples',
    tools: 'call-tool',
  },
  earlier: [{ user: 'user', reply: 'assistant' }],
}
const inputPieces = [
  { part: 'guidance', text: 'The user asks: ' },
  { part: 'question', text: 'What is e\u0301? 👩‍👩‍👧' },
] as const
const input = inputPieces.map(({ text }) => text).join('')

describe('a reply', () => {
  it('is counted part by part, to the token', async () => {
    const session = await box.session(babbler, sessionSpec(labelled))
    const given = session.countPrompt(input)
    await session.respond(input, respondOptions({ inputPieces, maxTokens: 7 }))
    const record = session.record()
    expectExact(record)
    expect(record.ledger.parts.map(({ part }) => part)).toEqual([
      'base',
      'menu',
      'guidance',
      'examples',
      'question',
      'answer',
      'format',
    ])
    expect(record.ledger).toMatchObject({ largestPrompt: given })
    expect(tokens(record.ledger, 'base')).toBe(bytes(base))
    expect(tokens(record.ledger, 'menu')).toBe(bytes(menu))
    expect(tokens(record.ledger, 'examples')).toBe(bytes('userassistant'))
    expect(tokens(record.ledger, 'guidance')).toBe(bytes(inputPieces[0].text))
    expect(tokens(record.ledger, 'question')).toBe(bytes(inputPieces[1].text))
    expect(tokens(record.ledger, 'answer')).toBe(7)
    expect(ledgerTotal(record.ledger) - 7).toBe(given)
  })

  it('counts what was taken over from before as it counts what was read', async () => {
    const ask = () => box.respond(babbler, sessionSpec(labelled), input, { inputPieces, maxTokens: 3 })
    await ask()
    const { record } = await ask()
    expect(record.tokens.reused).toBeGreaterThan(20)
    expectExact(record)
    expect(tokens(record.ledger, 'base')).toBe(bytes(base))
  })

  it('with its beginning given has that as a part', async () => {
    const session = await box.session(babbler, sessionSpec())
    const given = session.countPrompt('Is it?')
    await session.respond('Is it?', respondOptions({ replyStart: 'Yes:', maxTokens: 3 }))
    const record = session.record()
    expectExact(record)
    expect(tokens(record.ledger, 'beginnings')).toBe(4)
    expect(record.ledger.largestPrompt).toBe(given + 4)
  })

  it('that is stopped while it is read has what was read', async () => {
    const session = await box.session(babbler, sessionSpec({ ...labelled, role: 'direct' }))
    const long = respondOptions({ signal: AbortSignal.timeout(15) })
    await expect(session.respond('x'.repeat(3000), long)).rejects.toMatchObject({ code: 'stopped' })
    const record = session.record()
    expect(record.tokens.evaluated).toBeLessThan(3000)
    expectExact(record)
  })

  it('refuses pieces that are another text', async () => {
    const session = await box.session(babbler, sessionSpec())
    const wrong = respondOptions({ inputPieces: [{ part: 'question', text: 'Go!' }] })
    await expect(session.respond('Go', wrong)).rejects.toThrow(/labelled pieces/)
  })
})

describe('calls', () => {
  it('are counted in each round that read them, with their schema and results', async () => {
    const halt = new Error('halt')
    const result = 'Three notes: 日本 🙂'
    let calls = 0
    const tool = callTool(async () => {
      calls += 1
      if (calls === 3) throw halt
      return result
    })
    const engine = await box.engine('narrator', {
      says: ['Sure.\n', '{"name": ', '"call_tool"', ', "arguments'],
    })
    const session = await box.session(engine, sessionSpec({ ...labelled, tools: [tool] }))
    await expect(session.respond(input, respondOptions({ inputPieces, maxTokens: 500 }))).rejects.toBe(halt)
    const record = session.record()
    expectExact(record)
    expect(tokens(record.ledger, 'base')).toBe(3 * bytes(base))
    expect(tokens(record.ledger, 'question')).toBe(3 * bytes(inputPieces[1].text))
    // Of the second round one, of the third two.
    expect(tokens(record.ledger, 'results')).toBe(3 * bytes(result))
    const schema = /<tools>\n(.*)\n<\/tools>/.exec(record.transcript)?.[1] ?? ''
    expect(schema).toContain('Runs one tool.')
    // Control tokens of the toy are one token each; in the schema there is none.
    expect(tokens(record.ledger, 'call-tool') % 3).toBe(0)
    expect(tokens(record.ledger, 'call-tool') / 3).toBe(engine.countTokens(schema))
    expect(tokens(record.ledger, 'answer')).toBe(0)
  })

  it('that is forced has its fixed words beside what the model wrote', async () => {
    const tool = callTool(() => Promise.reject(new Error('done')))
    const session = await box.session(babbler, sessionSpec({ tools: [tool], mustCall: 'once' }))
    const given = session.countPrompt('Go')
    await expect(session.respond('Go', respondOptions())).rejects.toThrow('done')
    const record = session.record()
    expectExact(record)
    expect(record.ledger.largestPrompt).toBe(given)
    const { evaluated, reused, generated } = record.tokens
    expect(tokens(record.ledger, 'calls')).toBe(evaluated + reused + generated - given)
    const call = record.transcript.slice(record.transcript.lastIndexOf('<tool_call>'))
    expect(tokens(record.ledger, 'calls')).toBeLessThanOrEqual(babbler.countTokens(call) + 4)
  })
})

describe('scores', () => {
  it('are counted by part, what is weighed beside the prompt, and the prompt again for the reply after them', async () => {
    const session = await box.session(babbler, sessionSpec({ ...labelled, role: 'planner' }))
    const given = session.countPrompt(input)
    const options = { signal: new AbortController().signal, inputPieces, replyStart: "I'll use " }
    await session.score(input, { ...options, candidates: ['@find-file', '@find-note', 'no tool'] })
    const scored = session.record()
    expectExact(scored)
    expect(tokens(scored.ledger, 'question')).toBe(bytes(inputPieces[1].text))
    expect(tokens(scored.ledger, 'beginnings')).toBe(scored.tokens.evaluated + scored.tokens.reused - given)
    expect(tokens(scored.ledger, 'beginnings')).toBeGreaterThanOrEqual(9)
    await session.score(input, { ...options, candidates: ['@find-file', '@find-note', 'no tool'] })
    await session.respond(input, respondOptions({ inputPieces, maxTokens: 2 }))
    const record = session.record()
    expectExact(record)
    expect(tokens(record.ledger, 'base')).toBe(3 * bytes(base))
    expect(tokens(record.ledger, 'answer')).toBe(2)
  })

  it('of a call count its beginning as one', async () => {
    const tool = callTool(() => Promise.reject(new Error('done')))
    const session = await box.session(babbler, sessionSpec({ tools: [tool], mustCall: 'first' }))
    const given = session.countPrompt('Go')
    const replyStart = { tool: tool.name, argument: 'tool' }
    const signal = new AbortController().signal
    await session.score('Go', { signal, replyStart, candidates: ['find_file', 'current_date'] })
    const record = session.record()
    expectExact(record)
    expect(tokens(record.ledger, 'beginnings')).toBe(record.tokens.evaluated + record.tokens.reused - given)
  })
})
