import type { Migration } from '../database.ts'

/** The memory log (insert-only) and its full-text index over folded text. */
export const migration: Migration = {
  version: 40,
  name: 'memory',
  up(db) {
    db.exec(`
      CREATE TABLE memory_lines (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL CHECK (kind IN ('chat', 'journal', 'post', 'message', 'call')),
        who TEXT,
        at_ms INTEGER NOT NULL,
        text TEXT NOT NULL,
        import_hash BLOB
      ) STRICT;
      CREATE UNIQUE INDEX memory_import ON memory_lines(import_hash) WHERE import_hash IS NOT NULL;
      CREATE INDEX memory_at ON memory_lines(at_ms);
      CREATE VIRTUAL TABLE memory_index USING fts5(
        who, text,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'",
        prefix = '2 3'
      );
      INSERT INTO memory_index(memory_index, rank) VALUES ('secure-delete', 1);
    `)
  },
}
