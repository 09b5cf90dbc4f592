import type { Migration } from '../database.ts'

/** Settings, grants, conversations and traces. Rows of one conversation or trace are read in `position` order. */
export const migration: Migration = {
  version: 10,
  name: 'core',
  up(db) {
    db.exec(`
      CREATE TABLE settings (
        key TEXT NOT NULL PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE grants (
        kind TEXT NOT NULL CHECK (kind IN ('folder', 'tool')),
        value TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL,
        PRIMARY KEY (kind, value)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE conversations (
        id TEXT NOT NULL PRIMARY KEY,
        created_at_ms INTEGER NOT NULL,
        changed_at_ms INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE messages (
        id TEXT NOT NULL PRIMARY KEY,
        conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
        text TEXT NOT NULL,
        sources TEXT NOT NULL,
        trace_id TEXT,
        turn_end TEXT,
        created_at_ms INTEGER NOT NULL,
        UNIQUE (conversation_id, position)
      ) STRICT;

      CREATE TABLE traces (
        id TEXT NOT NULL PRIMARY KEY,
        question TEXT NOT NULL,
        started_at_ms INTEGER NOT NULL,
        conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE,
        turn TEXT
      ) STRICT;
      CREATE INDEX traces_by_conversation ON traces (conversation_id);

      CREATE TABLE trace_sessions (
        trace_id TEXT NOT NULL REFERENCES traces (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        role TEXT NOT NULL,
        tag TEXT NOT NULL,
        instructions TEXT NOT NULL,
        tools TEXT NOT NULL,
        input TEXT NOT NULL,
        output TEXT NOT NULL,
        transcript TEXT NOT NULL,
        tokens TEXT NOT NULL,
        ms INTEGER NOT NULL,
        error TEXT,
        PRIMARY KEY (trace_id, position)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
