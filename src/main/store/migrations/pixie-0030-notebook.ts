import type { Migration } from '../database.ts'

export const migration: Migration = {
  version: 30,
  name: 'notebook',
  up(_db) {},
}
