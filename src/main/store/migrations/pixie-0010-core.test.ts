import { expect, it } from 'vitest'
import { openMemoryStore } from '../database.ts'
import { migration } from './pixie-0010-core.ts'

it('makes exactly the tables that were released', () => {
  const { pixie } = openMemoryStore([migration], [])
  const tables = pixie
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
    .map((name) => {
      const columns = pixie
        .prepare('SELECT name, type, "notnull" AS must, pk FROM pragma_table_info(?)')
        .all(name)
      return `${name}: ${columns
        .map((c) => Object.values(c as { name: string; type: string; must: 0 | 1; pk: number }))
        .map(([column, type, must, pk]) => `${column} ${type}${must ? '!' : ''}${pk ? ` pk${pk}` : ''}`)
        .join(', ')}`
    })
  expect(tables).toEqual([
    'conversations: id TEXT! pk1, created_at_ms INTEGER!, changed_at_ms INTEGER!',
    'grants: kind TEXT! pk1, value TEXT! pk2, created_at_ms INTEGER!',
    'messages: id TEXT! pk1, conversation_id TEXT!, position INTEGER!, role TEXT!, text TEXT!, sources TEXT!, trace_id TEXT, turn_end TEXT, created_at_ms INTEGER!',
    'settings: key TEXT! pk1, json TEXT!',
    'trace_sessions: trace_id TEXT! pk1, position INTEGER! pk2, role TEXT!, tag TEXT!, instructions TEXT!, tools TEXT!, input TEXT!, output TEXT!, transcript TEXT!, tokens TEXT!, ms INTEGER!, error TEXT',
    'traces: id TEXT! pk1, question TEXT!, started_at_ms INTEGER!, conversation_id TEXT, turn TEXT',
  ])
  const unstrict = pixie.prepare(
    "SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%'",
  )
  expect(unstrict.pluck().all()).toEqual([])
})
