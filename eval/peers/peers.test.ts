import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createScriptedEngine,
  type ScriptedEngine,
  type ScriptedStep,
} from '../../src/main/model/scripted-engine.ts'
import { PixieError } from '../../src/shared/errors.ts'
import { emptyLedger } from '../../src/shared/ledger.ts'
import { ablation } from '../ablations.ts'
import { runEval } from '../run-eval.ts'
import { systemOf } from '../systems.ts'
import { noModel } from '../testing/no-model.ts'
import { furtherTools } from './further-tools.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pixie-peers-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const passport = {
  id: 'passport',
  class: 'file',
  owner: 'ines',
  question: 'what is my passport no.?',
  handle: '@search-info',
  calls: [{ tool: 'find_file', finds: ['Documentos/Passaporte Inês.txt'] }],
  accept: [{ text: 'CB914077' }],
  forbidden: ['queryCalendar'],
  source: [],
}

interface Change {
  readonly without?: readonly string[]
  readonly adapt?: (engine: ScriptedEngine) => ScriptedEngine
}

/** One question of Ines', asked of a system on a scripted model. */
async function askPassport(
  system: ReturnType<typeof systemOf>,
  script: ScriptedStep[],
  { without = [], adapt = (made) => made }: Change = {},
) {
  writeFileSync(join(root, 'tasks.jsonl'), JSON.stringify(passport))
  let engine: ScriptedEngine | null = null
  const { header, trials } = await runEval({
    tasks: join(root, 'tasks.jsonl'),
    owners: [],
    class: null,
    layer: 'whole',
    model: null,
    out: join(root, `${system.name}.jsonl`),
    resume: false,
    once: false,
    system,
    ablation: ablation(without, []),
    models: {
      ...noModel,
      engine: async () => {
        const made = createScriptedEngine({
          script,
          order: 'match',
          profile: { plannerCalibration: 0, plannerPurpose: 'none' },
        })
        engine = made
        return adapt(made)
      },
    },
    signal: new AbortController().signal,
    testRuns: join(root, 'test-runs.json'),
    say: () => {},
  })
  // Assigned in a callback, which the type checker does not follow.
  const { specs = [] } = (engine as ScriptedEngine | null) ?? {}
  return { header, trial: trials[0], specs }
}

const readsItOut: ScriptedStep = {
  role: 'direct',
  rounds: [
    { call: 'find_file', args: { query: 'passport', devices: [] } },
    { text: 'Your passport number is CB914077.' },
  ],
}

it.each([
  [6, { find_file: 0.6, current_date: 0.2, grep_memory: 0.1 }, ['find_file', 'grep_memory', 'current_date']],
  [50, { pay_bill: 0.6, find_file: 0.2, grep_memory: 0.1 }, ['find_file', 'grep_memory', 'pay_bill']],
])('(b) picks three of %i by their lines and binds only these', async (toolCount, score, bound) => {
  const script: ScriptedStep[] = [{ role: 'direct', score }, readsItOut]
  const { header, trial, specs } = await askPassport(systemOf('two-stage', toolCount), script)
  expect(header.system).toBe(`two-stage, ${toolCount} tools`)
  expect(trial).toMatchObject({
    end: 'answered',
    grades: { rightHandle: null, rightTool: true, rightArguments: true, pass: true },
    cost: { modelCalls: 2 },
    sessions: [{ tag: 'pick' }, { tag: 'chat' }],
  })
  const [first, second] = specs
  expect(first?.tools).toBeUndefined()
  expect(first?.instructions.match(/^\w+\(.*\) — /gm)).toHaveLength(toolCount)
  expect(second?.tools?.map(({ name }) => name)).toEqual(bound)
})

it('gives the second request what is left of the clock, in whole milliseconds', async () => {
  const limits: number[] = []
  const watched = (inner: ScriptedEngine): ScriptedEngine => ({
    ...inner,
    async createSession(spec) {
      const session = await inner.createSession(spec)
      return {
        score: (input, options) => session.score(input, options),
        respond(input, options) {
          limits.push(options.timeLimitMs)
          return session.respond(input, options)
        },
        countPrompt: (input) => session.countPrompt(input),
        record: () => session.record(),
        dispose: () => session.dispose(),
      }
    },
  })
  const script: ScriptedStep[] = [{ role: 'direct', score: { find_file: 0.6 } }, readsItOut]
  await askPassport(systemOf('two-stage', 6), script, { adapt: watched })
  expect(limits).toHaveLength(1)
  expect(limits[0]).toBeGreaterThan(200_000)
  expect(limits[0]).toBeLessThanOrEqual(240_000)
  expect(limits[0]).toSatisfy(Number.isInteger)
})

