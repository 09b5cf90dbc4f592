import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactTrace } from './redact.ts'
import type { Trace } from './traces.ts'

const secrets = ['C01X00T47', 'Ada', 'Search Info', 'passport', '/home/ada', 'wedding']
const trace: Trace = {
  id: '0abc',
  question: "What is Ada's passport number?",
  startedAt: '2026-11-30T09:30:00+01:00',
  sessions: [
    {
      role: 'l2',
      tag: 'l2',
      instructions: 'Follow the steps.\n\n## Search Info\nLook into the wedding folder.',
      tools: [
        {
          name: 'call_tool',
          schema: {
            type: 'object',
            description: 'Calls a tool.',
            properties: {
              tool: { type: 'string', enum: ['find_file', 'wedding-plan'], maxLength: 40 },
              instruction: { type: 'string', description: "Ada's words" },
            },
          },
        },
        { name: 'find_file', schema: {} },
      ],
      input: "What is Ada's passport number?",
      output: 'It is C01X00T47.',
      transcript:
        '<|im_start|>system\nFollow the steps.\nLook into the wedding folder.<|im_end|>\n<|im_start|>user\nAda <|secret Ada|> passport<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"name": "find_file"}\n</tool_call>',
      tokens: { evaluated: 10, reused: 20, generated: 5 },
      ms: 33,
      error: { code: 'unreadable', message: 'cannot read /home/ada/passport.pdf' },
    },
  ],
}
const fixedTexts = ['Follow the steps.\n\n{{skills}}', 'Calls a tool.']
const redacted = redactTrace(trace, { fixedTexts })
const [session] = redacted.sessions

describe('a redacted trace', () => {
  it('holds none of the owner’s words', () => {
    for (const secret of secrets) expect(JSON.stringify(redacted)).not.toContain(secret)
  })

  it('keeps structure, tokens, times, tags, tool names and Pixie’s own lines', () => {
    expect(redacted).toMatchObject({ id: trace.id, startedAt: trace.startedAt })
    expect(session).toMatchObject({
      role: 'l2',
      tag: 'l2',
      tokens: { evaluated: 10, reused: 20, generated: 5 },
      ms: 33,
    })
    expect(session?.error?.code).toBe('unreadable')
    expect(session?.instructions).toMatch(
      /^Follow the steps\.\n\n\[14 chars [0-9a-f]{8}\]\n\[29 chars [0-9a-f]{8}\]$/,
    )
    expect(session?.transcript).toMatch(
      /^<\|im_start\|>system\nFollow the steps\.\n\[29 chars \w+\]<\|im_end\|>\n<\|im_start\|>user\n\[\d+ chars \w+\]<\|im_end\|>\n<\|im_start\|>assistant\n<tool_call>\n\[\d+ chars \w+\]\n<\/tool_call>$/,
    )
    expect(session?.tools).toEqual([
      {
        name: 'call_tool',
        schema: {
          type: 'object',
          description: 'Calls a tool.',
          properties: {
            tool: {
              type: 'string',
              enum: ['find_file', expect.stringMatching(/^\[12 chars/)],
              maxLength: 40,
            },
            instruction: { type: 'string', description: expect.stringMatching(/^\[11 chars/) },
          },
        },
      },
      { name: 'find_file', schema: {} },
    ])
  })

  it('marks equal texts alike within one export, and differently in the next', () => {
    expect(session?.input).toBe(redacted.question)
    expect(session?.output).not.toBe(redacted.question)
    expect(redactTrace(trace, { fixedTexts }).question).not.toBe(redacted.question)
  })

  it('never lets a text through, whatever it looks like', () => {
    const hostile = fc.array(
      fc.constantFrom('<|im_start|>', '<|', '|>', '\n', 'QQsecretQQ', '<tool_call>', '{{', ' '),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(hostile, (parts) => {
        const text = parts.join('')
        const filled = {
          ...trace,
          question: text,
          sessions: trace.sessions.map((s) => ({
            ...s,
            instructions: text,
            input: text,
            output: text,
            transcript: text,
          })),
        }
        expect(JSON.stringify(redactTrace(filled, { fixedTexts }))).not.toContain('QQ')
      }),
    )
  })

  it('counts characters as people do not count bytes', () => {
    expect(redactTrace({ ...trace, question: '東京👩' }, { fixedTexts: [] }).question).toMatch(/^\[3 chars /)
    expect(redactTrace({ ...trace, question: '' }, { fixedTexts: [] }).question).toBe('')
  })
})
