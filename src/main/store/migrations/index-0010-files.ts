import type { Migration } from '../database.ts'

/**
 * What is known of the granted folders. All of it comes from the folders and can be taken from them again.
 * `files_fts` holds folded text (see `src/shared/fold.ts`), hence the plain tokenizer; it is an ordinary table, so
 * that a deleted file's words really leave the database.
 */
export const migration: Migration = {
  version: 10,
  name: 'files',
  up(db) {
    db.exec(`
      CREATE TABLE files (
        id INTEGER PRIMARY KEY,
        root TEXT NOT NULL,
        relative BLOB NOT NULL,
        path TEXT NOT NULL,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ms INTEGER NOT NULL,
        stamp TEXT NOT NULL,
        identity TEXT,
        device TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('indexed', 'skipped', 'failed')),
        reason TEXT,
        title TEXT,
        text TEXT,
        UNIQUE (root, relative)
      ) STRICT;
      CREATE INDEX files_path ON files (path);
      CREATE INDEX files_device ON files (device);
      CREATE INDEX files_identity ON files (identity);

      CREATE VIRTUAL TABLE files_fts USING fts5(
        name, folder, body,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'",
        prefix = '2 3'
      );
      INSERT INTO files_fts (files_fts, rank) VALUES ('secure-delete', 1);
      INSERT INTO files_fts (files_fts, rank) VALUES ('rank', 'bm25(8.0, 4.0, 1.0)');

      CREATE TABLE walk_notes (
        id INTEGER PRIMARY KEY,
        root TEXT NOT NULL,
        path TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('skipped', 'failed')),
        reason TEXT NOT NULL
      ) STRICT;
      CREATE INDEX walk_notes_root ON walk_notes (root);

      CREATE TABLE scans (
        root TEXT PRIMARY KEY,
        finished_at_ms INTEGER
      ) STRICT;
    `)
  },
}
