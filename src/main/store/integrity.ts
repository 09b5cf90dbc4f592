import type { Db } from './database.ts'
import { isDamage } from './sqlite-errors.ts'

/** SQLite's first complaint about a database, in one line, or null when it is whole. Reads every page: about 10 ms a megabyte. */
export function quickCheck(db: Db): string | null {
  try {
    const answer = String(db.pragma('quick_check(1)', { simple: true })).replace(/\s+/g, ' ')
    return answer === 'ok' ? null : answer
  } catch (error) {
    if (isDamage(error)) return error instanceof Error ? error.message : String(error)
    throw error
  }
}
