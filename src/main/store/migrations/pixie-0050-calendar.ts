import type { Migration } from '../database.ts'

export const migration: Migration = {
  version: 50,
  name: 'calendar',
  up(_db) {},
}
