import type { Migration } from '../database.ts'

export const migration: Migration = {
  version: 20,
  name: 'skills',
  up(_db) {},
}
