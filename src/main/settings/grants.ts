import { z } from 'zod'
import type { Clock } from '../../shared/time.ts'
import type { Db } from '../store/database.ts'
import { parseRow } from '../store/rows.ts'
import { writeTransaction } from '../store/writers.ts'

/** `folder`: an absolute path that may be indexed. `tool`: the name of a tool that the agent may use. */
export type GrantKind = 'folder' | 'tool'

const GrantRow = z.object({
  kind: z.enum(['folder', 'tool']),
  value: z.string().min(1),
  created_at_ms: z.int(),
})

export interface Grant {
  readonly kind: GrantKind
  readonly value: string
  readonly createdAtMs: number
}

/** What the owner allows. Compared byte for byte: a caller brings a path or name into one form first. */
export interface Grants {
  /** Oldest first. */
  list(kind: GrantKind): Grant[]
  has(kind: GrantKind, value: string): boolean
  /** False when it was granted already; the first date stays. */
  add(kind: GrantKind, value: string): boolean
  /** False when it was not granted. */
  remove(kind: GrantKind, value: string): boolean
}

export function createGrants(db: Db, clock: Pick<Clock, 'now'>): Grants {
  return {
    list: (kind) =>
      db
        .prepare('SELECT kind, value, created_at_ms FROM grants WHERE kind = ? ORDER BY created_at_ms, value')
        .all(kind)
        .map(toGrant),
    has: (kind, value) =>
      db.prepare('SELECT 1 FROM grants WHERE kind = ? AND value = ?').get(kind, value) !== undefined,
    add(kind, value) {
      const sql =
        'INSERT INTO grants (kind, value, created_at_ms) VALUES (?, ?, ?) ON CONFLICT (kind, value) DO NOTHING'
      return writeTransaction(db, () => db.prepare(sql).run(kind, value, clock.now()).changes > 0)
    },
    remove(kind, value) {
      const sql = 'DELETE FROM grants WHERE kind = ? AND value = ?'
      return writeTransaction(db, () => db.prepare(sql).run(kind, value).changes > 0)
    },
  }
}

function toGrant(row: unknown): Grant {
  const { kind, value, created_at_ms } = parseRow('grants', GrantRow, row)
  return { kind, value, createdAtMs: created_at_ms }
}
