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

/** `original`: the slug of the skill being edited; null = a new one. */
export interface SkillDrafts {
  /** Null for none, and for one that cannot be read any more. */
  get(original: string | null): KeptDraft | null
  /** Slugs that have one; null among them for a new skill. */
  originals(): (string | null)[]
  /** Durable when it returns. Null = none any more. */
  put(original: string | null, draft: KeptDraft | null): void
  /** Follows a rename: the draft's own key, and mentions in its texts. For use inside the rename's transaction. */
  renamed(from: string, to: string, rewrite: (text: string) => string): void
}

const keyOf = (original: string | null) => original ?? ''

export function createSkillDrafts(db: Db, clock: Pick<Clock, 'now'>): SkillDrafts {
  const get = (key: string): KeptDraft | null => {
    const json = db.prepare('SELECT json FROM skill_drafts WHERE skill = ?').pluck().get(key)
    const draft = KeptDraft.safeParse(typeof json === 'string' ? JSON.parse(json) : null)
    return draft.success ? draft.data : null
  }
  const keys = () =>
    z.array(z.string()).parse(db.prepare('SELECT skill FROM skill_drafts ORDER BY skill').pluck().all())
  const remove = (key: string) => db.prepare('DELETE FROM skill_drafts WHERE skill = ?').run(key)
  const write = (key: string, draft: KeptDraft) =>
    db
      .prepare('INSERT OR REPLACE INTO skill_drafts (skill, json, saved_at_ms) VALUES (?, ?, ?)')
      .run(key, JSON.stringify(draft), clock.now())
  return {
    get: (original) => get(keyOf(original)),
    originals: () => keys().map((key) => (key === '' ? null : key)),
    put(original, draft) {
      writeTransaction(db, () => (draft === null ? remove(keyOf(original)) : write(keyOf(original), draft)))
    },
    renamed(from, to, rewrite) {
      for (const key of keys()) {
        const draft = get(key)
        if (draft === null) continue
        if (key === from) remove(key)
        write(key === from ? to : key, {
          ...draft,
          shortDescription: rewrite(draft.shortDescription),
          detailedBody: rewrite(draft.detailedBody),
          examples: draft.examples.map(rewrite),
        })
      }
    },
  }
}
