/** The skills table. Each function takes the connection; a row becomes a `Skill` here and nowhere else. */
import { z } from 'zod'
import type { Db } from '../store/database.ts'
import { jsonText, parseRow } from '../store/rows.ts'
import type { Skill } from './skill.ts'

const Flag = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1)

const SkillRow = z.strictObject({
  slug: z.string(),
  title: z.string(),
  short_description: z.string(),
  detailed_body: z.string(),
  enabled: Flag,
  advertised: Flag,
  examples: jsonText(z.array(z.string())),
  origin: z.string(),
})

/** All skills in their own order. */
export function loadSkills(db: Db): Skill[] {
  return db
    .prepare(
      `SELECT slug, title, short_description, detailed_body, enabled, advertised, examples, origin
       FROM skills ORDER BY position, slug`,
    )
    .all()
    .map(toSkill)
}

function toSkill(value: unknown): Skill {
  const { short_description, detailed_body, ...row } = parseRow('skills', SkillRow, value)
  return { ...row, shortDescription: short_description, detailedBody: detailed_body }
}

/** Appends a skill after all others. `key`: of one that comes back; left out = a new one. */
export function insertSkill(db: Db, skill: Skill, nowMs: number, key: string | null = null): void {
  db.prepare(
    `INSERT INTO skills (slug, position, title, short_description, detailed_body, enabled, advertised, examples,
       origin, created_at_ms, updated_at_ms, key)
     VALUES (@slug, (SELECT coalesce(max(position), 0) + 1 FROM skills), @title, @shortDescription, @detailedBody,
       @enabled, @advertised, @examples, @origin, @nowMs, @nowMs,
       ifnull(@key, lower(hex(randomblob(8)))))`,
  ).run({ ...columnsOf(skill), nowMs, key })
}

/** What a skill keeps whatever its handle and texts become. */
export interface SkillPlace {
  readonly key: string
  /** In the list. */
  readonly position: number
}

const Place = z.strictObject({ key: z.string(), position: z.int() })

/** Null when there is no such skill. */
export function placeOf(db: Db, slug: string): SkillPlace | null {
  const row = db.prepare('SELECT key, position FROM skills WHERE slug = ?').get(slug)
  return row === undefined ? null : parseRow('skills', Place, row)
}

/** Null when it was deleted. */
export function slugOfKey(db: Db, key: string): string | null {
  const slug = db.prepare('SELECT slug FROM skills WHERE key = ?').pluck().get(key)
  return typeof slug === 'string' ? slug : null
}

/** Puts a skill back as the one that it was; null = as a new one after all others. */
export function insertSkillAt(
  db: Db,
  skill: Skill,
  place: { readonly key: string | null; readonly position: number | null },
  nowMs: number,
): void {
  insertSkill(db, skill, nowMs, place.key)
  if (place.position !== null)
    db.prepare('UPDATE skills SET position = ? WHERE slug = ?').run(place.position, skill.slug)
}

/** Writes the skills that stand in `changed` under their old slugs. All of them exist. */
export function updateSkills(db: Db, changed: ReadonlyMap<string, Skill>, nowMs: number): void {
  const update = db.prepare(
    `UPDATE skills SET slug = @slug, title = @title, short_description = @shortDescription,
       detailed_body = @detailedBody, enabled = @enabled, advertised = @advertised, examples = @examples,
       origin = @origin, updated_at_ms = @nowMs
     WHERE slug = @oldSlug`,
  )
  for (const [oldSlug, skill] of changed) {
    const { changes } = update.run({ ...columnsOf(skill), oldSlug, nowMs })
    if (changes !== 1) throw new Error(`skill ${oldSlug} changed under its own transaction`)
  }
}

export function deleteSkill(db: Db, slug: string): void {
  db.prepare('DELETE FROM skills WHERE slug = ?').run(slug)
}

/** Names of the built-ins that were put in once. */
export function loadSeeded(db: Db): Set<string> {
  return new Set(z.array(z.string()).parse(db.prepare('SELECT name FROM seeded_builtins').pluck().all()))
}

export function insertSeeded(db: Db, name: string, nowMs: number): void {
  db.prepare('INSERT INTO seeded_builtins (name, seeded_at_ms) VALUES (?, ?)').run(name, nowMs)
}

function columnsOf(skill: Skill): Record<string, string | number> {
  return {
    slug: skill.slug,
    title: skill.title,
    shortDescription: skill.shortDescription,
    detailedBody: skill.detailedBody,
    enabled: skill.enabled ? 1 : 0,
    advertised: skill.advertised ? 1 : 0,
    examples: JSON.stringify(skill.examples),
    origin: skill.origin,
  }
}
