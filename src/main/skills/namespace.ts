/** The namespace as the harness asks for it: the menu, the tools of a plan, the steps of a skill. */
import noToolExamples from './no-tool-examples.json' with { type: 'json' }
import type { MenuLine, Missing, Registry, ToolEntry } from './registry.ts'

export interface Steps {
  readonly slug: string
  readonly body: string
}

export interface SkillNamespace<T extends ToolEntry> {
  menu(): readonly MenuLine[]
  /** Requests that need no tool, for the planner's examples. */
  noToolExamples(): readonly string[]
  /** `toolsForPlan`, with the tools themselves and the reasons in plain words. */
  expand(slugs: readonly string[]): { tools: T[]; missing: { slug: string; why: string }[] }
  /** A skill's steps and those of the skills it reaches, first appearance first. Null for anything but a skill. */
  steps(slug: string): (Steps & { nested: Steps[] }) | null
}

export interface NamespaceDeps<T extends ToolEntry> {
  registry(): Registry
  menu(): readonly MenuLine[]
  readonly tools: readonly T[]
  isGranted(tool: T['name']): boolean
}

export function createNamespace<T extends ToolEntry>(deps: NamespaceDeps<T>): SkillNamespace<T> {
  return {
    menu: deps.menu,
    noToolExamples: () => noToolExamples,
    expand(slugs) {
      const plan = deps.registry().toolsForPlan(slugs, deps.isGranted)
      return {
        tools: plan.tools.flatMap((name) => deps.tools.filter((tool) => tool.name === name)),
        missing: plan.missing.map(({ slug, why }) => ({ slug, why: reasons[why] })),
      }
    },
    steps(slug) {
      const registry = deps.registry()
      const bodies = registry.toolsForPlan([slug]).skills.flatMap((reached) => {
        const entry = registry.resolve(reached)
        return entry?.kind === 'skill' ? [{ slug: reached, body: entry.skill.detailedBody }] : []
      })
      const [own, ...nested] = bodies
      return own === undefined ? null : { ...own, nested }
    },
  }
}

const reasons: Readonly<Record<Missing['why'], string>> = {
  unknown: 'nothing has this handle',
  disabled: 'this skill is switched off',
  'no-grant': 'this tool may not be used',
}
