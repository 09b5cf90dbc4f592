import type { Migration } from '../database.ts'

export const migration: Migration = {
  version: 10,
  name: 'files',
  up(_db) {},
}
