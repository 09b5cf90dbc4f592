import Database from 'better-sqlite3'

export type Db = Database.Database

/** One step of a database's schema. Released migrations never change. */
export interface Migration {
  /** Rising in tens; kept in `user_version`. */
  readonly version: number
  readonly name: string
  up(db: Db): void
}

/** The two databases of a profile. `pixie` is precious; `index` can be rebuilt, so it gives way when damaged or newer. */
export interface Store {
  readonly dataDir: string
  readonly pixie: Db
  readonly index: Db
  /** This process in this profile: what it is in the middle of is marked with it. */
  readonly processId: string
  /** Whether the process that was marked so still has the profile open. */
  isAlive(processId: string): boolean
  close(): void
}

/** Both databases in memory with the newest schema, for tests of repositories. */
export function openMemoryStore(
  pixieMigrations: readonly Migration[],
  indexMigrations: readonly Migration[],
): Store {
  const pixie = new Database(':memory:')
  const index = new Database(':memory:')
  for (const db of [pixie, index]) db.pragma('trusted_schema = OFF') // as on disk, so that tests meet its refusals
  for (const m of pixieMigrations) m.up(pixie)
  for (const m of indexMigrations) m.up(index)
  return {
    dataDir: ':memory:',
    pixie,
    index,
    processId: 'here',
    isAlive: (id) => id === 'here',
    close() {
      pixie.close()
      index.close()
    },
  }
}
