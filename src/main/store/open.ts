import fs from 'node:fs'
import path from 'node:path'
import { busyError } from './busy-error.ts'
import type { Migration, Store } from './database.ts'
import { lookAtFile } from './file-look.ts'
import { assertRising, newestVersion } from './migrate.ts'
import { indexMigrations, pixieMigrations } from './migrations.ts'
import { type DatabaseSpec, isNewer, newerDatabase, openDatabase } from './open-database.ts'
import { ensurePrivateFile, ensureProfileFolder } from './private-files.ts'
import {
  forgetDead,
  holdLock,
  isRunning,
  type OwnRecord,
  otherProcesses,
  registerProcess,
} from './processes.ts'
import { isBusy, toStoreError } from './sqlite-errors.ts'
import { attachSession } from './writers.ts'

export interface OpenStoreOptions {
  readonly dataDir: string
  readonly pixieMigrations?: readonly Migration[]
  readonly indexMigrations?: readonly Migration[]
  /** How long a writer waits for another. Default 5,000 ms. An opener waits six times as long for one that migrates. */
  readonly busyTimeoutMs?: number
  /** How others are told of this process: `pixie memory add`. No text of the owner's. Default `pixie`. */
  readonly command?: string
  /** Told in one sentence each what had to be set aside, and where it is. */
  onNotice(line: string): void
}

const defaultBusyTimeoutMs = 5000
const openersPatience = 6
const checkEveryMs = 7 * 24 * 3600 * 1000

/** Profiles this process has open, with a count. SQLite's locks are the process', so plain reads of open files are not allowed. */
const openHere = new Map<string, number>()

/**
 * Opens a profile's databases, newest schema, making what is missing.
 * Throws `newer-database` (everything left byte for byte as it was), `database-busy`, `damaged-database` (only when a
 * damaged file cannot be set aside because another process has it open), `permission-denied`, `no-space`,
 * `unreadable`, `invalid-input`.
 */
export function openStore(options: OpenStoreOptions): Store {
  const busyTimeoutMs = options.busyTimeoutMs ?? defaultBusyTimeoutMs
  const specs = {
    pixie: {
      name: 'pixie.db',
      isPrecious: true,
      migrations: options.pixieMigrations ?? pixieMigrations,
    },
    index: {
      name: 'index.db',
      isPrecious: false,
      migrations: options.indexMigrations ?? indexMigrations,
    },
  } as const satisfies Record<string, DatabaseSpec>
  for (const spec of Object.values(specs)) assertRising(spec.migrations)
  try {
    assertNotNewer(options.dataDir, specs.pixie)
    const dataDir = ensureProfileFolder(options.dataDir)
    const lock = takeOpenLock(dataDir, busyTimeoutMs * openersPatience)
    try {
      return openUnderLock({ ...options, dataDir, busyTimeoutMs }, specs)
    } finally {
      lock.close()
    }
  } catch (error) {
    throw toStoreError(error, options.dataDir)
  }
}

function openUnderLock(
  options: OpenStoreOptions & { busyTimeoutMs: number },
  specs: { pixie: DatabaseSpec; index: DatabaseSpec },
): Store {
  const { dataDir, busyTimeoutMs } = options
  const record = registerProcess(dataDir, options.command ?? 'pixie')
  const opened: { close(): void }[] = []
  try {
    const { live, dead } = otherProcesses(dataDir, record.id)
    const checkAll = dead.length > 0 || isCheckDue(dataDir)
    const context = {
      dataDir,
      busyTimeoutMs,
      checkAll,
      others: live,
      mayLook: !openHere.has(dataDir),
      onNotice: options.onNotice,
    }
    const pixie = openDatabase(specs.pixie, context)
    opened.push(pixie)
    const index = openDatabase(specs.index, context)
    opened.push(index)
    if (checkAll) noteCheck(dataDir)
    forgetDead(dataDir, dead)
    record.setActivity('-')
    return makeStore({ dataDir, pixie, index, record, busyTimeoutMs, specs })
  } catch (error) {
    for (const db of opened) db.close()
    const busy = { dataDir, ownId: record.id, waitedMs: busyTimeoutMs, activity: 'w', cause: error } as const
    const told = isBusy(error) ? busyError(busy) : error
    record.remove(true)
    throw told
  }
}

function makeStore(parts: {
  dataDir: string
  pixie: Store['pixie']
  index: Store['index']
  record: OwnRecord
  busyTimeoutMs: number
  specs: { pixie: DatabaseSpec; index: DatabaseSpec }
}): Store {
  const { dataDir, pixie, index, record, busyTimeoutMs, specs } = parts
  let isSound = true
  const session = { dataDir, record, busyTimeoutMs, onDamage: () => (isSound = false) }
  attachSession(pixie, { ...session, version: newestVersion(specs.pixie.migrations) })
  attachSession(index, { ...session, version: newestVersion(specs.index.migrations) })
  openHere.set(dataDir, (openHere.get(dataDir) ?? 0) + 1)
  let isOpen = true
  return {
    dataDir,
    pixie,
    index,
    processId: record.id,
    isAlive: (id) => id === record.id || isRunning(dataDir, id),
    close() {
      if (!isOpen) return
      isOpen = false
      const left = (openHere.get(dataDir) ?? 1) - 1
      if (left > 0) openHere.set(dataDir, left)
      else openHere.delete(dataDir)
      try {
        index.close()
      } finally {
        try {
          pixie.close()
        } finally {
          record.remove(isSound)
        }
      }
    },
  }
}

/** Before anything is made or locked: a newer Pixie's profile is not touched at all. */
function assertNotNewer(dataDir: string, spec: DatabaseSpec): void {
  if (!fs.existsSync(dataDir) || openHere.has(fs.realpathSync(dataDir))) return
  const file = path.join(dataDir, spec.name)
  if (fs.existsSync(file) && isNewer(lookAtFile(file), spec)) throw newerDatabase(file)
}

function takeOpenLock(dataDir: string, waitMs: number): { close(): void } {
  try {
    return holdLock(path.join(dataDir, 'open.lock'), waitMs)
  } catch (error) {
    if (!isBusy(error)) throw error
    throw busyError({ dataDir, ownId: null, waitedMs: waitMs, activity: 'o', cause: error })
  }
}

/** The time of the last whole check is this file's date. */
function lastCheckFile(dataDir: string): string {
  return path.join(dataDir, 'last-check')
}

function isCheckDue(dataDir: string): boolean {
  const stat = fs.statSync(lastCheckFile(dataDir), { throwIfNoEntry: false })
  return stat === undefined || Math.abs(Date.now() - stat.mtimeMs) > checkEveryMs
}

function noteCheck(dataDir: string): void {
  const file = lastCheckFile(dataDir)
  ensurePrivateFile(file)
  const now = new Date()
  fs.utimesSync(file, now, now)
}
