/** Pixie with a part of it switched off or another prompt profile: peer (c). */
import { passWarm } from '../bench/engine-time.ts'
import { allSwitchesOn, type Switches } from '../src/main/harness/switches.ts'
import type { Engine, SessionSpec } from '../src/main/model/engine.ts'
import { PromptProfile } from '../src/main/model/profile.ts'

export interface Ablation {
  /** As it stands in a header: ` without scoredPlanner, replan`; empty for Pixie as it is. */
  readonly label: string
  readonly switches: Switches
  readonly narratedCalls: NonNullable<SessionSpec['narratedCalls']>
  profileOf(engine: Engine): PromptProfile
}

/**
 * @param without names of switches, or `narratedCallRepair`, which the engine does
 * @param set values of the prompt profile, `toolAgentReply=report`
 * Throws for a name or a value that there is none of.
 */
export function ablation(without: readonly string[], set: readonly string[]): Ablation {
  const { narratedCallRepair, ...switches } = switchedOn(without)
  const changes = Object.fromEntries(set.map(profileChange))
  PromptProfile.parse(changes)
  const label = [
    ...(without.length > 0 ? [`without ${without.join(', ')}`] : []),
    ...(set.length > 0 ? [`with ${set.join(', ')}`] : []),
  ]
  return {
    label: label.map((text) => ` ${text}`).join(''),
    switches,
    narratedCalls: narratedCallRepair ? 'repair' : 'keep',
    profileOf: ({ profile }) => PromptProfile.parse({ ...profile, ...changes }),
  }
}

const allOn = { ...allSwitchesOn, narratedCallRepair: true }

function switchedOn(without: readonly string[]): typeof allOn {
  const on: Record<string, boolean> = { ...allOn }
  for (const name of without) {
    if (!(name in on)) throw new Error(`--without ${name}: there are ${Object.keys(allOn).join(', ')}.`)
    on[name] = false
  }
  return { ...allOn, ...on }
}

function profileChange(text: string): [string, unknown] {
  const [name = '', value = ''] = text.split(/=(.*)/s)
  // Words stand for themselves; figures, true and false are JSON already.
  return [name, /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value) ? JSON.parse(value) : value]
}

/** The engine with the ablation's prompt profile, and without the repair of written calls where that is switched off. */
export function ablated(inner: Engine, { profileOf, narratedCalls }: Ablation): Engine {
  return {
    model: inner.model,
    profile: profileOf(inner),
    contextTokens: inner.contextTokens,
    countTokens: (text) => inner.countTokens(text),
    createSession: (spec) => inner.createSession({ ...spec, narratedCalls }),
    ...passWarm(inner),
    usage: () => inner.usage(),
    dispose: () => inner.dispose(),
  }
}
