import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScriptedEngine, type ScriptedStep } from '../src/main/model/scripted-engine.ts'
import { ablation } from './ablations.ts'
import { pixieSystem } from './ask-pixie.ts'
import { plainChat } from './peers/plain-chat.ts'
import { readResults } from './results.ts'
import { type EvalOptions, runEval, selectWordings } from './run-eval.ts'
import { countTestRuns } from './test-runs.ts'
import { noModel } from './testing/no-model.ts'

let root: string
let said: string[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pixie-run-eval-'))
  said = []
  writeFileSync(join(root, 'test-runs.json'), '[]')
})
afterEach(() => rmSync(root, { recursive: true }))

const routing = (handle: string, expectInput: RegExp): ScriptedStep => ({
  role: 'planner',
  expectInput,
  score: { [handle]: 0.9 },
})

/** A model that looks up a passport in the files and reads it out. */
const passport: ScriptedStep[] = [
  routing('@search-info', /passport/),
  {
    role: 'l2',
    rounds: [{ call: 'call_tool', args: { tool: 'find_file', instruction: 'the passport number' } }],
  },
  { role: 'l3', rounds: [{ call: 'find_file', args: { query: 'passport number current', devices: [] } }] },
  { role: 'answer', score: { 'Yes:': 0.99 } },
  { role: 'answer', text: 'Your passport number is CB914077.' },
]

function options(script: ScriptedStep[], change: Partial<EvalOptions> = {}): EvalOptions {
  return {
    tasks: join(root, 'tasks.jsonl'),
    owners: [],
    class: null,
    layer: 'whole',
    model: null,
    out: join(root, 'out.jsonl'),
    resume: false,
    once: false,
    system: pixieSystem,
    ablation: ablation([], []),
    models: {
      ...noModel,
      engine: async () =>
        createScriptedEngine({
          script,
          order: 'match',
          profile: { plannerCalibration: 0, plannerPurpose: 'none' },
        }),
    },
    signal: new AbortController().signal,
    testRuns: join(root, 'test-runs.json'),
    say: (line) => said.push(line),
    ...change,
  }
}

const task = (change: object = {}) =>
  JSON.stringify({
    id: 'passport',
    class: 'file',
    owner: 'ines',
    question: 'what is my passport no.?',
    handle: '@search-info',
    calls: [{ tool: 'find_file', finds: ['Documentos/Passaporte Inês.txt'] }],
    accept: [{ text: 'CB914077' }],
    forbidden: ['queryCalendar'],
    source: [],
    ...change,
  })
const writeTasks = (...lines: string[]) => writeFileSync(join(root, 'tasks.jsonl'), lines.join('\n'))

