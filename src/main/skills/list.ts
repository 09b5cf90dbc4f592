/** The skills and the namespace as lists for people. */
import type { HandleName, SkillRow } from '../../shared/contract/skills.ts'
import { mentionedSlugs } from '../../shared/mention.ts'
import type { Registry } from './registry.ts'
import type { Skill } from './skill.ts'

export interface ListParts {
  readonly registry: Registry
  /** Slugs of the planner's present menu. */
  readonly menu: ReadonlySet<string>
  /** Slugs with unsaved changes. */
  readonly drafts: ReadonlySet<string>
}

export function skillRows({ registry, menu, drafts }: ListParts): SkillRow[] {
  const mentions = new Map(
    registry.skills.map(({ slug, detailedBody }) => [slug, new Set(mentionedSlugs(detailedBody, registry))]),
  )
  const usersOf = (slug: string) =>
    registry.skills.filter((other) => other.slug !== slug && mentions.get(other.slug)?.has(slug) === true)
  return registry.skills.map((skill) => ({
    slug: skill.slug,
    title: skill.title,
    shortDescription: skill.shortDescription,
    enabled: skill.enabled,
    advertised: skill.advertised,
    isOnMenu: menu.has(skill.slug),
    origin: originOf(skill),
    exampleCount: skill.examples.length,
    usedBy: usersOf(skill.slug).map(({ slug }) => slug),
    mentionsDisabled: disabledIn(skill, registry),
    hasDraft: drafts.has(skill.slug),
  }))
}

export function originOf({ origin }: Skill): SkillRow['origin'] {
  if (origin.startsWith('builtin:')) return 'builtin'
  return origin.startsWith('import:') ? 'import' : 'own'
}

/** Slugs of the switched-off skills that `skill` mentions: what it says of them brings nothing. */
export function disabledIn(skill: Skill, registry: Registry): string[] {
  return mentionedSlugs(skill.detailedBody, registry).filter((slug) => {
    const entry = registry.resolve(slug)
    return entry?.kind === 'skill' && !entry.skill.enabled && slug !== skill.slug
  })
}

/** Skills in their own order, then the tools. */
export function handleNames({ skills, tools }: Registry): HandleName[] {
  return [
    ...skills.map(
      ({ slug, title, shortDescription, enabled }): HandleName => ({
        slug,
        title,
        kind: 'skill',
        label: 'skill',
        summary: shortDescription,
        enabled,
      }),
    ),
    ...tools.map(
      ({ slug, title, pill, summary }): HandleName => ({
        slug,
        title,
        kind: 'tool',
        label: `tool · ${pill}`,
        summary,
        enabled: true,
      }),
    ),
  ]
}
