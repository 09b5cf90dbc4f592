import type { TraceStep, TraceView } from '../../../../shared/contract/traces.ts'

export function step(tag: string, more: Partial<TraceStep> = {}): TraceStep {
  return {
    tag,
    role: tag.split('.')[0] ?? tag,
    startedMs: null,
    ms: 10,
    instructions: 'You do one thing.',
    tools: [],
    input: 'What is my passport number?',
    output: '',
    transcript: '<|im_start|>system\nYou do one thing.<|im_end|>\n',
    tokens: { evaluated: 10, reused: 20, generated: 5 },
    error: null,
    ledger: null,
    ...more,
  }
}

const result = 'Passport scan.pdf (in Travel, page 1): No. XB44\nAlso found: Lease.pdf'

/** A turn that planned, looked into the files and answered. */
export function trace({ steps, ms = 100 }: { steps?: TraceStep[]; ms?: number } = {}): TraceView {
  return {
    id: 't1',
    question: 'What is my passport number?',
    startedAtMs: Date.parse('2026-11-30T09:00:00Z'),
    conversation: { id: 'c1', title: 'Passport' },
    windowTokens: 4096,
    steps: steps ?? [
      step('planner', {
        output: "@search-info: 0.840\nno tool: 0.160\n\nplan: I'll use @search-info to find it.",
        tools: [{ name: 'plan', schema: { type: 'object' } }],
      }),
      step('planner', { input: '', output: '@search-info: 0.010\nno tool: 0.990' }),
      step('l2', { ms: 50 }),
      step('l3.find_file.1', {
        ms: 30,
        output: 'call done',
        tools: [{ name: 'find_file', schema: { type: 'object', properties: { query: { type: 'string' } } } }],
        transcript:
          '<|im_start|>system\nYou have one tool.<|im_end|>\n<|im_start|>user\npassport number<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"name": "find_file"}\n</tool_call><|im_end|>',
      }),
      step('answer', { output: 'Yes:: 0.991\nNo.: 0.009\n\nYour passport number is XB44.' }),
    ],
    turn: {
      answer: 'Your passport number is XB44.',
      mode: 'plan',
      end: 'answered',
      replanned: false,
      plan: { handles: ['@search-info'], rationale: "I'll use @search-info.", tools: ['find_file'] },
      dispatches: [
        {
          step: 1,
          tool: 'find_file',
          instruction: 'passport number',
          arguments: { query: 'passport number', devices: [] },
          outcome: 'ran',
          result,
          ms: 30,
        },
      ],
      sources: [],
      tokens: { evaluated: 50, reused: 100, generated: 25, byRole: {} },
      ms,
      model: 'toy',
      conversation: 'c1',
      trace: 't1',
    },
  }
}
