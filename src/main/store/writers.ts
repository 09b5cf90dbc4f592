import { PixieError } from '../../shared/errors.ts'
import { busyError } from './busy-error.ts'
import type { Db, Store } from './database.ts'
import { quickCheck } from './integrity.ts'
import { readVersion } from './migrate.ts'
import type { OwnRecord } from './processes.ts'
import { isBusy, isDamage, toStoreError } from './sqlite-errors.ts'

/** What a connection of an opened profile needs for its writes. Connections in memory have none. */
interface WriteSession {
  readonly dataDir: string
  readonly record: OwnRecord
  readonly busyTimeoutMs: number
  /** The newest schema this Pixie knows. */
  readonly version: number
  onDamage(): void
}

const sessions = new WeakMap<Db, WriteSession>()

export function attachSession(db: Db, session: WriteSession): void {
  sessions.set(db, session)
}

/**
 * Runs `fn` in one IMMEDIATE transaction and gives its result; what it wrote to `pixie` is durable when this returns.
 * Every write goes through here. Inside another one it becomes a part of that (a savepoint).
 * `fn` must be synchronous. Throws `database-busy` (naming the process that writes, when known), `no-space`,
 * `permission-denied`, `damaged-database`, or whatever `fn` threw; nothing of the transaction is kept then.
 */
export function writeTransaction<T>(db: Db, fn: () => T): T {
  if (db.inTransaction) return db.transaction(fn)()
  const session = sessions.get(db)
  try {
    return db
      .transaction(() => {
        if (session) {
          session.record.setActivity('w')
          assertNotUpdated(db, session)
        }
        return fn()
      })
      .immediate()
  } catch (error) {
    throw explain(error, db, session)
  } finally {
    session?.record.setActivity('-')
  }
}

/**
 * A write that removes something for good: afterwards the log no longer holds it either. Only while another process
 * is still reading it stays there, until a later write that finds nobody reading.
 */
export function eraseTransaction<T>(db: Db, fn: () => T): T {
  const result = writeTransaction(db, fn)
  if (!db.inTransaction) emptyLog(db)
  return result
}

/**
 * The sentence for what any use of a profile's databases threw, reads too; other errors come back unchanged.
 * After damage the next start looks at every page.
 */
export function explainStoreError(store: Pick<Store, 'pixie' | 'index'>, error: unknown): unknown {
  // SQLite does not say which file it meant.
  const db = isDamage(error) && isSound(store.pixie) && !isSound(store.index) ? store.index : store.pixie
  return explain(error, db, sessions.get(db))
}

function isSound(db: Db): boolean {
  try {
    return quickCheck(db) === null
  } catch {
    return false
  }
}

/** Does not wait for readers. The write itself is done and durable by now, so being busy here is no failure. */
function emptyLog(db: Db): void {
  const timeoutMs = Number(db.pragma('busy_timeout', { simple: true }))
  db.pragma('busy_timeout = 0')
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isBusy(error)) throw explain(error, db, sessions.get(db))
  } finally {
    db.pragma(`busy_timeout = ${timeoutMs}`)
  }
}

function assertNotUpdated(db: Db, session: WriteSession): void {
  if (readVersion(db) <= session.version) return
  throw new PixieError('newer-database', {
    what: 'A newer Pixie has changed the database meanwhile',
    value: db.name,
    hint: 'Nothing was changed. Start Pixie again, in its newer version.',
  })
}

function explain(error: unknown, db: Db, session: WriteSession | undefined): unknown {
  if (isBusy(error)) {
    return busyError({
      dataDir: session?.dataDir ?? null,
      ownId: session?.record.id ?? null,
      waitedMs: session?.busyTimeoutMs ?? 0,
      activity: 'w',
      cause: error,
    })
  }
  if (isDamage(error)) session?.onDamage()
  return toStoreError(error, db.name)
}
