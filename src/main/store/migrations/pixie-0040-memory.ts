import type { Migration } from '../database.ts'

export const migration: Migration = {
  version: 40,
  name: 'memory',
  up(_db) {},
}
