/** A skill that is being written, in the namespace as it would be if it were saved now. Nothing is checked or written. */
import { makeSlug } from '../../shared/slug.ts'
import { slugFor } from './changes.ts'
import type { KeptDraft } from './drafts.ts'
import { createRegistry, type Registry } from './registry.ts'
import { renaming, rewriteMentions } from './rename.ts'
import type { Skill } from './skill.ts'

export interface Edited {
  /** Slug of the saved skill; null = a new one. */
  readonly original: string | null
  readonly draft: KeptDraft
}

export interface EditedNamespace {
  readonly registry: Registry
  readonly skill: Skill
  /** What it would be saved as; null while the handle has no letter or digit. `skill` then has a stand-in. */
  readonly slug: string | null
}

/** Stands for a handle that is not written yet. Free: no minted slug is empty between two hyphens. */
const unnamed = 'this-skill'

export function editedNamespace(namespace: Registry, { original, draft }: Edited): EditedNamespace {
  const before = namespace.skills.find(({ slug }) => slug === original) ?? null
  const slug = slugFor(namespace, draft.handle, before?.slug ?? null)
  const skill: Skill = {
    slug: slug ?? before?.slug ?? slugFor(namespace, unnamed, null) ?? unnamed,
    title: before?.title ?? draft.handle,
    shortDescription: draft.shortDescription,
    detailedBody: draft.detailedBody,
    enabled: draft.enabled,
    advertised: draft.advertised,
    examples: draft.examples.filter((example) => example.trim() !== ''),
    origin: before?.origin ?? 'own',
  }
  if (before === null)
    return { registry: createRegistry([...namespace.skills, skill], namespace.tools), skill, slug }
  const replace = renaming(before.slug, skill.slug)
  const isRenamed = before.slug !== skill.slug
  const settled = isRenamed ? rewriteMentions(skill, replace, namespace.isKnown) : skill
  const skills = namespace.skills.map((other) => {
    if (other === before) return settled
    return isRenamed ? rewriteMentions(other, replace, namespace.isKnown) : other
  })
  return { registry: createRegistry(skills, namespace.tools), skill: settled, slug }
}

/** Why a handle would be saved as another slug than it reads as; null when it would not. */
export function slugNote(namespace: Registry, handle: string, slug: string | null): string | null {
  const wanted = makeSlug(handle)
  if (slug === null || slug === wanted) return null
  const entry = namespace.resolve(wanted)
  if (entry?.kind === 'skill') return `@${wanted} is another skill.`
  if (entry?.kind === 'tool') return `@${wanted} is a tool.`
  if (namespace.tools.some(({ name }) => makeSlug(name) === wanted))
    return `@${wanted} is the name of a tool.`
  return `@${wanted} would change how another skill's text reads.`
}
