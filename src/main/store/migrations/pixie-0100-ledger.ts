import type { Migration } from '../database.ts'

/** Sessions that were traced before have neither. */
export const migration: Migration = {
  version: 100,
  name: 'ledger',
  up(db) {
    db.exec(`
      ALTER TABLE trace_sessions ADD COLUMN started_ms INTEGER;
      ALTER TABLE trace_sessions ADD COLUMN ledger TEXT;
    `)
  },
}
