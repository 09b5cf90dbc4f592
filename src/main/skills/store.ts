/**
 * The skills of a profile. Every change is one transaction, and the gate stands here as well as in the editor:
 * no body can be saved that mentions what does not exist, and no handle can stand for two things.
 */
import { PixieError } from '../../shared/errors.ts'
import { printMention, replaceMentions } from '../../shared/mention.ts'
import type { Clock } from '../../shared/time.ts'
import type { Db } from '../store/database.ts'
import { writeTransaction } from '../store/writers.ts'
import { absentBuiltins, demandBuiltin, loadBuiltins, restoreBuiltin } from './builtins.ts'
import { changeSkill, createSkill, createSkills, type NewSkill, releaseSkill } from './changes.ts'
import { createSkillDrafts, type KeptDraft, type SkillDrafts } from './drafts.ts'
import { createRegistry, type Registry, type ToolEntry } from './registry.ts'
import { renaming } from './rename.ts'
import type { Skill, SkillDraft } from './skill.ts'
import {
  deleteSkill,
  insertSeeded,
  insertSkill,
  loadSeeded,
  loadSkills,
  placeOf,
  slugOfKey,
  updateSkills,
} from './skill-rows.ts'
import { keepChange, loadChange, revertChange, type SkillChange, stepsOf } from './undo.ts'

/** What else of the profile names skills. Both run inside the store's transaction; a throw undoes all of it. */
export interface SkillHooks {
  /** `rewrite` brings the mentions in any other saved text along. */
  renamed(from: string, to: string, rewrite: (text: string) => string): void
  /** The same for texts that are being written and not saved; also when a rename is taken back. */
  rewriteDrafts(rewrite: (text: string) => string): void
  deleted(slug: string): void
  /** All of it as one text, and back: `putBack` restores `before` where what is saved still is `after`. */
  saved(): string
  putBack(before: string, after: string): void
}

export interface SkillsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly tools: readonly ToolEntry[]
  readonly hooks: SkillHooks
}

/**
 * Handles may be given with or without `@`. Errors: `not-found`, `invalid-input`, `unknown-mention`, `skill-in-use`,
 * `changed-meanwhile`.
 */
