import type { Migration } from '../database.ts'

/** What the planner's lines score for an empty request: costly to compute, the same until the menu or the model changes. */
export const migration: Migration = {
  version: 20,
  name: 'planner-scores',
  up(db) {
    db.exec(`
      CREATE TABLE planner_scores (
        key TEXT PRIMARY KEY,
        json TEXT NOT NULL,
        saved_at_ms INTEGER NOT NULL
      ) STRICT;
    `)
  },
}
