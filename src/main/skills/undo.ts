/** One undo: the last rename, deletion or restoration is kept as it was before and after, and taken back whole. */
import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import { printMention } from '../../shared/mention.ts'
import type { Db } from '../store/database.ts'
import type { Skill } from './skill.ts'
import { deleteSkill, insertSkillAt, loadSkills, updateSkills } from './skill-rows.ts'

const SkillShape = z.strictObject({
  slug: z.string(),
  title: z.string(),
  shortDescription: z.string(),
  detailedBody: z.string(),
  enabled: z.boolean(),
  advertised: z.boolean(),
  examples: z.array(z.string()).readonly(),
  origin: z.string(),
}) satisfies z.ZodType<Skill>

/** A skill that was changed; `before` null = it came, `after` null = it went. */
const Step = z.strictObject({
  before: SkillShape.nullable(),
  after: SkillShape.nullable(),
  /** In the list, for one that went. */
  position: z.int().nullable(),
  /** Of one that went. An older Pixie kept none. */
  key: z.string().nullable().default(null),
})

const Change = z.strictObject({
  /** In plain words: `renamed @a to @b`. */
  what: z.string(),
  steps: z.array(Step).readonly(),
  /** What else of the profile names skills, as `SkillHooks.saved` gave it. */
  savedBefore: z.string(),
  savedAfter: z.string(),
  renamed: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
})
export type SkillChange = z.infer<typeof Change>

export function keepChange(db: Db, change: SkillChange, nowMs: number): void {
  db.prepare('INSERT OR REPLACE INTO skill_undo (only_one, json, made_at_ms) VALUES (1, ?, ?)').run(
    JSON.stringify(change),
    nowMs,
  )
}

export function loadChange(db: Db): SkillChange | null {
  const json = db.prepare('SELECT json FROM skill_undo').pluck().get()
  const change = Change.safeParse(typeof json === 'string' ? JSON.parse(json) : null)
  return change.success ? change.data : null
}

/** The skills that stand under their old slugs in `changed`, as they were and as they are. */
export function stepsOf(skills: readonly Skill[], changed: ReadonlyMap<string, Skill>): SkillChange['steps'] {
  return skills.flatMap((before) => {
    const after = changed.get(before.slug)
    return after === undefined ? [] : [{ before, after, position: null, key: null }]
  })
}

/**
 * Puts the skills back. Inside a transaction.
 * Throws `invalid-input` naming the skills when one of them, or what would come back, is not as the change left it.
 */
export function revertChange(db: Db, { what, steps }: SkillChange, nowMs: number): void {
  const present = new Map(loadSkills(db).map((skill) => [skill.slug, skill]))
  const moved = steps.filter(({ before, after }) => {
    if (after !== null) {
      const now = present.get(after.slug)
      if (now === undefined || !isSame(now, after)) return true
    }
    return before !== null && before.slug !== after?.slug && present.has(before.slug)
  })
  if (moved.length > 0) {
    const slugs = moved.map(({ before, after }) => printMention((after ?? before)?.slug ?? ''))
    throw new PixieError('invalid-input', {
      what: 'this cannot be taken back any more: the texts changed since',
      value: slugs.join(', '),
      hint: `It ${what}; change it by hand.`,
    })
  }
  for (const { before, after } of steps) if (before === null && after !== null) deleteSkill(db, after.slug)
  const changed = steps.flatMap(({ before, after }) =>
    before !== null && after !== null ? [[after.slug, before] as const] : [],
  )
  updateSkills(db, new Map(changed), nowMs)
  for (const { before, after, position, key } of steps)
    if (before !== null && after === null) insertSkillAt(db, before, { position, key }, nowMs)
  db.prepare('DELETE FROM skill_undo').run()
}

function isSame(a: Skill, b: Skill): boolean {
  return JSON.stringify(SkillShape.parse(a)) === JSON.stringify(SkillShape.parse(b))
}
