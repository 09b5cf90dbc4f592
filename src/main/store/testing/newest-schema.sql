-- pixie.db
CREATE TABLE calendar_events ( id INTEGER PRIMARY KEY AUTOINCREMENT, file_id INTEGER NOT NULL REFERENCES calendar_files (id) ON DELETE CASCADE, line INTEGER NOT NULL, uid TEXT NOT NULL, recurrence TEXT, title TEXT NOT NULL, location TEXT, description TEXT, attendees TEXT, all_day INTEGER NOT NULL CHECK (all_day IN (0, 1)), start TEXT NOT NULL, zone TEXT, duration_days INTEGER NOT NULL, duration_ms INTEGER NOT NULL, rule TEXT, added TEXT NOT NULL, removed TEXT NOT NULL, cancelled INTEGER NOT NULL CHECK (cancelled IN (0, 1)), sequence INTEGER NOT NULL, modified TEXT, first_day TEXT NOT NULL, last_day TEXT NOT NULL, superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)), raw TEXT NOT NULL ) STRICT;
CREATE INDEX calendar_events_by_day ON calendar_events (last_day, first_day);
CREATE INDEX calendar_events_by_file ON calendar_events (file_id);
CREATE INDEX calendar_events_by_uid ON calendar_events (uid);
CREATE TABLE calendar_faults ( file_id INTEGER NOT NULL REFERENCES calendar_files (id) ON DELETE CASCADE, line INTEGER, reason TEXT NOT NULL ) STRICT;
CREATE INDEX calendar_faults_by_file ON calendar_faults (file_id);
CREATE TABLE calendar_files ( id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, calendar TEXT NOT NULL, size_bytes INTEGER NOT NULL, modified_at_ms INTEGER NOT NULL, read_at_ms INTEGER NOT NULL ) STRICT;
CREATE VIRTUAL TABLE calendar_index USING fts5( title, place, people, description, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'", prefix = '2 3' );
CREATE TABLE calendar_sources ( path TEXT NOT NULL PRIMARY KEY, added_at_ms INTEGER NOT NULL ) STRICT, WITHOUT ROWID;
CREATE TABLE conversations ( id TEXT NOT NULL PRIMARY KEY, created_at_ms INTEGER NOT NULL, changed_at_ms INTEGER NOT NULL ) STRICT;
CREATE TABLE grants ( kind TEXT NOT NULL CHECK (kind IN ('folder', 'tool')), value TEXT NOT NULL, created_at_ms INTEGER NOT NULL, PRIMARY KEY (kind, value) ) STRICT, WITHOUT ROWID;
CREATE INDEX memory_at ON memory_lines(at_ms);
CREATE UNIQUE INDEX memory_import ON memory_lines(import_hash) WHERE import_hash IS NOT NULL;
CREATE VIRTUAL TABLE memory_index USING fts5( who, text, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'", prefix = '2 3' );
CREATE TABLE memory_lines ( seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('chat', 'journal', 'post', 'message', 'call')), who TEXT, at_ms INTEGER NOT NULL, text TEXT NOT NULL, import_hash BLOB ) STRICT;
CREATE TABLE messages ( id TEXT NOT NULL PRIMARY KEY, conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE, position INTEGER NOT NULL, role TEXT NOT NULL CHECK (role IN ('user', 'assistant')), text TEXT NOT NULL, sources TEXT NOT NULL, trace_id TEXT, turn_end TEXT, created_at_ms INTEGER NOT NULL, UNIQUE (conversation_id, position) ) STRICT;
CREATE VIRTUAL TABLE notebook_index USING fts5( subject, text, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'", prefix = '2 3' );
CREATE TABLE notebook_lines ( seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('fact', 'person', 'instruction', 'digest')), subject TEXT, text TEXT NOT NULL, source TEXT, created_at_ms INTEGER NOT NULL ) STRICT;
CREATE TABLE seeded_builtins ( name TEXT PRIMARY KEY, seeded_at_ms INTEGER NOT NULL ) STRICT;
CREATE TABLE settings ( key TEXT NOT NULL PRIMARY KEY, json TEXT NOT NULL ) STRICT, WITHOUT ROWID;
CREATE TABLE skills ( slug TEXT PRIMARY KEY CHECK (slug <> ''), position INTEGER NOT NULL, title TEXT NOT NULL, short_description TEXT NOT NULL, detailed_body TEXT NOT NULL, enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)), advertised INTEGER NOT NULL CHECK (advertised IN (0, 1)), examples TEXT NOT NULL CHECK (json_valid(examples)), origin TEXT NOT NULL, created_at_ms INTEGER NOT NULL, updated_at_ms INTEGER NOT NULL ) STRICT;
CREATE TABLE sqlite_sequence(name,seq);
CREATE TABLE trace_sessions ( trace_id TEXT NOT NULL REFERENCES traces (id) ON DELETE CASCADE, position INTEGER NOT NULL, role TEXT NOT NULL, tag TEXT NOT NULL, instructions TEXT NOT NULL, tools TEXT NOT NULL, input TEXT NOT NULL, output TEXT NOT NULL, transcript TEXT NOT NULL, tokens TEXT NOT NULL, ms INTEGER NOT NULL, error TEXT, PRIMARY KEY (trace_id, position) ) STRICT, WITHOUT ROWID;
CREATE TABLE traces ( id TEXT NOT NULL PRIMARY KEY, question TEXT NOT NULL, started_at_ms INTEGER NOT NULL, conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE, turn TEXT ) STRICT;
CREATE INDEX traces_by_conversation ON traces (conversation_id);

-- index.db
CREATE TABLE files ( id INTEGER PRIMARY KEY, root TEXT NOT NULL, relative BLOB NOT NULL, path TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, size INTEGER NOT NULL, mtime_ms INTEGER NOT NULL, stamp TEXT NOT NULL, identity TEXT, device TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('indexed', 'skipped', 'failed')), reason TEXT, title TEXT, text TEXT, UNIQUE (root, relative) ) STRICT;
CREATE INDEX files_device ON files (device);
CREATE VIRTUAL TABLE files_fts USING fts5( name, folder, body, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'", prefix = '2 3' );
CREATE INDEX files_identity ON files (identity);
CREATE INDEX files_path ON files (path);
CREATE TABLE planner_scores ( key TEXT PRIMARY KEY, json TEXT NOT NULL, saved_at_ms INTEGER NOT NULL ) STRICT;
CREATE TABLE scans ( root TEXT PRIMARY KEY, finished_at_ms INTEGER ) STRICT;
CREATE TABLE walk_notes ( id INTEGER PRIMARY KEY, root TEXT NOT NULL, path TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('skipped', 'failed')), reason TEXT NOT NULL ) STRICT;
CREATE INDEX walk_notes_root ON walk_notes (root);
