/** Pixie with a part of it switched off or another prompt profile: peer (c). */
import { allSwitchesOn, type Switches } from '../src/main/harness/switches.ts'
import type { Engine } from '../src/main/model/engine.ts'
import { PromptProfile } from '../src/main/model/profile.ts'

export interface Ablation {
  /** As it stands in a header: ` without scoredPlanner, replan`; empty for Pixie as it is. */
  readonly label: string
  readonly switches: Switches
  profileOf(engine: Engine): PromptProfile
}

/**
 * @param without names of switches
 * @param set values of the prompt profile, `toolAgentReply=report`
 * Throws for a name or a value that there is none of.
 */
export function ablation(without: readonly string[], set: readonly string[]): Ablation {
  const switches: Record<string, boolean> = { ...allSwitchesOn }
  for (const name of without) {
    if (!(name in switches))
      throw new Error(`--without ${name}: there are ${Object.keys(allSwitchesOn).join(', ')}.`)
    switches[name] = false
  }
  const changes = Object.fromEntries(set.map(profileChange))
  PromptProfile.parse(changes)
  const label = [
    ...(without.length > 0 ? [`without ${without.join(', ')}`] : []),
    ...(set.length > 0 ? [`with ${set.join(', ')}`] : []),
  ]
  return {
    label: label.map((text) => ` ${text}`).join(''),
    switches: { ...allSwitchesOn, ...switches },
    profileOf: ({ profile }) => PromptProfile.parse({ ...profile, ...changes }),
  }
}

function profileChange(text: string): [string, unknown] {
  const [name = '', value = ''] = text.split(/=(.*)/s)
  // Words stand for themselves; figures, true and false are JSON already.
  return [name, /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value) ? JSON.parse(value) : value]
}

/** The engine with the ablation's prompt profile. */
export function withProfile(inner: Engine, { profileOf }: Ablation): Engine {
  return {
    model: inner.model,
    profile: profileOf(inner),
    contextTokens: inner.contextTokens,
    countTokens: (text) => inner.countTokens(text),
    createSession: (spec) => inner.createSession(spec),
    usage: () => inner.usage(),
    dispose: () => inner.dispose(),
  }
}
