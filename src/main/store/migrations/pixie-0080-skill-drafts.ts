import type { Migration } from '../database.ts'

export const migration: Migration = {
  version: 80,
  name: 'skill-drafts',
  up(db) {
    db.exec(`
      -- What is being written and not saved yet. '' is a skill that is new.
      CREATE TABLE skill_drafts (
        skill TEXT PRIMARY KEY,
        json TEXT NOT NULL CHECK (json_valid(json)),
        saved_at_ms INTEGER NOT NULL
      ) STRICT;

      -- The last change that can be taken back whole.
      CREATE TABLE skill_undo (
        only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
        json TEXT NOT NULL CHECK (json_valid(json)),
        made_at_ms INTEGER NOT NULL
      ) STRICT;
    `)
  },
}
