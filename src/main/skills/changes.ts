/** What a save, a rename or a deletion does to the skills: pure, checked by the gate, written by `store.ts`. */
import { PixieError } from '../../shared/errors.ts'
import { mentionedSlugs, printMention } from '../../shared/mention.ts'
import { makeSlug, mintSlug } from '../../shared/slug.ts'
import { type Registry, unknownHandle } from './registry.ts'
import { type IsKnown, keepsMentions, mayMention, renaming, rewriteMentions } from './rename.ts'
import type { Skill, SkillDraft } from './skill.ts'
import { unknownMentions } from './unknown-mentions.ts'

export interface NewSkill {
  readonly draft: SkillDraft
  readonly origin: string
}

type Contents = Omit<Skill, 'slug' | 'origin'>

const emptyContents = {
  shortDescription: '',
  detailedBody: '',
  enabled: true,
  advertised: true,
  examples: [],
} satisfies Omit<Contents, 'title'>

/** Whether a handle cannot be given away. Tools' names are reserved as their slugs are. `from` is the skill being renamed. */
function takenIn(namespace: Registry, from: string | null): IsKnown {
  const reserved = new Set(namespace.tools.map((tool) => makeSlug(tool.name)))
  return (slug) => {
    if (slug === from) return false
    if (namespace.isKnown(slug) || reserved.has(slug)) return true
    return !keepsMentions(namespace.skills, from, slug, namespace.isKnown)
  }
}

/**
 * The slug that saving `handle` would give, `from` being the skill's present one (null = new): an unchanged handle keeps
 * it, a taken one is numbered. Null when the handle has no letter or digit.
 */
export function slugFor(namespace: Registry, handle: string, from: string | null): string | null {
  const slug = makeSlug(handle)
  if (slug === '' || slug === from) return slug || null
  return mintSlug(handle, takenIn(namespace, from))
}

/** A skill made from a draft that is new to the namespace. Throws `invalid-input`, `unknown-mention`. */
export function createSkill(namespace: Registry, { draft, origin }: NewSkill): Skill {
  const skill = mintSkill(draft, origin, takenIn(namespace, null))
  return assertNothingDangles(skill, namespace, (slug) => slug === skill.slug || namespace.isKnown(slug))
}

/**
 * Skills that come together and may mention one another and themselves. Where a handle had to be minted anew, its
 * mentions among them follow, unless the handle is a tool's. Throws `invalid-input`, `unknown-mention`.
 */
export function createSkills(namespace: Registry, entries: readonly NewSkill[]): Skill[] {
  const minted = new Set<string>()
  const isTaken = takenIn(namespace, null)
  const skills = entries.map(({ draft, origin }) => {
    const skill = mintSkill(draft, origin, (slug) => minted.has(slug) || isTaken(slug))
    minted.add(skill.slug)
    return { skill, wanted: makeSlug(handleOf(draft)) }
  })
  const slugOfWanted = new Map(skills.toReversed().map(({ skill, wanted }) => [wanted, skill.slug]))
  const isKnown: IsKnown = (slug) => minted.has(slug) || slugOfWanted.has(slug) || namespace.isKnown(slug)
  return skills.map(({ skill, wanted }) => {
    const settled = rewriteMentions(
      skill,
      (slug) => {
        if (namespace.resolve(slug)?.kind === 'tool') return null
        return slug === wanted ? skill.slug : (slugOfWanted.get(slug) ?? null)
      },
      isKnown,
    )
    return assertNothingDangles(settled, namespace, (slug) => minted.has(slug) || namespace.isKnown(slug))
  })
}

/**
 * What saving `draft` over `before` changes, by old slug: that skill first, then everyone whose mentions follow.
 * An unchanged handle keeps its slug. The saved body may mention itself by its old or its new handle.
 */
export function changeSkill(namespace: Registry, before: Skill, draft: SkillDraft): Map<string, Skill> {
  const from = before.slug
  const { handle = from } = draft
  const to = slugFor(namespace, handle, from) ?? mintSlug(handle, takenIn(namespace, from))
  const replace = renaming(from, to)
  const isKnownAfter: IsKnown = (slug) => slug === to || (slug !== from && namespace.isKnown(slug))
  const edited: Skill = { ...contentsOf(draft, before), slug: to, origin: before.origin }
  const saved = rewriteMentions(edited, replace, (slug) => slug === to || namespace.isKnown(slug))
  const changed = new Map([[from, assertNothingDangles(saved, namespace, isKnownAfter)]])
  if (from === to) return changed
  for (const [slug, skill] of rewriteOthers(namespace, from, to)) changed.set(slug, skill)
  return changed
}

