/** Opens one database file of a profile: looks first, sets a bad one aside, sets its pragmas, checks and migrates it. */
import fs from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { PixieError } from '../../shared/errors.ts'
import { backupCopy, newestBackup } from './backup-copy.ts'
import type { Db, Migration } from './database.ts'
import { type FileLook, lookAtFile } from './file-look.ts'
import { quickCheck } from './integrity.ts'
import { applicationId, migrate, newestVersion, readVersion } from './migrate.ts'
import { ensurePrivateFile, makePrivate } from './private-files.ts'
import type { LiveProcess } from './processes.ts'
import { nameProcess } from './processes.ts'
import { setAside } from './set-aside.ts'
import { isDamage, isUnreadableContent } from './sqlite-errors.ts'

export interface DatabaseSpec {
  readonly name: 'pixie.db' | 'index.db'
  /** False: it can be rebuilt, so a newer one gives way and a commit may be lost with the power (never with the process). */
  readonly isPrecious: boolean
  readonly migrations: readonly Migration[]
}

export interface OpenContext {
  readonly dataDir: string
  readonly busyTimeoutMs: number
  /** Read every page whatever the file's size: the last process died, or it is time. */
  readonly checkAll: boolean
  /** Others that have the profile open now. */
  readonly others: readonly LiveProcess[]
  /** False when this very process has the files open already (see `file-look.ts`). */
  readonly mayLook: boolean
  onNotice(line: string): void
}

/** Files up to this size are checked at every start: at about 10 ms a megabyte nobody notices. */
const alwaysCheckBytes = 4 * 1024 * 1024
const journalSizeLimitBytes = 64 * 1024 * 1024

export function openDatabase(spec: DatabaseSpec, context: OpenContext): Db {
  const file = path.join(context.dataDir, spec.name)
  const look = context.mayLook ? lookAtFile(file) : null
  const bad = look ? badLook(look, spec) : null
  if (bad !== null) replace(spec, context, bad)
  else if (look && isNewer(look, spec)) giveWay(spec, context)
  try {
    return openWhole(file, spec, context)
  } catch (error) {
    if (!isDamage(error) && !(error instanceof PixieError && error.code === 'damaged-database')) throw error
    replace(spec, context, error instanceof PixieError ? (error.value ?? error.what) : String(error))
    return openWhole(file, spec, context)
  }
}

export function isNewer(look: FileLook, spec: DatabaseSpec): boolean {
  return look.kind === 'sqlite' && isOurs(look) && look.userVersion > newestVersion(spec.migrations)
}

export function newerDatabase(file: string): PixieError {
  return new PixieError('newer-database', {
    what: 'This profile was made by a newer Pixie',
    value: file,
    hint: 'Nothing was changed. Use that newer Pixie, or choose another profile.',
    command: '--profile DIR',
  })
}

function isOurs(look: { applicationId: number; userVersion: number }): boolean {
  return look.applicationId === applicationId || (look.applicationId === 0 && look.userVersion === 0)
}

function badLook(look: FileLook, spec: DatabaseSpec): string | null {
  if (look.kind === 'not-sqlite') return 'it does not begin like a database'
  if (look.kind === 'orphan-log') return 'its main file is empty or gone while its log is not'
  if (look.kind !== 'sqlite' || isNewer(look, spec)) return null
  if (!isOurs(look)) return 'it is a database of another program'
  const known = [0, ...spec.migrations.map((migration) => migration.version)]
  return known.includes(look.userVersion) ? null : `there never was a version ${look.userVersion} of it`
}

function openWhole(file: string, spec: DatabaseSpec, context: OpenContext): Db {
  ensurePrivateFile(file)
  const db = new Database(file, { timeout: context.busyTimeoutMs })
  try {
    assertWhole(db, file, context) // first, because setting pragmas writes
    setPragmas(db, spec)
    if (readVersion(db) > newestVersion(spec.migrations)) throw newerDatabase(file)
    migrate(db, spec.migrations, () => {
      const name = `pre-v${newestVersion(spec.migrations)}`
      if (spec.isPrecious) backupCopy(db, context.dataDir, { name, nowMs: Date.now() })
    })
    for (const suffix of ['-wal', '-shm']) makePrivate(`${file}${suffix}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Reasons for each: https://www.sqlite.org/pragma.html; the two `fullfsync` ones act on macOS only. */
export function setPragmas(db: Db, spec: Pick<DatabaseSpec, 'isPrecious'>): void {
  const mode = db.pragma('journal_mode = WAL', { simple: true })
  if (mode !== 'wal') {
    throw new PixieError('unreadable', {
      what: 'This place cannot hold a database',
      value: db.name,
      hint: 'Use a folder on a disk of this computer, not a network share.',
    })
  }
  db.pragma(`synchronous = ${spec.isPrecious ? 'FULL' : 'NORMAL'}`)
  db.pragma('fullfsync = ON')
  db.pragma('checkpoint_fullfsync = ON')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('secure_delete = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma(`journal_size_limit = ${journalSizeLimitBytes}`)
}

function assertWhole(db: Db, file: string, context: OpenContext): void {
  const problem = findProblem(db, context.checkAll || fs.statSync(file).size <= alwaysCheckBytes)
  if (problem === null) return
  throw new PixieError('damaged-database', {
    what: 'The database is damaged',
    value: problem,
    hint: 'Restore a backup.',
  })
}

function findProblem(db: Db, readsAll: boolean): string | null {
  try {
    return foreignTables(db) ?? (readsAll ? quickCheck(db) : null)
  } catch (error) {
    if (isUnreadableContent(error) && error instanceof Error) return error.message
    throw error
  }
}

/** A database that says it is new but holds tables is somebody else's. */
function foreignTables(db: Db): string | null {
  if (readVersion(db) > 0) return null
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
  return tables === 0 ? null : 'it is a database of another program'
}

/** Sets a bad file aside and says where it went and what there is to go back to. */
function replace(spec: DatabaseSpec, context: OpenContext, reason: string): void {
  const where = moveAway(spec, context, 'is damaged')
  const start = `${spec.name} could not be used (${reason}) and was moved to ${where}.`
  if (!spec.isPrecious) {
    context.onNotice(`${start} It is built anew with the next reading of your files.`)
    return
  }
  const backup = newestBackup(context.dataDir)
  const goBack = backup ? `The newest backup is ${backup}.` : 'There is no backup yet.'
  context.onNotice(`${start} Pixie started a new, empty one. ${goBack}`)
}

function giveWay(spec: DatabaseSpec, context: OpenContext): void {
  if (spec.isPrecious) throw newerDatabase(path.join(context.dataDir, spec.name))
  const where = moveAway(spec, context, 'was made by a newer Pixie')
  context.onNotice(
    `${spec.name} was made by a newer Pixie and was moved to ${where}. It is built anew with the next reading of your files.`,
  )
}

function moveAway(spec: DatabaseSpec, context: OpenContext, why: string): string {
  const file = path.join(context.dataDir, spec.name)
  if (context.mayLook && context.others.length === 0) return setAside(context.dataDir, file, Date.now())
  const who = context.others.map(nameProcess).join(', ') || 'this process'
  throw new PixieError('damaged-database', {
    what: `${spec.name} ${why}, but it is open in ${who}`,
    value: file,
    hint: 'Nothing was changed. End that process, then start Pixie again: it sets the file aside.',
  })
}