describe('a run', () => {
  it('grades every layer of a turn and keeps its trace', async () => {
    writeTasks(task())
    const { header, trials } = await runEval(options(passport))
    expect(header).toMatchObject({ system: 'pixie', layer: 'whole', model: 'scripted' })
    expect(trials).toHaveLength(1)
    expect(trials[0]).toMatchObject({
      handle: '@search-info',
      end: 'answered',
      grades: {
        rightHandle: true,
        rightTool: true,
        rightArguments: true,
        formValid: true,
        answerRight: true,
        answerSupported: true,
        declinedRightly: null,
        calledWell: true,
        pass: true,
      },
      cost: { isCold: true, modelCalls: 5 },
    })
    expect(trials[0]?.cost.tokens.evaluated).toBeGreaterThan(0)
    expect(trials[0]?.cost.peakContext).toBeGreaterThan(100)
    expect(trials[0]?.sessions).toHaveLength(4)
    expect(readResults(join(root, 'out.jsonl')).trials).toEqual(trials)
  })

  it('asks L1 alone of routing tasks', async () => {
    writeTasks(
      task({ id: 'chat', class: 'route', question: 'hello!', handle: null, calls: [], accept: [] }),
      task({ id: 'wrong', class: 'route', question: 'a passport joke', handle: null, calls: [], accept: [] }),
      task(),
    )
    const script = [routing('no tool', /hello/), routing('@search-info', /joke/)]
    const { trials } = await runEval(options(script, { layer: 'route' }))
    expect(trials.map(({ task: id, grades }) => [id, grades.pass])).toEqual([
      ['chat', true],
      ['wrong', false],
    ])
  })

  it('asks one owner after the other', async () => {
    const chat = { class: 'route', question: 'hello!', handle: null, calls: [], accept: [] }
    writeTasks(task({ ...chat, id: 'first' }), task({ ...chat, id: 'second', owner: 'kenji' }))
    const { trials } = await runEval(options([routing('no tool', /hello/)], { layer: 'route' }))
    expect(trials.map(({ owner, cost }) => [owner, cost.isCold])).toEqual([
      ['ines', true],
      ['kenji', true],
    ])
  })

  /** Options whose engines write down what they do. */
  function watched(script: ScriptedStep[], change: Partial<EvalOptions> = {}) {
    const events: string[] = []
    const folders = new Set<string | null>()
    const made = options(script, change)
    const models: EvalOptions['models'] = {
      ...made.models,
      async engine(model, access) {
        folders.add(access.warmFolder)
        const engine = await made.models.engine(model, access)
        return {
          ...engine,
          async warm({ role }) {
            events.push(`warm ${role}`)
          },
          async createSession(spec) {
            events.push(spec.role)
            return engine.createSession(spec)
          },
        }
      },
    }
    return { events, folders, options: { ...made, models } }
  }
  const each = (events: readonly string[]) => events.filter((event, at) => event !== events[at - 1])

  it('reads what questions have in common before the first one, and keeps it for the next owner', async () => {
    const chat = { class: 'route', question: 'hello!', handle: null, calls: [], accept: [] }
    writeTasks(task(), task({ ...chat, id: 'second', owner: 'kenji' }))
    const { events, folders, options: all } = watched([...passport, routing('no tool', /hello/)])
    const { header, trials } = await runEval(all)
    const ahead = ['warm l3', 'warm l2', 'warm answer', 'warm planner']
    expect(each(events)).toEqual([...ahead, 'planner', 'l2', 'l3', 'answer', ...ahead, 'planner'])
    expect(header.warmedAhead).toBe(true)
    expect(trials.map(({ cost }) => cost.modelCalls)).toEqual([5, 1])
    expect([...folders]).toEqual([expect.any(String)])
  })

  it.each([
    ['L1 alone', { layer: 'route' }, [], false],
    ['L1 given', { layer: 'l2' }, ['warm l3', 'warm l2', 'warm answer'], true],
    ['a peer', { system: plainChat('chat-repaired', 6) }, [], false],
  ] as const)('reads ahead only what is used, with %s', async (_, change, ahead, warmedAhead) => {
    const wanted = change as Partial<EvalOptions> // the table is read-only
    writeTasks(task(wanted.layer === 'route' ? { class: 'route', calls: [], accept: [] } : {}))
    const bare: ScriptedStep = { role: 'direct', text: 'CB914077' }
    const { events, options: all } = watched([...passport, bare], wanted)
    const { header } = await runEval(all)
    expect(each(events).filter((event) => event.startsWith('warm'))).toEqual(ahead)
    expect(header.warmedAhead).toBe(warmedAhead)
  })

  it('gives the layers below L1 the right handle', async () => {
    writeTasks(task())
    const [, ...below] = passport
    const { trials } = await runEval(options(below, { layer: 'l2' }))
    expect(trials[0]).toMatchObject({ handle: '@search-info', grades: { rightHandle: null, pass: true } })
    expect(trials[0]?.cost.modelCalls).toBe(4)
  })

  it('switches parts of Pixie off', async () => {
    writeTasks(task())
    const freely: ScriptedStep = {
      role: 'planner',
      rounds: [{ call: 'plan', args: { handle: '@search-info', purpose: 'to find it' } }],
    }
    const off = { ablation: ablation(['scoredPlanner'], []) }
    const { header, trials } = await runEval(options([freely, ...passport.slice(1)], off))
    expect(header.system).toBe('pixie without scoredPlanner')
    expect(trials[0]?.grades).toMatchObject({ rightHandle: true, pass: true })
  })

  it('goes on from what was said before', async () => {
    writeTasks(
      task({ question: 'and my passport no.?', earlier: [{ question: 'ID card?', answer: '30881.' }] }),
    )
    const script = passport.map((step) =>
      step.role === 'l2' ? { ...step, expectInput: /ID card\?[\s\S]*30881/ } : step,
    )
    expect((await runEval(options(script))).trials[0]?.grades.pass).toBe(true)
  })
})

