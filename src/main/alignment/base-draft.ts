/** Base instructions that are being written: kept as they stand, whether or not they could be saved. */
import { z } from 'zod'
import type { Clock } from '../../shared/time.ts'
import type { Db } from '../store/database.ts'
import { writeTransaction } from '../store/writers.ts'

export interface KeptBase {
  readonly text: string
  /** The saved base instructions that it was made from. */
  readonly basedOn: string
}

export interface BaseDraft {
  /** Null for none. */
  get(): KeptBase | null
  /** Durable when it returns. Null = none any more. */
  put(draft: KeptBase | null): void
  /** Brings the mentions in it along. For use inside a rename's transaction. */
  rewrite(rewrite: (text: string) => string): void
}

const Row = z.strictObject({ text: z.string(), based_on: z.string() }).optional()

export function createBaseDraft(db: Db, clock: Pick<Clock, 'now'>): BaseDraft {
  const get = (): KeptBase | null => {
    const row = Row.parse(db.prepare('SELECT text, based_on FROM base_draft').get())
    return row === undefined ? null : { text: row.text, basedOn: row.based_on }
  }
  const put = (draft: KeptBase | null) =>
    writeTransaction(db, () => {
      if (draft === null) return db.prepare('DELETE FROM base_draft').run()
      return db
        .prepare(
          'INSERT OR REPLACE INTO base_draft (only_one, text, based_on, saved_at_ms) VALUES (1, ?, ?, ?)',
        )
        .run(draft.text, draft.basedOn, clock.now())
    })
  return {
    get,
    put: (draft) => void put(draft),
    rewrite(rewrite) {
      const draft = get()
      if (draft !== null) put({ text: rewrite(draft.text), basedOn: rewrite(draft.basedOn) })
    },
  }
}
