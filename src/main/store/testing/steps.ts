/** A small made-up history of a schema, so that tests of migrating do not depend on the real one. */
import type { Migration } from '../database.ts'

export const steps: readonly Migration[] = [
  {
    version: 10,
    name: 'people',
    up(db) {
      db.exec('CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT')
    },
  },
  {
    version: 20,
    name: 'pets',
    up(db) {
      db.exec(`CREATE TABLE pets (id TEXT PRIMARY KEY, name TEXT NOT NULL, owner TEXT NOT NULL REFERENCES people (id)) STRICT;
        CREATE INDEX pets_by_owner ON pets (owner)`)
    },
  },
  {
    version: 30,
    name: 'people get a birthday and lose an unused name',
    up(db) {
      db.exec(`CREATE TABLE new_people (id TEXT PRIMARY KEY, name TEXT, born_ms INTEGER) STRICT;
        INSERT INTO new_people (id, name) SELECT id, nullif(name, '') FROM people;
        DROP TABLE people;
        ALTER TABLE new_people RENAME TO people`)
    },
  },
]

/** The same history, the last step of which changes something and then does `inTheMiddle`. */
export function brokenOff(inTheMiddle: () => void): readonly Migration[] {
  const last: Migration = {
    version: 30,
    name: 'broken off',
    up(db) {
      db.exec("CREATE TABLE half (x TEXT) STRICT; UPDATE people SET name = 'changed'")
      inTheMiddle()
    },
  }
  return [...steps.slice(0, 2), last]
}
