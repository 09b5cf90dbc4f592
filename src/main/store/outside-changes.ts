/** Other processes may write to a profile that is open: the command line beside the window. SQLite has no event for it. */
import type { Db } from './database.ts'

const lookEveryMs = 1_000

/**
 * Calls `onChange` after another connection has written to `db`, within a second or at the next `look`.
 * Ends by itself when the database is closed, and keeps no process alive.
 */
export function watchOutsideChanges(db: Db, onChange: () => void): { look(): void } {
  const versionNow = () => db.pragma('data_version', { simple: true })
  let version = versionNow()
  const look = () => {
    if (!db.open) return clearInterval(timer)
    const now = versionNow()
    if (now === version) return
    version = now
    onChange()
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return { look }
}
