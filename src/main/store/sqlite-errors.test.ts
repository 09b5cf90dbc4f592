import { tmpdir } from 'node:os'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { toStoreError } from './sqlite-errors.ts'

const ioError = () => new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_SHMSIZE')

it('calls an I/O error where there is room a fault of the drive', () => {
  expect(toStoreError(ioError(), tmpdir())).toMatchObject({ code: 'unreadable' })
})

// A file system that has no room at all.
it.runIf(process.platform === 'linux')('calls an I/O error where there is no room a full disk', () => {
  expect(toStoreError(ioError(), '/proc')).toMatchObject({ code: 'no-space' })
})