/** As the real engine refuses what does not fit, which is a failure of the test in the scripted one. */
function refusing(inner: ScriptedEngine): ScriptedEngine {
  return {
    ...inner,
    createSession: async (spec) => ({
      ...(await inner.createSession(spec)),
      respond: () =>
        Promise.reject(new PixieError('context-exceeded', { what: 'It does not fit', hint: 'Bind fewer.' })),
      record: () => ({ tokens: inner.usage(), transcript: '', ledger: emptyLedger }),
      dispose: async () => {},
    }),
  }
}

it('(a) whose tools do not fit the window has a result and an error in its trace', async () => {
  const { trial } = await askPassport(systemOf('chat', 50), [], { adapt: refusing })
  expect(trial).toMatchObject({ answer: '', end: 'error', dispatches: [], grades: { pass: false } })
  expect(JSON.stringify(trial?.sessions)).toContain('It does not fit')
})

const planned: ScriptedStep = { role: 'planner', score: { '@search-info': 0.9 } }
const answers: ScriptedStep[] = [
  { role: 'answer', score: { 'Yes:': 0.99 } },
  { role: 'answer', text: 'Your passport number is CB914077.' },
]
const callsTool = (tool: string) => ({
  call: 'call_tool',
  args: { tool, instruction: `the passport number, ${tool}` },
})
const withAgents: ScriptedStep[] = [
  planned,
  { role: 'l2', rounds: [callsTool('pay_bill'), callsTool('find_file')] },
  {
    role: 'l3',
    expectInput: /passport number, find_file/,
    rounds: [{ call: 'find_file', args: { query: 'passport', devices: [] } }],
  },
  {
    role: 'l3',
    rounds: [{ call: 'pay_bill', args: { payee: '', iban: '', amount: '', purpose: '', day: '2027-01-04' } }],
  },
  ...answers,
]

it('Pixie with 50 tools reads a line more for each in L2 and the same in L1', async () => {
  const few = await askPassport(
    systemOf(null, 6),
    withAgents.with(1, { role: 'l2', rounds: [callsTool('find_file')] }),
  )
  const many = await askPassport(systemOf(null, 50), withAgents)
  expect([few.header.system, many.header.system]).toEqual(['pixie', 'pixie, 50 tools'])
  expect(many.trial).toMatchObject({ end: 'answered', grades: { formValid: true, pass: true } })
  expect(many.trial?.dispatches).toMatchObject([
    { tool: 'pay_bill', outcome: 'ran', result: 'Nothing found.' },
    { tool: 'find_file', outcome: 'ran' },
  ])
  const textOf = (role: string, { specs }: typeof few) =>
    specs.find((spec) => spec.role === role)?.instructions ?? ''
  expect(textOf('planner', many)).toBe(textOf('planner', few))
  const lines = furtherTools(44).map(({ signature }) => `\n${signature}`)
  expect(textOf('l2', many)).toBe(`${textOf('l2', few)}${lines.join('')}`)
})

it('Pixie without tool-agents calls the tools of the plan itself', async () => {
  const script: ScriptedStep[] = [
    planned,
    { role: 'l2', rounds: [{ call: 'find_file', args: { query: 'passport', devices: [] } }] },
    ...answers,
  ]
  const { header, trial, specs } = await askPassport(systemOf(null, 6), script, { without: ['toolAgents'] })
  expect(header.system).toBe('pixie without toolAgents')
  expect(trial).toMatchObject({ grades: { rightTool: true, rightArguments: true, pass: true } })
  expect(specs.some(({ role }) => role === 'l3')).toBe(false)
})

it('asks the engine to keep written calls when their repair is off', async () => {
  const script = withAgents.with(1, { role: 'l2', rounds: [callsTool('find_file')] })
  const off = await askPassport(systemOf(null, 6), script, { without: ['narratedCallRepair'] })
  expect(new Set(off.specs.map(({ narratedCalls }) => narratedCalls))).toEqual(new Set(['keep']))
})

it('gives every further tool one short line', () => {
  for (const { signature } of furtherTools(44)) {
    expect(signature).toMatch(/^[a-z_]+\([\w, ]*\) — [^\n]+$/)
    // 36 tokens of the shipped models: these lines have more than four characters a token.
    expect(signature.length).toBeLessThanOrEqual(4 * 36 + 16)
  }
})

it.each([5, 51, 6.5, Number.NaN])('refuses %f tools', (count) => {
  expect(() => systemOf(null, count)).toThrow('from 6 to 50')
})
