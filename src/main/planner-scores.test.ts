import { expect, it } from 'vitest'
import { createScoreCache } from './planner-scores.ts'
import { openMemoryStore } from './store/database.ts'
import { indexMigrations, pixieMigrations } from './store/migrations.ts'

it('keeps the newest scores and forgets the oldest', () => {
  const store = openMemoryStore(pixieMigrations, indexMigrations)
  let now = 0
  const cache = createScoreCache(store.index, { now: () => now++ })
  for (let i = 0; i <= 1_000; i++) cache.set(`menu ${i}`, [-i, -0.5])
  expect(cache.get('menu 1000')).toEqual([-1000, -0.5])
  expect(cache.get('menu 0')).toBeNull()
  expect(cache.get('never')).toBeNull()
  cache.set('menu 1000', [-1])
  expect(cache.get('menu 1000')).toEqual([-1])
  store.close()
})