describe('the plain way, on the same data and graded alike', () => {
  it('calls tools bound with their full schemas', async () => {
    writeTasks(task())
    const script: ScriptedStep[] = [
      {
        role: 'direct',
        rounds: [
          { call: 'find_file', args: { query: 'passport', devices: [] } },
          { text: 'Your passport number is CB914077.' },
        ],
      },
    ]
    const { header, trials } = await runEval(options(script, { system: plainChat('chat', 10) }))
    expect(header.system).toBe('chat, 10 tools')
    expect(trials[0]).toMatchObject({
      grades: { rightHandle: null, rightTool: true, rightArguments: true, answerSupported: true, pass: true },
      cost: { modelCalls: 1 },
    })
  })

  it('ends without an answer when a tool is called again and again', async () => {
    writeTasks(task())
    const call = { call: 'check_notebook', args: { query: 'passport' } } as const
    const script: ScriptedStep[] = [{ role: 'direct', rounds: [call, call, call, call] }]
    const { trials } = await runEval(options(script, { system: plainChat('chat', 6) }))
    expect(trials[0]).toMatchObject({ end: 'limit', grades: { pass: false, rightTool: false } })
    expect(trials[0]?.dispatches).toHaveLength(3)
  })
})

describe('a results file', () => {
  it('is never written over', async () => {
    writeTasks(task())
    await runEval(options(passport))
    await expect(runEval(options(passport))).rejects.toThrow('is there already')
  })

  it('is gone on with, though its last line was cut off', async () => {
    writeTasks(task())
    const first = await runEval(options(passport))
    const file = join(root, 'out.jsonl')
    appendFileSync(file, '{"type":"trial","task":"pa')
    writeTasks(task(), task({ id: 'again' }))
    const { trials } = await runEval(options(passport, { resume: true }))
    expect(trials.map(({ task: id }) => id)).toEqual(['passport', 'again'])
    expect(trials[0]).toEqual(first.trials[0])
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3)
  })

  it('keeps what ended before a stop, and nothing of what it cut off', async () => {
    writeTasks(task(), task({ id: 'cut off' }), task({ id: 'later' }))
    const stop = new AbortController()
    const stopping = {
      ...pixieSystem,
      ask: (...[pixie, asked, layer, signal]: Parameters<typeof pixieSystem.ask>) => {
        if (asked.task.id === 'cut off') stop.abort()
        return pixieSystem.ask(pixie, asked, layer, signal)
      },
    }
    const first = options(passport, { system: stopping, signal: stop.signal })
    await expect(runEval(first)).rejects.toThrow()
    const kept = () => readResults(join(root, 'out.jsonl')).trials.map(({ task: id }) => id)
    expect(kept()).toEqual(['passport'])
    await runEval(options(passport, { resume: true }))
    expect(kept()).toEqual(['passport', 'cut off', 'later'])
  })

  it('of one layer is not gone on with by another', async () => {
    writeTasks(task(), task({ id: 'two' }))
    await runEval(options(passport))
    writeTasks(task({ id: 'three' }))
    const other = options(passport.slice(1), { resume: true, layer: 'l2' })
    await expect(runEval(other)).rejects.toThrow('another layer')
  })

  it('loads nothing when nothing is left to ask', async () => {
    writeTasks(task())
    await runEval(options(passport))
    const models = noModel
    const { trials } = await runEval(options(passport, { resume: true, models }))
    expect(trials).toHaveLength(1)
  })
})

it('counts the runs of the test tasks, once each', async () => {
  const script: ScriptedStep[] = [{ role: 'planner', score: { '@search-info': 0.9 } }]
  const test = { tasks: 'test', layer: 'route', owners: ['ruta'], resume: true } as const
  await runEval(options(script, test))
  await runEval(options(script, test))
  expect(countTestRuns(join(root, 'test-runs.json'))).toBe(1)
  await runEval(options(script, { ...test, out: join(root, 'other.jsonl') }))
  expect(countTestRuns(join(root, 'test-runs.json'))).toBe(2)
})

it('selects by owner, class, layer and wording', () => {
  const all = {
    tasks: 'dev',
    owners: [],
    class: null,
    layer: 'whole',
    once: false,
    system: pixieSystem,
  } as const
  const count = (change: Partial<Parameters<typeof selectWordings>[0]>) =>
    selectWordings({ ...all, ...change }).length
  expect(count({ once: true })).toBe(100)
  expect(count({})).toBe(100 + 8 * 11)
  expect(count({ layer: 'route' })).toBe(30)
  expect(count({ layer: 'l2', once: true })).toBe(70)
  expect(count({ owners: ['kenji'], class: 'file', once: true })).toBe(3)
  expect(count({ tasks: 'sample' })).toBe(12)
  expect(count({ system: plainChat('chat', 6), once: true })).toBe(70)
})
