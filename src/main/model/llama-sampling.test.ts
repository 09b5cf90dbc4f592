/** What a call costs on the real library: a toy model has a token for each byte, so each token of a call is known. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../shared/json-schema.ts'
import { ledgerTotal } from '../../shared/ledger.ts'
import type { BoundTool } from './engine.ts'
import { lineBreaks } from './llama-sampling.ts'
import { respondOptions, sessionSpec, ToyBox } from './testing/toy-engine.ts'

const halt = new Error('halt')
const four = '\n'.repeat(4)
let box: ToyBox

beforeAll(async () => {
  box = await ToyBox.open()
}, 30_000)
afterEach(() => box.endSessions())
afterAll(() => box.close())

/** One forced call, with the text of its arguments as the model wrote it. */
async function call(name: string, words: readonly string[], maxTokens = 120) {
  const engine = await box.engine(name, { words })
  const seen: Arguments[] = []
  const tool: BoundTool = {
    name: 'look',
    description: 'Looks.',
    // Words of plain letters: what a toy babbles freely is no text.
    parameters: { type: 'object', properties: { place: { type: 'string', enum: ['attic', 'cellar'] } } },
    async execute(args) {
      seen.push(args)
      throw halt
    },
  }
  const session = await box.session(engine, sessionSpec({ tools: [tool], mustCall: 'once' }))
  const end = await session.respond('Go', respondOptions({ maxTokens })).then(
    (reply) => reply.end,
    (error: unknown) => error,
  )
  const record = session.record()
  const text = record.transcript.split('"arguments": ').at(-1)?.trimEnd() ?? ''
  return { end, seen, record, text }
}

const bytes = (text: string) => Buffer.byteLength(text)
/** The tool's name and the line break that ends it. */
const nameTokens = bytes('look\n')

describe('the end of the arguments of a call', () => {
  it.each([
    ['four line breaks', [four], 1],
    ['two', ['\n\n'], 2],
    ['three', ['\n\n\n'], 2],
    ['more than are wanted', ['\n'.repeat(5)], 4],
    ['one alone', [], 4],
  ] as const)('takes as few tokens as a vocabulary with a token for %s allows', async (_, words, ending) => {
    const { end, seen, record, text } = await call(`breaks-${words[0]?.length ?? 1}`, words)
    expect(end).toBe(halt)
    expect(seen).toEqual([JSON.parse(text)])
    expect(record.tokens.generated).toBe(nameTokens + bytes(text) + ending)
    expect(ledgerTotal(record.ledger)).toBe(
      record.tokens.evaluated + record.tokens.reused + record.tokens.generated,
    )
  })

  it('counts for the bound of tokens', async () => {
    const { record } = await call('bound', [four])
    const needed = record.tokens.generated
    expect((await call('bound', [four], needed)).end).toBe(halt)
    expect((await call('bound', [four], needed - 1)).end).toBe('max-tokens')
  })
})

describe('line breaks', () => {
  const vocabulary = (texts: readonly string[]) => ({
    tokenize: (text: string) => (texts.includes(text) ? [texts.indexOf(text)] : [0, 0]),
    detokenize: ([token = 0]: readonly number[]) => texts[token] ?? '',
  })

  it.each([
    [4, ['\n', '\n\n', '\n\n\n\n'], 2],
    [3, ['\n', '\n\n', '\n\n\n\n'], 1],
    [1, ['\n', '\n\n'], 0],
    [0, ['\n'], undefined],
    [4, [' '], undefined],
  ])('at most %i of %j are token %s', (most, texts, token) => {
    // Tokens are numbers with a brand.
    const model = vocabulary(texts) as unknown as Parameters<typeof lineBreaks>[0]
    expect(lineBreaks(model, most)).toBe(token)
  })

  it('are never a token that stands for another text', () => {
    const model = { tokenize: () => [7], detokenize: () => ' ' } as unknown as Parameters<
      typeof lineBreaks
    >[0]
    expect(lineBreaks(model, 4)).toBeUndefined()
  })
})
