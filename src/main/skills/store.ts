/**
 * The skills of a profile. Every change is one transaction, and the gate stands here as well as in the editor:
 * no body can be saved that mentions what does not exist, and no handle can stand for two things.
 */

import { replaceMentions } from '../../shared/mention.ts'
import type { Clock } from '../../shared/time.ts'
import type { Db } from '../store/database.ts'
import { writeTransaction } from '../store/writers.ts'
import { absentBuiltins, demandBuiltin, loadBuiltins, restoreBuiltin } from './builtins.ts'
import { changeSkill, createSkill, createSkills, type NewSkill, releaseSkill } from './changes.ts'
import { createRegistry, type Registry, type ToolEntry } from './registry.ts'
import { renaming } from './rename.ts'
import type { Skill, SkillDraft } from './skill.ts'
import { deleteSkill, insertSeeded, insertSkill, loadSeeded, loadSkills, updateSkills } from './skill-rows.ts'

/** What else of the profile names skills. Both run inside the store's transaction; a throw undoes all of it. */
export interface SkillHooks {
  /** `rewrite` brings the mentions in any other saved text along. */
  renamed(from: string, to: string, rewrite: (text: string) => string): void
  deleted(slug: string): void
}

export interface SkillsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly tools: readonly ToolEntry[]
  readonly hooks: SkillHooks
}

/** Handles may be given with or without `@`. Errors: `not-found`, `invalid-input`, `unknown-mention`, `skill-in-use`. */
export interface Skills {
  /** The namespace as it is now. */
  registry(): Registry
  /**
   * Saves a new skill, or with `original` a changed one. A taken or reserved handle is minted to a free one; an
   * unchanged handle keeps its slug; a changed one is renamed everywhere.
   */
  save(draft: SkillDraft, original?: string): Skill
  /** Saves new skills that may mention one another; where a handle had to be minted, their mentions follow. */
  saveAll(entries: readonly NewSkill[]): Skill[]
  /** Deletes a skill. Refused while others mention it, unless `replaceBy` takes its place in their texts. */
  delete(handle: string, replaceBy?: string): void
  /** Puts a built-in, named by its own or its present handle, back to the shipped text, with the skills it needs. */
  restoreBuiltin(handle: string): Skill
}

/** Puts in the built-ins that this profile never had, then serves. */
export function openSkills(deps: SkillsDeps): Skills {
  const { db, clock, tools, hooks } = deps
  const builtins = loadBuiltins()
  const registry = () => createRegistry(loadSkills(db), tools)
  const write = <T>(change: (namespace: Registry) => T): T => writeTransaction(db, () => change(registry()))
  const insertAll = (skills: readonly Skill[]) => {
    for (const skill of skills) insertSkill(db, skill, clock.now())
  }
  seed(db, clock, builtins, () => insertAll(absentBuiltins(registry(), builtins, unseeded(db, builtins))))
  return {
    registry,
    save(draft, original) {
      return write((namespace) => {
        if (original === undefined) {
          const skill = createSkill(namespace, { draft, origin: 'own' })
          insertAll([skill])
          return skill
        }
        const before = namespace.demandSkill(original)
        const changed = changeSkill(namespace, before, draft)
        updateSkills(db, changed, clock.now())
        const after = changed.get(before.slug) ?? before
        if (after.slug !== before.slug) {
          const replace = renaming(before.slug, after.slug)
          hooks.renamed(before.slug, after.slug, (text) => replaceMentions(text, replace, namespace))
        }
        return after
      })
    },
    saveAll(entries) {
      return write((namespace) => {
        const skills = createSkills(namespace, entries)
        insertAll(skills)
        return skills
      })
    },
    delete(handle, replaceBy) {
      write((namespace) => {
        const skill = namespace.demandSkill(handle)
        updateSkills(db, releaseSkill(namespace, skill, replaceBy ?? null), clock.now())
        deleteSkill(db, skill.slug)
        hooks.deleted(skill.slug)
      })
    },
    restoreBuiltin(handle) {
      return write((namespace) => {
        const target = demandBuiltin(namespace, builtins, handle)
        const { added, changed, slug } = restoreBuiltin(namespace, builtins, target)
        insertAll(added)
        updateSkills(db, changed, clock.now())
        return registry().demandSkill(slug)
      })
    },
  }
}

function unseeded(db: Db, builtins: readonly NewSkill[]): NewSkill[] {
  const seeded = loadSeeded(db)
  return builtins.filter(({ origin }) => !seeded.has(origin))
}

/** Looks first without a lock, so that a second process may open the profile while one writes. */
function seed(db: Db, clock: Clock, builtins: readonly NewSkill[], insert: () => void): void {
  if (unseeded(db, builtins).length === 0) return
  writeTransaction(db, () => {
    insert()
    for (const { origin } of unseeded(db, builtins)) insertSeeded(db, origin, clock.now())
  })
}
