/** A change of the schema is a new migration, never a change of a released one: this file shows when somebody forgot. */
import { expect, it } from 'vitest'
import { type Db, openMemoryStore } from './database.ts'
import { migrate } from './migrate.ts'
import { indexMigrations, pixieMigrations } from './migrations.ts'

/** All that migrations wrote, without the tables that FTS5 makes for itself. */
function schemaText(db: Db): string {
  const shadow = /_(data|idx|content|docsize|config)$/
  const rows = db.prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').all()
  return (rows as { name: string; sql: string }[]) // the two columns asked for
    .filter(({ name }) => !shadow.test(name))
    .map(({ sql }) => `${sql.replace(/\s+/g, ' ')};\n`)
    .join('')
}

it('the newest schema is the one that was agreed on', async () => {
  const { pixie, index } = openMemoryStore(pixieMigrations, indexMigrations)
  const text = `-- pixie.db\n${schemaText(pixie)}\n-- index.db\n${schemaText(index)}`
  await expect(text).toMatchFileSnapshot('testing/newest-schema.sql')
})

it('migrations have these versions', () => {
  expect(pixieMigrations.map(({ version }) => version)).toEqual([10, 20, 30, 40, 50, 60, 80, 100, 110])
  expect(indexMigrations.map(({ version }) => version)).toEqual([10, 20])
})

it('all tables are strict', () => {
  const { pixie, index } = openMemoryStore(pixieMigrations, indexMigrations)
  const lax =
    "SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'"
  for (const db of [pixie, index]) expect(db.prepare(lax).pluck().all()).toEqual([])
})

it('each step keeps odd rows of the versions before it', () => {
  const { pixie } = openMemoryStore(pixieMigrations.slice(0, 1), [])
  const text = 'a\u0000b \u202e e\u0301 👩‍👩‍👧 東京\r\n'
  pixie.prepare('INSERT INTO settings VALUES (?, ?)').run('from an older Pixie', '{')
  pixie.prepare("INSERT INTO conversations VALUES ('', -1, 0)").run()
  pixie.prepare("INSERT INTO messages VALUES ('m', '', 0, 'user', ?, '[]', NULL, NULL, 0)").run(text)
  const columns = 'id, conversation_id, role, text, sources, trace_id, turn_end, created_at_ms'
  const read = () => [
    ...pixie.prepare('SELECT * FROM settings').raw().all(),
    ...pixie.prepare('SELECT id, created_at_ms, changed_at_ms FROM conversations').raw().all(),
    ...pixie.prepare(`SELECT ${columns} FROM messages`).raw().all(),
  ]
  const before = read()
  pixie.pragma(`user_version = ${pixieMigrations[0]?.version}`)
  for (let n = 2; n <= pixieMigrations.length; n++) {
    migrate(pixie, pixieMigrations.slice(0, n), () => undefined)
    expect(read()).toEqual(before)
  }
})
