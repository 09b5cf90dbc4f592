/** Skills that are being written: kept as they stand, whether or not they could be saved. */
import { z } from 'zod'
import type { Clock } from '../../shared/time.ts'
import type { Db } from '../store/database.ts'
import { writeTransaction } from '../store/writers.ts'

/** Anything may stand in a draft: too long, empty, dangling. The gate is `save`. */
const KeptDraft = z.strictObject({
  handle: z.string(),
  shortDescription: z.string(),
  detailedBody: z.string(),
  enabled: z.boolean(),
  advertised: z.boolean(),
  examples: z.array(z.string()),
})
export type KeptDraft = z.infer<typeof KeptDraft>

/** A draft with what it was made from, so that a later change of the saved skill can be told from the draft's own. */
export interface Kept {
  readonly draft: KeptDraft
  /** Null = not known, or a new skill. */
  readonly basedOn: KeptDraft | null
}

/** `key`: the skill's, which stays through renames; null = a new one. */
export interface SkillDrafts {
  /** Null for none, and for one that cannot be read any more. */
  get(key: string | null): Kept | null
  /** Keys of the skills that have one; null among them for a new skill. */
  keys(): (string | null)[]
  /** Durable when it returns. Null = none any more. */
  put(key: string | null, kept: Kept | null): void
  /** Where no new skill is being written, the newest draft of a skill that was deleted takes that place. */
  adopt(): void
  /** Follows a rename of the skill `key`: its own handle, and mentions in all texts. For use inside the rename's transaction. */
  renamed(skill: { key: string; from: string; to: string }, rewrite: (text: string) => string): void
}

const Row = z.strictObject({ json: z.string(), based_on: z.string().nullable() })
const newSkill = ''

function parse(json: string | null): KeptDraft | null {
  const draft = KeptDraft.safeParse(json === null ? null : JSON.parse(json))
  return draft.success ? draft.data : null
}

export function createSkillDrafts(db: Db, clock: Pick<Clock, 'now'>): SkillDrafts {
  const get = (key: string | null): Kept | null => {
    const found = db.prepare('SELECT json, based_on FROM skill_drafts WHERE skill = ?').get(key ?? newSkill)
    const row = Row.safeParse(found)
    const draft = row.success ? parse(row.data.json) : null
    return draft && { draft, basedOn: parse(row.data?.based_on ?? null) }
  }
  const keys = () =>
    z
      .array(z.string())
      .parse(db.prepare('SELECT skill FROM skill_drafts ORDER BY skill').pluck().all())
      .map((key) => (key === newSkill ? null : key))
  const write = (key: string | null, { draft, basedOn }: Kept) =>
    db
      .prepare('INSERT OR REPLACE INTO skill_drafts (skill, json, based_on, saved_at_ms) VALUES (?, ?, ?, ?)')
      .run(key ?? newSkill, JSON.stringify(draft), basedOn && JSON.stringify(basedOn), clock.now())
  return {
    get,
    keys,
    put(key, kept) {
      writeTransaction(db, () => {
        if (kept === null) db.prepare('DELETE FROM skill_drafts WHERE skill = ?').run(key ?? newSkill)
        else write(key, kept)
      })
    },
    adopt() {
      writeTransaction(db, () => {
        if (get(null) !== null) return
        db.prepare(
          `UPDATE skill_drafts SET skill = @newSkill, based_on = NULL WHERE rowid =
             (SELECT rowid FROM skill_drafts WHERE skill <> @newSkill AND skill NOT IN (SELECT key FROM skills)
              ORDER BY saved_at_ms DESC LIMIT 1)`,
        ).run({ newSkill })
      })
    },
    renamed({ key: renamed, from, to }, rewrite) {
      for (const key of keys()) {
        const kept = get(key)
        if (kept === null) continue
        const follow = (draft: KeptDraft): KeptDraft => ({
          ...draft,
          handle: key === renamed && draft.handle === from ? to : draft.handle,
          shortDescription: rewrite(draft.shortDescription),
          detailedBody: rewrite(draft.detailedBody),
          examples: draft.examples.map(rewrite),
        })
        write(key, { draft: follow(kept.draft), basedOn: kept.basedOn && follow(kept.basedOn) })
      }
    },
  }
}
