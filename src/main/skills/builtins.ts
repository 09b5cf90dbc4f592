/** The skills that ship with Pixie, kept as Agent-Skills files so that they read as prose. */
import { readFileSync } from 'node:fs'
import { PixieError } from '../../shared/errors.ts'
import { mentionedSlugs, printMention, replaceMentions } from '../../shared/mention.ts'
import { makeSlug } from '../../shared/slug.ts'
import { parseAgentSkill } from './agent-skill.ts'
import { changeSkill, createSkill, type NewSkill } from './changes.ts'
import { createRegistry, type Registry } from './registry.ts'
import type { Skill, SkillDraft } from './skill.ts'

/** In the order of the skills list, and so of the planner's menu. */
const names = ['search-info', 'check-schedule', 'fetch-file'] as const

/** Reads the shipped skills. Their origin is `builtin:<name>`, and stays when their owner renames them. */
export function loadBuiltins(): NewSkill[] {
  return names.map((name) => {
    const text = readFileSync(new URL(`builtins/${name}.md`, import.meta.url), 'utf8')
    return { draft: parseAgentSkill(text.trimEnd()).draft, origin: `builtin:${name}` }
  })
}

interface Restoration {
  /** Built-ins that were gone and come back, in the order in which to add them. */
  readonly added: readonly Skill[]
  /** The restored skill, by the slug that it has and keeps; empty when it is among `added`. */
  readonly changed: ReadonlyMap<string, Skill>
  readonly slug: string
}

/**
 * Puts a built-in back to the shipped text, under its present handle. Built-ins that it mentions come back too when
 * they were deleted, and are mentioned by the handles that they have now.
 */
export function restoreBuiltin(
  namespace: Registry,
  builtins: readonly NewSkill[],
  target: NewSkill,
): Restoration {
  const slugs = new Map<string, string>()
  const added: Skill[] = []
  let known = namespace
  for (const builtin of inOrderOfNeed(target, builtins)) {
    const draft = withHandles(builtin.draft, slugs)
    const present = known.skills.find((skill) => skill.origin === builtin.origin)
    if (present !== undefined && builtin === target) {
      const changed = changeSkill(known, present, { ...draft, handle: present.slug })
      return { added, changed, slug: present.slug }
    }
    const skill = present ?? createSkill(known, { draft, origin: builtin.origin })
    slugs.set(nameOf(builtin), skill.slug)
    if (present === undefined) {
      added.push(skill)
      known = createRegistry([...known.skills, skill], known.tools)
    }
  }
  return { added, changed: new Map(), slug: slugs.get(nameOf(target)) ?? nameOf(target) }
}

/** The built-ins among `wanted` that the namespace lacks, with those they need, in the order of the list. */
export function absentBuiltins(
  namespace: Registry,
  builtins: readonly NewSkill[],
  wanted: readonly NewSkill[],
): Skill[] {
  let known = namespace
  for (const target of wanted) {
    if (known.skills.some((skill) => skill.origin === target.origin)) continue
    const { added } = restoreBuiltin(known, builtins, target)
    known = createRegistry([...known.skills, ...added], known.tools)
  }
  const placeOf = (skill: Skill) => builtins.findIndex((builtin) => builtin.origin === skill.origin)
  return known.skills.slice(namespace.skills.length).sort((a, b) => placeOf(a) - placeOf(b))
}

/** The built-in of this name, or that has this handle now. Throws `not-found`. */
export function demandBuiltin(namespace: Registry, builtins: readonly NewSkill[], handle: string): NewSkill {
  const entry = namespace.resolve(handle)
  const byHandle = entry?.kind === 'skill' ? entry.skill.origin : null
  const byName = `builtin:${makeSlug(handle)}`
  const target =
    builtins.find(({ origin }) => origin === byHandle) ?? builtins.find(({ origin }) => origin === byName)
  if (target !== undefined) return target
  throw new PixieError('not-found', {
    what: 'this is not a built-in skill',
    value: handle,
    hint: `The built-in skills are ${builtins.map((builtin) => printMention(nameOf(builtin))).join(', ')}.`,
  })
}

/** The built-ins that `target` mentions, theirs before them, then itself. */
function inOrderOfNeed(target: NewSkill, builtins: readonly NewSkill[]): Set<NewSkill> {
  const ordered = new Set<NewSkill>()
  const open = new Set<NewSkill>()
  const visit = (builtin: NewSkill): void => {
    if (open.has(builtin)) return
    open.add(builtin)
    for (const slug of mentionedSlugs(builtin.draft.detailedBody ?? '')) {
      const needed = builtins.find((other) => nameOf(other) === slug)
      if (needed !== undefined) visit(needed)
    }
    ordered.add(builtin)
  }
  visit(target)
  return ordered
}

function withHandles(draft: SkillDraft, slugs: ReadonlyMap<string, string>): SkillDraft {
  return {
    ...draft,
    detailedBody: replaceMentions(draft.detailedBody ?? '', (slug) => slugs.get(slug) ?? null),
  }
}

function nameOf({ origin }: NewSkill): string {
  return origin.slice('builtin:'.length)
}