export interface Skills {
  /** The namespace as it is now. */
  registry(): Registry
  /**
   * Saves a new skill, or with `original` a changed one. A taken or reserved handle is minted to a free one; an
   * unchanged handle keeps its slug; a changed one is renamed everywhere. With `seen`, a skill that is not any more
   * what its writer saw is left as it is: throws `changed-meanwhile`.
   */
  save(draft: SkillDraft, original?: string, seen?: KeptDraft): Skill
  /** What stays with a skill through renames; null when there is no skill with exactly this slug. */
  keyOf(slug: string): string | null
  /** Null when the skill was deleted. */
  slugOf(key: string): string | null
  /** Saves new skills that may mention one another; where a handle had to be minted, their mentions follow. */
  saveAll(entries: readonly NewSkill[]): Skill[]
  /** Deletes a skill. Refused while others mention it, unless `replaceBy` takes its place in their texts. */
  delete(handle: string, replaceBy?: string): void
  /** Puts a built-in, named by its own or its present handle, back to the shipped text, with the skills it needs. */
  restoreBuiltin(handle: string): Skill
  /** Names of the built-ins whose skills were deleted, with their summaries. */
  absentBuiltins(): { readonly name: string; readonly summary: string }[]
  /**
   * Takes the last rename, deletion or restoration back, byte for byte, and says what it was. Throws `not-found` when
   * there is none, `invalid-input` when one of its skills changed since.
   */
  undo(): string
  readonly drafts: SkillDrafts
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
  const drafts = createSkillDrafts(db, clock)
  /** Runs a change and keeps how to take it back, when there is something to take back. */
  const undoable = <T>(change: (namespace: Registry, told: Told) => T): T =>
    write((namespace) => {
      const told: Told = { what: '', renamed: null, steps: [] }
      const savedBefore = hooks.saved()
      const result = change(namespace, told)
      if (told.what !== '') keepChange(db, { ...told, savedBefore, savedAfter: hooks.saved() }, clock.now())
      return result
    })
  /** After the skill itself has its new handle. */
  const followInDrafts = (from: string, to: string, rewrite: (text: string) => string) => {
    const key = placeOf(db, to)?.key
    if (key !== undefined) drafts.renamed({ key, from, to }, rewrite)
    hooks.rewriteDrafts(rewrite)
  }
  const saveChanged = (draft: SkillDraft, original: string, seen: KeptDraft | undefined): Skill =>
    undoable((namespace, told) => {
      const before = namespace.demandSkill(original)
      if (seen !== undefined && !isAsSeen(before, seen)) throw changedMeanwhile(before)
      const changed = changeSkill(namespace, before, draft)
      updateSkills(db, changed, clock.now())
      const after = changed.get(before.slug) ?? before
      if (after.slug === before.slug) return after
      const replace = renaming(before.slug, after.slug)
      const rewrite = (text: string) => replaceMentions(text, replace, namespace)
      hooks.renamed(before.slug, after.slug, rewrite)
      followInDrafts(before.slug, after.slug, rewrite)
      told.what = `renamed ${printMention(before.slug)} to ${printMention(after.slug)}`
      told.renamed = { from: before.slug, to: after.slug }
      told.steps = stepsOf(namespace.skills, changed)
      return after
    })
  return {
    registry,
    drafts,
    keyOf: (slug) => placeOf(db, slug)?.key ?? null,
    slugOf: (key) => slugOfKey(db, key),
    save(draft, original, seen) {
      if (original !== undefined) return saveChanged(draft, original, seen)
      return write((namespace) => {
        const skill = createSkill(namespace, { draft, origin: 'own' })
        insertAll([skill])
        return skill
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
      undoable((namespace, told) => {
        const skill = namespace.demandSkill(handle)
        told.what = `deleted ${printMention(skill.slug)}`
        const changed = releaseSkill(namespace, skill, replaceBy ?? null)
        const place = placeOf(db, skill.slug)
        const gone = {
          before: skill,
          after: null,
          position: place?.position ?? null,
          key: place?.key ?? null,
        }
        told.steps = [...stepsOf(namespace.skills, changed), gone]
        updateSkills(db, changed, clock.now())
        deleteSkill(db, skill.slug)
        if (place !== null) drafts.put(place.key, null)
        hooks.deleted(skill.slug)
      })
    },
    restoreBuiltin(handle) {
      return undoable((namespace, told) => {
        const target = demandBuiltin(namespace, builtins, handle)
        const { added, changed, slug } = restoreBuiltin(namespace, builtins, target)
        insertAll(added)
        updateSkills(db, changed, clock.now())
        told.what = `put ${printMention(slug)} back to the shipped text`
        const come = added.map((skill) => ({ before: null, after: skill, position: null, key: null }))
        told.steps = [...stepsOf(namespace.skills, changed), ...come]
        return registry().demandSkill(slug)
      })
    },
    absentBuiltins() {
      const present = new Set(registry().skills.map(({ origin }) => origin))
      return builtins
        .filter(({ origin }) => !present.has(origin))
        .map(({ draft }) => ({ name: draft.handle ?? '', summary: draft.shortDescription ?? '' }))
    },
    undo() {
      return write((namespace) => {
        const change = loadChange(db)
        if (change === null) throw nothingToUndo()
        revertChange(db, change, clock.now())
        if (change.renamed !== null) {
          const { from, to } = change.renamed
          followInDrafts(to, from, (text) => replaceMentions(text, renaming(to, from), namespace))
        }
        hooks.putBack(change.savedBefore, change.savedAfter)
        return change.what
      })
    },
  }
}

/** What a change says of itself, to be taken back by. An empty `what` = nothing to take back. */
interface Told {
  what: string
  renamed: SkillChange['renamed']
  steps: SkillChange['steps']
}

function isAsSeen({ slug, ...skill }: Skill, { handle, ...seen }: KeptDraft): boolean {
  const texts = ({
    shortDescription,
    detailedBody,
    enabled,
    advertised,
    examples,
  }: typeof seen | typeof skill) =>
    JSON.stringify([shortDescription, detailedBody, enabled, advertised, examples])
  return slug === handle && texts(skill) === texts(seen)
}

function changedMeanwhile({ slug }: Skill): PixieError {
  return new PixieError('changed-meanwhile', {
    what: 'this skill was changed elsewhere a moment ago',
    value: printMention(slug),
    hint: 'Look at what changed, then save again.',
  })
}

function nothingToUndo(): PixieError {
  return new PixieError('not-found', {
    what: 'there is nothing to take back',
    hint: 'Only the last rename, deletion or restoration of a skill can be taken back, once.',
  })
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
