import { describe, expect, it } from 'vitest'
import type { Engine, SessionSpec } from '../model/engine.ts'
import type { ScriptedEngine } from '../model/scripted-engine.ts'
import type { HarnessPorts } from './ports.ts'
import { agent, ask, fakeTool, note, planned, type Setup, says, setUp } from './testing/fixtures.ts'
import { warmUp } from './warm-up.ts'

const never = new AbortController().signal

/** What the model reads before any question. */
const beginning = ({ role, instructions, earlier, tools = [], mustCall }: SessionSpec) => ({
  role,
  instructions,
  earlier,
  tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  mustCall,
})

async function warmed(setup: Omit<Setup, 'script'> & Partial<Pick<Setup, 'script'>>) {
  const { ports, engine } = setUp({ script: [], ...setup })
  const specs: SessionSpec[] = []
  const warming = (inner: ScriptedEngine): Engine => ({
    ...inner,
    warm: async (spec) => {
      specs.push(spec)
    },
  })
  const all: HarnessPorts = { ...ports, engine: warming(engine) }
  await warmUp(all, never)
  return { specs, engine, ports: all }
}

const tools = () => [fakeTool('check_notebook'), fakeTool('find_file')]

describe('the warm-up', () => {
  it('has the beginning of every session that a turn makes, to the letter', async () => {
    const notebook = fakeTool('check_notebook', [note('The bicycle is green.')])
    const { engine, turn } = await ask('What colour is my bicycle?', {
      tools: [notebook],
      script: [
        ...planned('@search-info'),
        {
          role: 'l2',
          rounds: [{ call: 'call_tool', args: { tool: 'check_notebook', instruction: 'the bicycle' } }],
        },
        agent('check_notebook'),
        ...says('It is green.'),
      ],
    })
    expect(turn).toMatchObject({ end: 'answered' })
    const made = engine.specs.map(beginning)
    expect(made.map(({ role }) => role)).toEqual(['planner', 'l2', 'l3', 'answer'])
    const { specs } = await warmed({ tools: [notebook] })
    const known = specs.map(beginning)
    for (const one of made) expect(known).toContainEqual(one)
  })

  it('has L2 of each skill and the agent of each tool once, and ends with what every question needs', async () => {
    const { specs } = await warmed({
      tools: [...tools(), fakeTool('list_devices')],
      menu: [
        { slug: 'search-info', examples: [] },
        { slug: 'look-further', examples: [] },
      ],
      skills: [
        { slug: 'search-info', body: 'Use @check-notebook.', nested: [] },
        { slug: 'look-further', body: 'Use @find-file.', nested: [] },
      ],
    })
    expect(specs.map(({ tag }) => tag)).toEqual([
      'l3.check_notebook.1',
      'l3.find_file.1',
      'l2',
      'l2',
      'answer',
      'planner',
    ])
    expect(specs[2]?.instructions).toContain('Use @check-notebook.')
    expect(specs[3]?.instructions).toContain('Use @find-file.')
  })

  it('leaves out what the profile never evaluates: one tool to choose, calls with nothing to craft', async () => {
    const notebook = fakeTool('check_notebook')
    const { specs } = await warmed({
      tools: [{ ...notebook, followsWords: true }],
      profile: { followerChoice: 'scored', craftedCalls: 'open' },
    })
    expect(specs.map(({ role }) => role)).toEqual(['answer', 'planner'])
    expect(notebook.runs).toEqual([])
  })

  it('has the answer alone in direct mode', async () => {
    const { specs } = await warmed({ tools: tools(), menu: [] })
    expect(specs.map(({ role }) => role)).toEqual(['answer'])
  })

  it('keeps the scores of an empty request, once', async () => {
    const { engine, ports } = await warmed({
      tools: tools(),
      switches: { plannerCalibration: true },
      script: [{ role: 'planner', score: { '@search-info': 0.4 } }],
    })
    await warmUp(ports, never)
    engine.assertDone()
    expect(engine.calls.map(({ kind, input }) => [kind, input])).toEqual([['score', '']])
  })

  it('runs no tool and says nothing to the model beside that', async () => {
    const all = tools()
    const { engine } = await warmed({ tools: all })
    expect(all.flatMap(({ runs }) => runs)).toEqual([])
    expect(engine.calls).toEqual([])
  })

  it('does nothing on an engine that keeps nothing', async () => {
    const { ports, engine } = setUp({ tools: tools(), script: [], switches: { plannerCalibration: true } })
    await warmUp(ports, never)
    expect(engine.specs).toEqual([])
  })

  it('goes no further when it is stopped', async () => {
    const { ports, engine } = setUp({ tools: tools(), script: [] })
    const stop = new AbortController()
    const reason = new Error('a question')
    const specs: SessionSpec[] = []
    const warm: Engine['warm'] = async (spec) => {
      specs.push(spec)
      stop.abort(reason)
    }
    await expect(warmUp({ ...ports, engine: { ...engine, warm } }, stop.signal)).rejects.toBe(reason)
    expect(specs).toHaveLength(1)
  })
})
