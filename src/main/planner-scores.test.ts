import { expect, it } from 'vitest'
import { createScoreCache } from './planner-scores.ts'
import { openMemoryStore } from './store/database.ts'
import { indexMigrations, pixieMigrations } from './store/migrations.ts'

it('keeps the newest scores and forgets the oldest', () => {
  const store = openMemoryStore(pixieMigrations, indexMigrations)
  let now = 0
  const cache = createScoreCache(store.index, { now: () => now++ })
  for (let i = 0; i <= 100; i++) cache.set(`menu ${i}`, [-i, -0.5])
  expect(cache.get('menu 100')).toEqual([-100, -0.5])
  expect(cache.get('menu 0')).toBeNull()
  expect(cache.get('never')).toBeNull()
  cache.set('menu 100', [-1])
  expect(cache.get('menu 100')).toEqual([-1])
  store.close()
})
