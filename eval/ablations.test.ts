import { expect, it } from 'vitest'
import { allSwitchesOn } from '../src/main/harness/switches.ts'
import { createScriptedEngine } from '../src/main/model/scripted-engine.ts'
import { ablated, ablation } from './ablations.ts'

const engine = createScriptedEngine({ script: [] })

it('leaves Pixie as it is', () => {
  const none = ablation([], [])
  expect(none.label).toBe('')
  expect(none.switches).toEqual(allSwitchesOn)
  expect(ablated(engine, none).profile).toEqual(engine.profile)
})

it('switches off what is named and changes the profile', () => {
  const some = ablation(['replan', 'rareWords'], ['toolAgentReply=report', 'supportThreshold=-0.5'])
  expect(some.label).toBe(' without replan, rareWords with toolAgentReply=report, supportThreshold=-0.5')
  expect(some.switches).toEqual({ ...allSwitchesOn, replan: false, rareWords: false })
  expect(ablated(engine, some).profile).toEqual({
    ...engine.profile,
    toolAgentReply: 'report',
    supportThreshold: -0.5,
  })
})

it('keeps written calls where their repair is switched off', async () => {
  const some = ablation(['narratedCallRepair'], [])
  expect(some.switches).toEqual(allSwitchesOn)
  const spec = { role: 'l2', tag: 'l2', instructions: 'x' } as const
  await ablated(engine, some).createSession(spec)
  await ablated(engine, ablation([], [])).createSession(spec)
  expect(engine.specs.map(({ narratedCalls }) => narratedCalls)).toEqual(['keep', 'repair'])
})

it('refuses names and values that there are none of', () => {
  expect(() => ablation(['planner'], [])).toThrow(/scoredPlanner.*toolAgents.*narratedCallRepair/)
  expect(() => ablation([], ['toolAgentReply=loud'])).toThrow()
  expect(() => ablation([], ['loudness=3'])).toThrow()
})
