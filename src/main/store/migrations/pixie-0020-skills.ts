import type { Migration } from '../database.ts'

export const migration: Migration = {
  version: 20,
  name: 'skills',
  up(db) {
    db.exec(`
      CREATE TABLE skills (
        slug TEXT PRIMARY KEY CHECK (slug <> ''),
        position INTEGER NOT NULL,
        title TEXT NOT NULL,
        short_description TEXT NOT NULL,
        detailed_body TEXT NOT NULL,
        enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
        advertised INTEGER NOT NULL CHECK (advertised IN (0, 1)),
        examples TEXT NOT NULL CHECK (json_valid(examples)),
        origin TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL,
        updated_at_ms INTEGER NOT NULL
      ) STRICT;

      -- Built-ins that were put into the skills once. One that its owner deleted does not come back by itself.
      CREATE TABLE seeded_builtins (
        name TEXT PRIMARY KEY,
        seeded_at_ms INTEGER NOT NULL
      ) STRICT;
    `)
  },
}
