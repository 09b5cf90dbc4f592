import { indexText } from '../../../shared/fold.ts'
import type { Db, Migration } from '../database.ts'

/**
 * Messages become a tree: those under the same parent are versions, one of which is shown. What was written before is a
 * chain. `seq` is the order in which they came and links a message to its full-text index; the short columns come first,
 * so that walking a tree does not read long texts. `runner` is the process that writes an answer, `deleted_by` the one
 * that may still take a deletion back (`processes.ts`). The index is filled with the present folding, since that is
 * what it is searched with.
 */
export const migration: Migration = {
  version: 60,
  name: 'chat',
  up(db) {
    db.exec(`
      ALTER TABLE conversations ADD COLUMN title TEXT;
      ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1));
      ALTER TABLE conversations ADD COLUMN deleted_at_ms INTEGER;
      ALTER TABLE conversations ADD COLUMN deleted_by TEXT;

      CREATE TABLE new_messages (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        parent_id TEXT,
        is_shown INTEGER NOT NULL CHECK (is_shown IN (0, 1)),
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
        created_at_ms INTEGER NOT NULL,
        trace_id TEXT,
        turn_end TEXT,
        runner TEXT,
        attachment TEXT,
        text TEXT NOT NULL,
        sources TEXT NOT NULL,
        details TEXT NOT NULL
      ) STRICT;
      INSERT INTO new_messages (id, conversation_id, parent_id, is_shown, role, created_at_ms, trace_id, turn_end, text, sources, details)
        SELECT id, conversation_id, lag(id) OVER (PARTITION BY conversation_id ORDER BY position), 1, role,
          created_at_ms, trace_id, turn_end, text, sources, '{}'
        FROM messages ORDER BY rowid;
      DROP TABLE messages;
      ALTER TABLE new_messages RENAME TO messages;
      CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id, seq);
      CREATE UNIQUE INDEX messages_shown ON messages (conversation_id, ifnull(parent_id, '')) WHERE is_shown = 1;
      CREATE INDEX messages_running ON messages (runner) WHERE runner IS NOT NULL;

      CREATE TABLE drafts (
        conversation_id TEXT NOT NULL PRIMARY KEY,
        text TEXT NOT NULL,
        saved_at_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE VIRTUAL TABLE messages_index USING fts5(
        text,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'",
        prefix = '2 3'
      );
      INSERT INTO messages_index(messages_index, rank) VALUES ('secure-delete', 1);
    `)
    indexAll(db)
  },
}

function indexAll(db: Db): void {
  const insert = db.prepare('INSERT INTO messages_index (rowid, text) VALUES (?, ?)')
  const next = db.prepare<[number], { seq: number; text: string }>(
    'SELECT seq, text FROM messages WHERE seq > ? ORDER BY seq LIMIT 1',
  )
  for (let row = next.get(0); row !== undefined; row = next.get(row.seq))
    insert.run(row.seq, indexText(row.text))
}
