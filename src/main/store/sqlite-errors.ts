import { statfsSync } from 'node:fs'
import { PixieError } from '../../shared/errors.ts'

/**
 * SQLite's extended result code (`SQLITE_BUSY_SNAPSHOT`), or null when the error is not SQLite's. Known by its name:
 * the class would load the library, also for commands that open no database.
 */
function sqliteCode(error: unknown): string | null {
  const isSqlite = error instanceof Error && error.name === 'SqliteError'
  return isSqlite && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** Says whether the file itself is at fault. Never true for a full disk, a lock or a failing drive. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|FORMAT)/.test(sqliteCode(error) ?? '')
}

/**
 * The same for an error of merely reading an unknown file: there SQLite also calls damage an "error" (`unsupported
 * file format`, a schema that cannot be parsed).
 */
export function isUnreadableContent(error: unknown): boolean {
  return isDamage(error) || /^SQLITE_(ERROR|TOOBIG|SCHEMA|MISMATCH|INTERNAL)/.test(sqliteCode(error) ?? '')
}

export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(sqliteCode(error) ?? '')
}

/**
 * The sentence for an error of SQLite or the file system on `file`. `PixieError`s and errors that nobody can
 * act on come back unchanged. `SQLITE_BUSY` is not handled here: naming the holder needs the profile.
 */
export function toStoreError(error: unknown, file: string): unknown {
  if (error instanceof PixieError) return error
  const code = sqliteCode(error) ?? fileSystemCode(error) ?? ''
  const isIoError = code.startsWith('SQLITE_IOERR') || code === 'EIO'
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code) || (isIoError && isFull(file))) {
    const hint = 'Nothing was changed. Free some disk space and try again.'
    return new PixieError('no-space', { what: 'The disk is full', value: file, hint, cause: error })
  }
  if (/^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES$|EPERM$|EROFS$)/.test(code)) {
    const hint = 'Nothing was changed. Make the file and its folder readable and writable for you.'
    return new PixieError('permission-denied', {
      what: 'Pixie may not open or write its data',
      value: file,
      hint,
      cause: error,
    })
  }
  if (isDamage(error)) {
    const hint = 'Close every Pixie and start it again: it then checks the file and sets it aside if need be.'
    return new PixieError('damaged-database', {
      what: 'The database is damaged',
      value: file,
      hint,
      cause: error,
    })
  }
  if (isIoError) {
    const hint = 'Check the drive and its cable, then try again.'
    return new PixieError('unreadable', {
      what: 'The drive reported an error',
      value: file,
      hint,
      cause: error,
    })
  }
  if (/^(EEXIST|ENOTDIR|EISDIR|ELOOP|ENAMETOOLONG)$/.test(code)) {
    const hint =
      'A file stands where a folder should be, or the other way round. Move it away, then try again.'
    return new PixieError('unreadable', {
      what: 'The profile is not laid out as it should be',
      value: error instanceof Error ? error.message : file,
      hint,
      cause: error,
    })
  }
  return error
}

/** A log's index takes 32 kB at once; where that does not fit SQLite only speaks of an I/O error. */
const fullBelowBytes = 128 * 1024

function isFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(file)
    return bavail * bsize < fullBelowBytes
  } catch {
    return false
  }
}

function fileSystemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
