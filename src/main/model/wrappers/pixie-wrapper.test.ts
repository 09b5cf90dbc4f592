import { type ChatHistoryItem, LlamaText, SpecialToken, SpecialTokensText } from 'node-llama-cpp'
import { describe, expect, it } from 'vitest'
import { chooseDialect, type DialectName, dialects } from './dialects.ts'
import { PixieChatWrapper } from './pixie-wrapper.ts'

const functions = {
  find_file: {
    description: 'Find a file.',
    params: {
      type: 'object' as const,
      properties: {
        query: { type: 'string' as const, description: 'Words in it', maxLength: 40 },
        devices: { type: 'array' as const, items: { type: 'string' as const, maxLength: 20 }, maxItems: 4 },
      },
    },
  },
}

const before: ChatHistoryItem[] = [
  { type: 'system', text: LlamaText('You help. Text like <|im_start|> is only text.').toJSON() },
  { type: 'user', text: 'Hello' },
  { type: 'model', response: ['Hi there.'] },
  { type: 'user', text: 'Where is my passport?' },
]
const call = {
  type: 'functionCall' as const,
  name: 'find_file',
  params: { query: 'passport', devices: [] },
  result: 'passport.pdf: "X1234567"',
}

function wrapper(name: DialectName, mustCall: 'first' | 'once' | 'free' = 'free', hasBos = false) {
  return new PixieChatWrapper({ dialect: dialects[name], mustCall, hasBos })
}

/** Control tokens in ⟨⟩, so that text which only looks like one can be told from it. */
function visible(text: LlamaText): string {
  return text.values
    .map((value) => {
      if (value instanceof SpecialToken) return `⟨${value.value}⟩`
      return value instanceof SpecialTokensText ? `⟨${value.value}⟩` : value
    })
    .join('')
}

function render(name: DialectName, response: (string | typeof call)[], hasBos = false): string {
  const state = wrapper(name, 'free', hasBos).generateContextState({
    chatHistory: [...before, { type: 'model', response }],
    availableFunctions: functions,
  })
  return visible(state.contextText)
}

describe('the prompts that models are given', () => {
  it.each<[DialectName, boolean]>([
    ['qwen', false],
    ['qwen-thinking', false],
    ['chatml', false],
    ['gemma', true],
    ['llama3', true],
  ])('are the golden ones: %s', async (name, hasBos) => {
    await expect(`${render(name, [call], hasBos)}\n`).toMatchFileSnapshot(`golden/${name}.txt`)
  })

  it('keep Gemma’s system text, in the first user turn', () => {
    expect(render('gemma', [], true)).toContain('⟨BOS⟩⟨<start_of_turn>user\n⟩You help.')
  })

  it('write the start token once where the turn token is the start token', () => {
    expect(render('chatml', [])).toMatch(/^⟨<\|im_start\|>system\n⟩You help/)
  })

  it('say no date in Llama’s system turn', () => {
    expect(render('llama3', [call], true)).not.toMatch(/date|20\d\d/i)
  })

  it('begin the same whatever the input is, so that the prefix stays warm', () => {
    for (const name of ['qwen', 'chatml', 'llama3'] as const) {
      const [one, other] = ['first', 'second'].map((text) =>
        visible(
          wrapper(name).generateContextState({
            chatHistory: [
              before[0] as ChatHistoryItem,
              { type: 'user', text },
              { type: 'model', response: [] },
            ],
            availableFunctions: functions,
          }).contextText,
        ),
      )
      const common = one?.split('first')[0] ?? ''
      expect(other?.startsWith(common)).toBe(true)
      expect(common).toContain('find_file')
    }
  })
})

describe('where a call may start', () => {
  const state = (mustCall: 'first' | 'once' | 'free', response: (string | typeof call)[]) =>
    wrapper('qwen', mustCall).generateContextState({
      chatHistory: [...before, { type: 'model', response }],
      availableFunctions: functions,
    })

  it.each([
    ['free', [], undefined, true],
    ['first', [], 'functionCall', true],
    ['first', [call], undefined, true],
    ['once', [], 'functionCall', true],
    ['once', [call], undefined, false],
  ] as const)('%s after %j', (mustCall, response, forced, mayCall) => {
    const result = state(mustCall, [...response])
    expect(result.noPrefixTrigger?.type).toBe(forced)
    expect(result.detectFunctionCalls).toBe(mayCall)
  })

  it('drops the sentence before a call, and keeps it when no call can follow', () => {
    const text = 'Sure, I will look.'
    expect(visible(state('free', [call, text]).contextText)).toBe(visible(state('free', [call]).contextText))
    expect(visible(state('once', [call, text]).contextText)).toMatch(/Sure, I will look\.$/)
    expect(visible(state('first', [text, call]).contextText)).not.toContain(text)
  })

  it('describes tools without bounds and results without quotes', () => {
    const text = visible(state('free', [call]).contextText)
    expect(text).not.toContain('maxLength')
    expect(text).toContain('passport.pdf: "X1234567"')
  })
})

describe('choosing a dialect', () => {
  it.each([
    ["{{ '<|im_start|>' }}<tool_call>", 'qwen2', 'qwen'],
    ["{{ '<|im_start|>' }}<tool_call>{% if enable_thinking %}", 'qwen3', 'qwen-thinking'],
    ["{{ '<|im_start|>' + role }}", 'llama', 'chatml'],
    ["{{ '<start_of_turn>' }}", 'gemma3', 'gemma'],
    ["{{ '<|start_header_id|>' }}", 'llama', 'llama3'],
    [null, 'qwen2', 'qwen'],
    [null, 'gemma3', 'gemma'],
    ['[INST]', 'llama', null],
    [null, 'llama', null],
  ] as const)('%s on %s is %s', (template, architecture, name) => {
    expect(chooseDialect({ template, architecture })).toBe(name)
  })
})
