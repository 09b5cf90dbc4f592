import type { Migration } from '../database.ts'

/**
 * The Notebook and its full-text index over folded text. The index is an ordinary FTS5 table with secure-delete:
 * only that kind really removes a forgotten word from the file.
 */
export const migration: Migration = {
  version: 30,
  name: 'notebook',
  up(db) {
    db.exec(`
      CREATE TABLE notebook_lines (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL CHECK (kind IN ('fact', 'person', 'instruction', 'digest')),
        subject TEXT,
        text TEXT NOT NULL,
        source TEXT,
        created_at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE VIRTUAL TABLE notebook_index USING fts5(
        subject, text,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'",
        prefix = '2 3'
      );
      INSERT INTO notebook_index(notebook_index, rank) VALUES ('secure-delete', 1);
    `)
  },
}
