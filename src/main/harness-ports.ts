/** The harness' ports on the parts of a profile. */

import type { Clock } from '../shared/time.ts'
import type { Alignment } from './alignment/alignment.ts'
import { resolveRange } from './calendar/ranges.ts'
import type { Expansion, HarnessPorts, Namespace, ScoreCache, SkillSteps } from './harness/ports.ts'
import { allSwitchesOn, type Switches } from './harness/switches.ts'
import type { Engine } from './model/engine.ts'
import { countedOnce, type WordCounts } from './search/corpus.ts'
import type { SettingsStore } from './settings/settings.ts'
import noToolExamples from './skills/no-tool-examples.json' with { type: 'json' }
import type { Missing } from './skills/registry.ts'
import type { Skills } from './skills/store.ts'
import type { Store } from './store/database.ts'
import { explainStoreError } from './store/writers.ts'
import type { Tool, ToolName } from './tools/tool.ts'

export interface PortParts {
  readonly store: Store
  readonly settings: SettingsStore
  readonly skills: Pick<Skills, 'registry'>
  readonly alignment: Alignment
  readonly tools: readonly Tool[]
  readonly words: WordCounts
  /** See `HarnessPorts`. */
  readonly furtherTools?: readonly Tool[] | undefined
  readonly clock: Clock
  readonly scoreCache: ScoreCache
  /** Direct mode, whatever skills are selected. */
  readonly mode?: 'direct' | undefined
  isGranted(tool: ToolName): boolean
}

const reasons: Readonly<Record<Missing['why'], string>> = {
  unknown: 'there is no such skill or tool',
  'no-grant': 'it has no grant in Settings',
  disabled: 'it is disabled',
}

function createNamespace({ skills, alignment, tools, mode, isGranted }: PortParts): Namespace {
  const toolNamed = (name: ToolName) => tools.find((tool) => tool.name === name)
  return {
    menu: () => (mode === 'direct' ? [] : alignment.menu()),
    noToolExamples: () => noToolExamples,
    expand(slugs): Expansion {
      const { tools: names, missing } = skills.registry().toolsForPlan(slugs, isGranted)
      return {
        tools: names.map(toolNamed).filter((tool) => tool !== undefined),
        missing: missing.map(({ slug, why }) => ({ slug, why: reasons[why] })),
      }
    },
    steps(slug): SkillSteps | null {
      const registry = skills.registry()
      const entry = registry.resolve(slug)
      if (entry?.kind !== 'skill') return null
      const nested = registry.toolsForPlan([slug], isGranted).skills.filter((other) => other !== slug)
      return {
        slug,
        body: entry.skill.detailedBody.trim(),
        nested: nested.map((other) => ({
          slug: other,
          body: registry.demandSkill(other).detailedBody.trim(),
        })),
      }
    },
  }
}

export function createPorts(
  parts: PortParts,
  engine: Engine,
  switches: Switches = allSwitchesOn,
): HarnessPorts {
  const { store, settings, alignment, tools, furtherTools = [], clock, scoreCache, isGranted } = parts
  return {
    engine,
    namespace: createNamespace(parts),
    grantedTools: tools.filter((tool) => isGranted(tool.name)),
    furtherTools,
    document: () => alignment.documentPieces(parts.mode),
    base: () => alignment.base(),
    corpus: countedOnce(parts.words),
    scoreCache,
    clock,
    resolveRange: (words) =>
      resolveRange(words, { now: clock.now(), zone: clock.zone, weekStart: settings.get('weekStart') }),
    switches,
    explain: (error) => explainStoreError(store, error),
  }
}
