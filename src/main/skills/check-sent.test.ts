/** What the check beside a skill says is what following it comes to: a real profile and the real harness around a script. */
import { expect, it } from 'vitest'
import type { SkillCheck } from '../../shared/contract/skills.ts'
import { createScriptedEngine, type ScriptedEngine, type ScriptedStep } from '../model/scripted-engine.ts'
import type { Pixie } from '../pixie.ts'
import { withPixieOn } from '../testing/pixie-on.ts'
import { checkSkill } from './check.ts'

const signal = new AbortController().signal
const countTokens = (text: string) => Math.ceil(text.length / 4)

async function withProfile<T>(
  script: readonly ScriptedStep[],
  work: (pixie: Pixie, engine: ScriptedEngine) => Promise<T>,
): Promise<T> {
  const engine = createScriptedEngine({ profile: { plannerCalibration: 0 }, order: 'match', script })
  return withPixieOn(engine, (pixie) => work(pixie, engine))
}

function priceOf({ price }: SkillCheck, ...parts: readonly SkillCheck['price']['parts'][number]['part'][]) {
  return price.parts.filter(({ part }) => parts.includes(part)).reduce((sum, { tokens }) => sum + tokens, 0)
}

const script: readonly ScriptedStep[] = [
  { role: 'planner', score: { '@prep': 0.9 } },
  { role: 'planner', rounds: [{ call: 'plan', args: { purpose: 'prepare it' } }] },
  { role: 'l2', text: 'There is nothing to do.' },
  { role: 'answer', text: 'Nothing.' },
]

it('binds the same tools in the same order, and prices what the follower is sent', async () => {
  const { check, l2 } = await withProfile(script, async (pixie, engine) => {
    const { skills, grants } = pixie
    const draft = {
      handle: 'prep',
      shortDescription: 'Prepares meetings.',
      detailedBody: 'First @calendar, then @search-info. Never @grep-memory twice.\n',
      enabled: true,
      advertised: true,
      examples: [],
    }
    const isGranted = (tool: Parameters<typeof grants.has>[1]) => grants.has('tool', tool)
    const namespace = skills.registry()
    const found = checkSkill({ original: null, draft }, { namespace, isGranted, countTokens })
    skills.save(draft)
    await pixie.agent.ask({ question: 'Prepare it', conversation: null, signal, emit: () => {} })
    return { check: found, l2: engine.specs.find(({ role }) => role === 'l2') }
  })
  const [callTool, ...others] = l2?.tools ?? []
  expect(others).toEqual([])
  expect(callTool?.parameters).toMatchObject({
    properties: {
      tool: { allowed: check.tools.filter((tool) => tool !== 'list_devices') },
    },
  })
  expect(check.tools).toEqual(['queryCalendar', 'check_notebook', 'list_devices', 'find_file', 'grep_memory'])
  expect(priceOf(check, 'rules', 'steps', 'nested', 'signatures')).toBe(countTokens(l2?.instructions ?? ''))
  expect(priceOf(check, 'call-tool')).toBe(
    countTokens(`${callTool?.description}\n${JSON.stringify(callTool?.parameters)}`),
  )
})
