import { expect, it } from 'vitest'
import { allSwitchesOn } from '../src/main/harness/switches.ts'
import { createScriptedEngine } from '../src/main/model/scripted-engine.ts'
import { ablation, withProfile } from './ablations.ts'

const engine = createScriptedEngine({ script: [] })

it('leaves Pixie as it is', () => {
  const none = ablation([], [])
  expect(none.label).toBe('')
  expect(none.switches).toEqual(allSwitchesOn)
  expect(withProfile(engine, none).profile).toEqual(engine.profile)
})

it('switches off what is named and changes the profile', () => {
  const some = ablation(['replan', 'rareWords'], ['toolAgentReply=report', 'supportThreshold=-0.5'])
  expect(some.label).toBe(' without replan, rareWords with toolAgentReply=report, supportThreshold=-0.5')
  expect(some.switches).toEqual({ ...allSwitchesOn, replan: false, rareWords: false })
  expect(withProfile(engine, some).profile).toEqual({
    ...engine.profile,
    toolAgentReply: 'report',
    supportThreshold: -0.5,
  })
})

it('refuses names and values that there are none of', () => {
  expect(() => ablation(['planner'], [])).toThrow('scoredPlanner')
  expect(() => ablation([], ['toolAgentReply=loud'])).toThrow()
  expect(() => ablation([], ['loudness=3'])).toThrow()
})
