import type { Migration } from '../database.ts'

/**
 * Calendars read from .ics files. `calendar_sources` is what the owner granted; the rest is a copy of what was read and
 * is replaced when a file changes. Local times are wall-clock text: an event's zone, not the machine's, gives them meaning.
 */
export const migration: Migration = {
  version: 50,
  name: 'calendar',
  up(db) {
    db.exec(`
      CREATE TABLE calendar_sources (
        path TEXT NOT NULL PRIMARY KEY,
        added_at_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE calendar_files (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        path TEXT NOT NULL UNIQUE,
        calendar TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        modified_at_ms INTEGER NOT NULL,
        read_at_ms INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE calendar_events (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        file_id INTEGER NOT NULL REFERENCES calendar_files (id) ON DELETE CASCADE,
        line INTEGER NOT NULL,
        uid TEXT NOT NULL,
        recurrence TEXT,
        title TEXT NOT NULL,
        location TEXT,
        description TEXT,
        attendees TEXT,
        all_day INTEGER NOT NULL CHECK (all_day IN (0, 1)),
        start TEXT NOT NULL,
        zone TEXT,
        duration_days INTEGER NOT NULL,
        duration_ms INTEGER NOT NULL,
        rule TEXT,
        added TEXT NOT NULL,
        removed TEXT NOT NULL,
        cancelled INTEGER NOT NULL CHECK (cancelled IN (0, 1)),
        sequence INTEGER NOT NULL,
        modified TEXT,
        first_day TEXT NOT NULL,
        last_day TEXT NOT NULL,
        superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)),
        raw TEXT NOT NULL
      ) STRICT;
      CREATE INDEX calendar_events_by_file ON calendar_events (file_id);
      CREATE INDEX calendar_events_by_uid ON calendar_events (uid);
      CREATE INDEX calendar_events_by_day ON calendar_events (last_day, first_day);

      CREATE TABLE calendar_faults (
        file_id INTEGER NOT NULL REFERENCES calendar_files (id) ON DELETE CASCADE,
        line INTEGER,
        reason TEXT NOT NULL
      ) STRICT;
      CREATE INDEX calendar_faults_by_file ON calendar_faults (file_id);

      CREATE VIRTUAL TABLE calendar_index USING fts5(
        title, place, people, description,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'",
        prefix = '2 3'
      );
      INSERT INTO calendar_index(calendar_index, rank) VALUES ('secure-delete', 1);
    `)
  },
}