/**
 * What deleting `skill` changes in others. Throws `skill-in-use`, naming those that mention it, unless another handle
 * takes its place in their texts.
 */
export function releaseSkill(
  namespace: Registry,
  skill: Skill,
  replaceBy: string | null,
): Map<string, Skill> {
  if (replaceBy !== null)
    return rewriteOthers(namespace, skill.slug, replacement(namespace, skill, replaceBy))
  const users = namespace.skills.filter(
    (other) =>
      other.slug !== skill.slug &&
      mentionedSlugs(other.detailedBody, { isKnown: namespace.isKnown }).includes(skill.slug),
  )
  if (users.length === 0) return new Map()
  throw new PixieError('skill-in-use', {
    what: `cannot delete @${skill.slug}: other skills mention it`,
    value: users.map((user) => printMention(user.slug)).join(', '),
    hint: 'Remove the mentions there, or put another handle in their place.',
    command: '--replace-by HANDLE',
  })
}

function rewriteOthers(namespace: Registry, from: string, to: string): Map<string, Skill> {
  const changed = new Map<string, Skill>()
  const isMaybe = mayMention(from)
  for (const skill of namespace.skills) {
    if (skill.slug === from || !isMaybe(skill)) continue
    const rewritten = rewriteMentions(skill, renaming(from, to), namespace.isKnown)
    if (rewritten !== skill) changed.set(skill.slug, rewritten)
  }
  return changed
}

function replacement(namespace: Registry, skill: Skill, replaceBy: string): string {
  const entry = namespace.resolve(replaceBy)
  if (entry === null) throw unknownHandle(replaceBy, namespace.nearest(replaceBy))
  const slug = entry.kind === 'skill' ? entry.skill.slug : entry.tool.slug
  const isItself = slug === skill.slug
  if (!isItself && keepsMentions(namespace.skills, skill.slug, slug, namespace.isKnown)) return slug
  throw new PixieError('invalid-input', {
    what: isItself
      ? 'a skill cannot take its own place'
      : 'this handle would read differently in some of the texts',
    value: printMention(slug),
    hint: 'Name another skill or tool.',
  })
}

function handleOf(draft: SkillDraft): string {
  return draft.handle ?? draft.title ?? ''
}

function mintSkill(draft: SkillDraft, origin: string, isTaken: IsKnown): Skill {
  const handle = handleOf(draft)
  const slug = mintSlug(handle, isTaken)
  const title = handle.trim().replace(/^@/, '')
  return { ...contentsOf(draft, { ...emptyContents, title }), slug, origin }
}

function contentsOf(draft: SkillDraft, otherwise: Contents): Contents {
  return {
    title: draft.title ?? otherwise.title,
    shortDescription: draft.shortDescription ?? otherwise.shortDescription,
    detailedBody: draft.detailedBody ?? otherwise.detailedBody,
    enabled: draft.enabled ?? otherwise.enabled,
    advertised: draft.advertised ?? otherwise.advertised,
    examples: draft.examples ?? otherwise.examples,
  }
}

/** The gate. Throws `unknown-mention`, naming each with what was likely meant. */
function assertNothingDangles(skill: Skill, namespace: Registry, isKnown: IsKnown): Skill {
  const unknown = unknownMentions(skill.detailedBody, namespace, isKnown)
  if (unknown.length === 0) return skill
  const remarks = unknown.flatMap(({ slug, meant, hidden }) => [
    ...(hidden === null ? [] : [`Look closely at ${printMention(slug)}: ${hidden}.`]),
    ...(meant === null ? [] : [`Did you mean ${printMention(meant)} for ${printMention(slug)}?`]),
  ])
  throw new PixieError('unknown-mention', {
    what: `@${skill.slug} mentions what does not exist`,
    value: unknown.map(({ slug }) => printMention(slug)).join(', '),
    hint: [...remarks, 'Correct or remove it to save.'].join(' '),
  })
}
