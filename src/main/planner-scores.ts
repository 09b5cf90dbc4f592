/** The planner's kept scores (`ScoreCache`), in the rebuildable database. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../shared/time.ts'
import type { ScoreCache } from './harness/ports.ts'
import type { Db } from './store/database.ts'
import { writeTransaction } from './store/writers.ts'

const Scores = z.array(z.number())
/** A menu in work is scored again with each change, for each example request; older ones are not asked for any more. */
const scoresKept = 1_000

export function createScoreCache(db: Db, clock: Pick<Clock, 'now'>): ScoreCache {
  const keyOf = (text: string) => createHash('sha256').update(text).digest('hex')
  return {
    get(key) {
      const json = db.prepare('SELECT json FROM planner_scores WHERE key = ?').pluck().get(keyOf(key))
      return typeof json === 'string' ? Scores.parse(JSON.parse(json)) : null
    },
    set(key, scores) {
      writeTransaction(db, () => {
        db.prepare('INSERT OR REPLACE INTO planner_scores (key, json, saved_at_ms) VALUES (?, ?, ?)').run(
          keyOf(key),
          JSON.stringify(scores),
          clock.now(),
        )
        db.prepare(
          'DELETE FROM planner_scores WHERE key NOT IN (SELECT key FROM planner_scores ORDER BY saved_at_ms DESC, key LIMIT ?)',
        ).run(scoresKept)
      })
    },
  }
}
