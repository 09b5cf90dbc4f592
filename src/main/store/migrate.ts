import { PixieError } from '../../shared/errors.ts'
import type { Db, Migration } from './database.ts'
import { isBusy, toStoreError } from './sqlite-errors.ts'

/** Marks a file as Pixie's: "Pixi" in ASCII. */
export const applicationId = 0x50697869

/** Throws when the list is not rising: a mistake in the program, found by any start. */
export function assertRising(migrations: readonly Migration[]): void {
  let previous = 0
  for (const { version, name } of migrations) {
    if (!Number.isInteger(version) || version <= previous) {
      throw new Error(`Migration ${version} (${name}) does not come after ${previous}`)
    }
    previous = version
  }
}

export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0
}

export function readVersion(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/**
 * Brings a database to the newest version, one transaction a step. A step that throws leaves its version and
 * schema as they were. `beforeFirst` runs once before the first step of a database that already has a version.
 * Safe when another process does the same meanwhile: each step looks again after it has the write lock.
 */
export function migrate(db: Db, migrations: readonly Migration[], beforeFirst: () => void): void {
  assertRising(migrations)
  const start = readVersion(db)
  const pending = migrations.filter((m) => m.version > start)
  if (pending.length === 0) return
  if (start > 0) beforeFirst()
  // A table that others refer to can only be made anew while links are not enforced; each step checks them at its end.
  db.pragma('foreign_keys = OFF')
  try {
    for (const migration of pending) explainFailure(migration, () => runStep(db, migration))
  } finally {
    db.pragma('foreign_keys = ON')
  }
}

/** Errors that have a sentence of their own (full disk, lock, damage) pass; the rest would tell a person nothing. */
function explainFailure(migration: Migration, run: () => void): void {
  try {
    run()
  } catch (error) {
    if (isBusy(error) || toStoreError(error, '') !== error || error instanceof PixieError) throw error
    throw new PixieError('internal', {
      what: `Updating the database to version ${migration.version} (${migration.name}) failed`,
      value: error instanceof Error ? error.message : String(error),
      hint: 'Nothing was changed. Go on with the older Pixie and report it.',
      cause: error,
    })
  }
}

function runStep(db: Db, migration: Migration): void {
  db.transaction(() => {
    if (readVersion(db) >= migration.version) return
    migration.up(db)
    const violations = db.pragma('foreign_key_check')
    if (Array.isArray(violations) && violations.length > 0) {
      throw new PixieError('internal', {
        what: `Updating the database to version ${migration.version} (${migration.name}) would break links between its rows`,
        hint: 'Nothing was changed. Go on with the older Pixie and report it.',
      })
    }
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${migration.version}`)
  }).immediate()
}
