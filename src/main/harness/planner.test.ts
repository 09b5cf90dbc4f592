import { describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../model/scripted-engine.ts'
import { calibrate, plannerExamples, runPlanner } from './planner.ts'
import { fakeTool, type Setup, setUp } from './testing/fixtures.ts'

const menu = [
  { slug: 'search-info', examples: ['a1', 'a2'] },
  { slug: 'check-schedule', examples: ['b1'] },
]

async function plan(setup: Omit<Setup, 'tools'>, withRationale = true) {
  const { ports, engine } = setUp({
    menu,
    tools: [fakeTool('check_notebook')],
    frequencies: { pan: 0 },
    ...setup,
  })
  const outcome = await runPlanner(ports, {
    question: 'What is their PAN number?',
    signal: new AbortController().signal,
    withRationale,
    isFollowUp: false,
  })
  engine.assertDone()
  return { outcome, engine }
}

describe('L1', () => {
  it('sees the Alignment document and the example requests, and nothing else', async () => {
    const { engine } = await plan({ script: [{ role: 'planner', score: { 'no tool': 0.9 } }] })
    expect(engine.specs[0]).toMatchObject({
      role: 'planner',
      instructions: 'BASE AND MENU',
      earlier: [
        { user: 'a1', reply: "I'll use @search-info." },
        { user: 'b1', reply: "I'll use @check-schedule." },
        { user: 'Good morning!', reply: "I'll use no tool." },
        { user: 'a2', reply: "I'll use @search-info." },
      ],
    })
    expect(engine.specs[0]?.tools?.map(({ name }) => name)).toEqual(['plan'])
  })

  it('leaves out examples that the window does not hold, and never the question', async () => {
    const long = Array.from({ length: 60 }, (_, i) => `${i} ${'where is it '.repeat(40)}`)
    const { engine } = await plan({
      menu: [{ slug: 'search-info', examples: long }],
      profile: { plannerExamples: 64 },
      script: [{ role: 'planner', score: { 'no tool': 0.9 } }],
    })
    const shown = engine.specs[0]?.earlier ?? []
    expect(shown.length).toBeGreaterThan(5)
    expect(shown.length).toBeLessThan(40)
  })

  it('scores every handle and "no tool", and gives them most probable first', async () => {
    const { outcome } = await plan(
      {
        script: [{ role: 'planner', score: { '@check-schedule': 0.7, 'no tool': 0.2 } }],
        // What is everywhere speaks for no handle.
        frequencies: { pan: 60, number: 60 },
      },
      false,
    )
    expect(outcome.handles).toEqual(['check-schedule'])
    expect(outcome.candidates.map(({ handle }) => handle)).toEqual(['check-schedule', null, 'search-info'])
    expect(outcome.candidates.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1)
  })

  it('"PlanSignal, thrown by the plan tool" ends the pass "the moment a plan is declared"', async () => {
    const { outcome } = await plan({
      script: [
        { role: 'planner', score: { '@search-info': 0.9 } },
        {
          role: 'planner',
          rounds: [
            { call: 'plan', args: { purpose: 'to find their PAN number.' } },
            { text: 'never reached' },
          ],
        },
      ],
    })
    expect(outcome.rationale).toBe("I'll use @search-info to find their PAN number.")
    expect(outcome.handles).toEqual(['search-info'])
  })

  it('keeps to the scored handle when the purpose mentions another', async () => {
    const { outcome } = await plan({
      script: [
        { role: 'planner', score: { '@search-info': 0.9 } },
        { role: 'planner', rounds: [{ call: 'plan', args: { purpose: 'ask @check-schedule and @nobody' } }] },
      ],
    })
    expect(outcome.handles).toEqual(['search-info'])
  })

  it('writes no purpose where the profile saves the tokens', async () => {
    const { outcome } = await plan({
      profile: { plannerPurpose: 'none' },
      script: [{ role: 'planner', score: { '@search-info': 0.9 } }],
    })
    expect(outcome).toMatchObject({ handles: ['search-info'], rationale: "I'll use @search-info." })
  })

  it('takes half of what each handle scores for an empty request off, computed once', async () => {
    const { ports, engine } = setUp({
      menu,
      tools: [],
      switches: { plannerCalibration: true },
      script: [
        { role: 'planner', expectInput: /^$/, score: { '@search-info': 0.9, '@check-schedule': 0.05 } },
        { role: 'planner', score: { '@search-info': 0.5, '@check-schedule': 0.4 } },
        { role: 'planner', score: { '@search-info': 0.5, '@check-schedule': 0.4 } },
      ],
    })
    const input = {
      question: 'When?',
      signal: new AbortController().signal,
      withRationale: false,
      isFollowUp: false,
    }
    expect((await runPlanner(ports, input)).handles).toEqual(['check-schedule'])
    expect((await runPlanner(ports, input)).handles).toEqual(['check-schedule'])
    engine.assertDone()
  })

  it('does not take a question for small talk whose words stand together in the own data', async () => {
    const script: ScriptedStep[] = [{ role: 'planner', score: { 'no tool': 0.9, '@search-info': 0.08 } }]
    const own = { pan: 1 }
    const { outcome } = await plan({ script, frequencies: own }, false)
    expect(outcome.handles).toEqual(['search-info'])
    expect(outcome.candidates[0]?.handle).toBe('search-info')
    expect(outcome.candidates.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1)
    const elsewhere = await plan({ script, frequencies: { pan: 0 } }, false)
    expect(elsewhere.outcome.handles).toEqual([])
    const everywhere = await plan({ script, frequencies: { pan: 60, number: 60 } }, false)
    expect(everywhere.outcome.handles).toEqual([])
    const off = await plan(
      { script, frequencies: own, switches: { ownWords: false, evidence: false } },
      false,
    )
    expect(off.outcome.handles).toEqual([])
  })

  it('shows no examples when they are switched off', async () => {
    const { engine } = await plan({
      switches: { plannerExamples: false },
      script: [{ role: 'planner', score: { 'no tool': 0.9 } }],
    })
    expect(engine.specs[0]?.earlier).toEqual([])
  })

  it('without scoring, decodes a handle of the menu or replies', async () => {
    const { outcome, engine } = await plan({
      switches: { scoredPlanner: false },
      script: [
        { role: 'planner', rounds: [{ call: 'plan', args: { handle: '@check-schedule', purpose: 'see' } }] },
      ],
    })
    expect(outcome).toMatchObject({
      handles: ['check-schedule'],
      rationale: "I'll use @check-schedule to see.",
    })
    expect(engine.specs[0]?.tools?.[0]?.parameters.properties.handle).toMatchObject({
      enum: ['@search-info', '@check-schedule'],
    })
    const small = await plan({
      switches: { scoredPlanner: false },
      script: [{ role: 'planner', text: 'Hello!' }],
    })
    expect(small.outcome).toMatchObject({ handles: [], reply: 'Hello!' })
  })
})

describe('calibrate', () => {
  it('keeps probabilities that sum to one', () => {
    const p = calibrate([-1, -2, -30], [-3, -0.1, -0.2], 0.5)
    expect(p.reduce((a, b) => a + b)).toBeCloseTo(1)
  })
  it('changes nothing at a share of zero', () => {
    const p = calibrate([Math.log(0.7), Math.log(0.3)], [-9, -1], 0)
    expect(p[0]).toBeCloseTo(0.7)
  })
})

describe('plannerExamples', () => {
  it('takes one of each menu line in turn, so that a cut keeps them even', () => {
    expect(plannerExamples(menu, ['n1', 'n2'], 3).map(({ user }) => user)).toEqual(['a1', 'b1', 'n1'])
  })
})
