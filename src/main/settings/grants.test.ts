import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMemoryStore, type Store } from '../store/database.ts'
import { migration } from '../store/migrations/pixie-0010-core.ts'
import { createGrants, type Grants } from './grants.ts'

let store: Store
let grants: Grants
let now = 1000
beforeEach(() => {
  now = 1000
  store = openMemoryStore([migration], [])
  grants = createGrants(store.pixie, { now: () => now })
})
afterEach(() => store.close())

it('keeps the first date and says whether something changed', () => {
  expect(grants.add('folder', '/home/ada/Dokumente')).toBe(true)
  now = 2000
  expect(grants.add('folder', '/home/ada/Dokumente')).toBe(false)
  expect(grants.add('folder', '/home/ada/.hidden')).toBe(true)
  expect(grants.list('folder')).toEqual([
    { kind: 'folder', value: '/home/ada/Dokumente', createdAtMs: 1000 },
    { kind: 'folder', value: '/home/ada/.hidden', createdAtMs: 2000 },
  ])
  expect(grants.remove('folder', '/home/ada/Dokumente')).toBe(true)
  expect(grants.remove('folder', '/home/ada/Dokumente')).toBe(false)
  expect(grants.has('folder', '/home/ada/Dokumente')).toBe(false)
})

it('keeps a revoked tool revoked', () => {
  for (const tool of ['find_file', 'current_date']) grants.add('tool', tool)
  grants.remove('tool', 'find_file')
  const reopened = createGrants(store.pixie, { now: () => now })
  expect(reopened.list('tool').map((grant) => grant.value)).toEqual(['current_date'])
  expect(reopened.has('tool', 'find_file')).toBe(false)
})

it('tells folders from tools, and names that look alike from each other', () => {
  grants.add('folder', 'find_file')
  expect(grants.has('tool', 'find_file')).toBe(false)
  expect(grants.has('folder', 'find_file')).toBe(true)
  expect(grants.has('folder', 'FIND_FILE')).toBe(false)
  grants.add('folder', '/caf\u00e9')
  expect(grants.has('folder', '/cafe\u0301')).toBe(false)
})

it('refuses a row that is none', () => {
  store.pixie.prepare("INSERT INTO grants VALUES ('folder', '', 1)").run()
  expect(() => grants.list('folder')).toThrow(
    expect.objectContaining({ code: 'damaged-database', value: 'grants.value' }),
  )
})
