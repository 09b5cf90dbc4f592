import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Turn } from '../../shared/turn.ts'
import type { Agent } from '../agent.ts'
import type { Pixie } from '../pixie.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { pixieMigrations } from '../store/migrations.ts'
import { createTraces, type TraceSession, type Traces } from '../trace/traces.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { doctorCommands } from './doctor-commands.ts'
import { pixieWith, runCli } from './testing/run-cli.ts'
import { traceCommands } from './trace-commands.ts'

let store: Store
let traces: Traces
let doctorChecks: Pixie['doctorChecks'] = []
beforeEach(() => {
  store = openMemoryStore(pixieMigrations, [])
  traces = createTraces(store.pixie, { now: () => Date.UTC(2026, 10, 30), zone: 'UTC' })
})
afterEach(() => store.close())

async function run(
  name: string,
  args: string[] = [],
  options: CommandInput['options'] = {},
): Promise<CommandOutput> {
  const command = [...traceCommands, ...doctorCommands].find((one) => one.name === name)
  const pixie = async () => ({ traces, doctorChecks, fixedTexts: () => ['You plan.'] }) as unknown as Pixie // what these commands use
  const output = await command?.run({ args, options, pixie } as unknown as CommandInput) // likewise
  return output ?? expect.unreachable(`${name} gave nothing`)
}

const session: TraceSession = {
  role: 'planner',
  tag: 'planner',
  instructions: 'You plan.\nAda’s menu',
  tools: [{ name: 'plan', schema: {} }],
  input: 'Where is Ada?',
  output: 'At\nhome.',
  transcript: '<|im_start|>system\nYou plan.',
  tokens: { evaluated: 1, reused: 2, generated: 3 },
  ms: 4,
  error: null,
  startedMs: 5,
  ledger: { parts: [{ part: 'menu', tokens: 6 }], largestPrompt: 3 },
}

it('trace show and export give the same JSON, by a beginning of the id', async () => {
  const id = traces.start({ question: 'Where is Ada?', conversation: null })
  traces.putSession(id, 0, session)
  const expected = {
    id,
    question: 'Where is Ada?',
    startedAt: '2026-11-30T00:00:00+00:00',
    sessions: [session],
  }
  expect((await run('trace show', [id.slice(0, 12)])).json).toEqual(expected)
  const exported = await run('trace export', [id])
  expect(exported.json).toEqual(expected)
  expect(JSON.parse(exported.text)).toEqual(expected)
  expect((await run('trace show', [id])).text).toContain('   output:\n     At\n     home.')
})

it('trace export --redact keeps Pixie’s own lines and nothing of the owner’s', async () => {
  const id = traces.start({ question: 'Where is Ada?', conversation: null })
  traces.putSession(id, 0, session)
  const { json, text } = await run('trace export', [id], { redact: true })
  expect(`${JSON.stringify(json)} ${text}`).not.toContain('Ada')
  expect(text).toContain('You plan.')
})

it('trace list shows the newest first, a line each', async () => {
  expect(await run('trace list')).toEqual({ json: [], text: 'No turn was traced yet.' })
  traces.start({ question: 'first', conversation: null })
  traces.start({ question: `second\nwith a ${'very '.repeat(30)}long end`, conversation: null })
  const { json, text } = await run('trace list')
  expect(json).toMatchObject([
    { question: expect.stringContaining('second'), sessions: [] },
    { question: 'first' },
  ])
  const lines = text.split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/unfinished +0 sessions {2}second with a .*…$/)
  expect((await run('trace list', [], { limit: '1' })).json).toHaveLength(1)
  for (const limit of ['0', '-1', '1.5', 'many', '']) {
    await expect(run('trace list', [], { limit })).rejects.toMatchObject({ code: 'usage' })
  }
})

it('trace replay says what differs from the first time', async () => {
  const turn: Turn = {
    answer: 'At home.',
    mode: 'plan',
    end: 'answered',
    replanned: false,
    plan: { handles: ['@search-info'], rationale: '', tools: [] },
    dispatches: [],
    sources: [],
    tokens: { evaluated: 1, reused: 1, generated: 1, byRole: {} },
    ms: 1,
    model: 'm',
    conversation: 'c',
    trace: 'old',
  }
  const original = { id: 'old', question: 'Where is Ada?', conversation: 'c', turn }
  let after: Turn = { ...turn, trace: 'new' }
  const agent: Partial<Agent> = { replay: async () => ({ original, turn: after }) }
  const openPixie = async () => pixieWith({ agent: agent as Agent }) // what this command uses
  const replay = (...argv: string[]) => runCli(['trace', 'replay', 'ol', ...argv], { openPixie })
  expect(JSON.parse((await replay('--json')).stdout)).toEqual({
    trace: 'new',
    original: 'old',
    same: true,
    differences: [],
  })
  expect((await replay()).stdout).toBe('Traced as new.\nThe same plan, dispatches and answer.\n')
  after = { ...after, answer: 'Out.' }
  expect(JSON.parse((await replay('--json')).stdout)).toEqual({
    trace: 'new',
    original: 'old',
    same: false,
    differences: [{ what: 'answer', before: 'At home.', after: 'Out.' }],
  })
  expect((await replay()).stdout).toContain(
    'answer differs\n   before:\n     At home.\n   after:\n     Out.\n',
  )
  after = { ...after, end: 'error', error: { code: 'engine-failed', message: 'Gone.', hint: 'Again.' } }
  expect(await replay()).toMatchObject({ code: 1, stdout: '', stderr: 'pixie: Gone: Again.\n' })
})

it('doctor reports every check, and fails when one is not ok or cannot be made', async () => {
  doctorChecks = [
    { name: 'a', run: () => ({ ok: true, detail: 'fine' }) },
    { name: 'models', run: async () => ({ ok: true, detail: 'all there' }) },
  ]
  expect(await run('doctor')).toEqual({
    json: {
      ok: true,
      checks: [
        { name: 'a', ok: true, detail: 'fine' },
        { name: 'models', ok: true, detail: 'all there' },
      ],
    },
    text: 'ok   a       fine\nok   models  all there',
    failed: undefined,
  })
  const failing = () => {
    throw new Error('cannot look')
  }
  doctorChecks = [{ name: 'b', run: failing }, ...doctorChecks]
  const { json, failed, text } = await run('doctor')
  expect(failed).toMatchObject({ value: 'b' })
  expect(json).toMatchObject({ ok: false, checks: [{ name: 'b', ok: false }, { ok: true }, { ok: true }] })
  expect(text).toMatch(/^BAD {2}b {7}cannot look/)
})
