/** A connection of its own for a worker thread, and what went wrong there on its way back. */
import path from 'node:path'
import Database from 'better-sqlite3'
import { type ErrorCode, PixieError } from '../../shared/errors.ts'
import type { Db } from './database.ts'
import { setPragmas } from './open-database.ts'

const busyTimeoutMs = 5000

/** The index of a profile that this process has open. The caller closes it. */
export function openIndexAgain(dataDir: string): Db {
  const db = new Database(path.join(dataDir, 'index.db'), { fileMustExist: true, timeout: busyTimeoutMs })
  try {
    setPragmas(db, { isPrecious: false })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** An error as it crosses between threads, where classes are lost. */
export type PlainError =
  | {
      readonly kind: 'pixie'
      readonly code: ErrorCode
      readonly what: string
      readonly value: string | null
      readonly hint: string
      readonly command: string | null
    }
  | { readonly kind: 'sqlite'; readonly code: string; readonly message: string }
  | { readonly kind: 'other'; readonly message: string }

export function toPlainError(error: unknown): PlainError {
  if (error instanceof PixieError) {
    const { code, what, value, hint, command } = error
    return { kind: 'pixie', code, what, value, hint, command }
  }
  if (error instanceof Database.SqliteError)
    return { kind: 'sqlite', code: error.code, message: error.message }
  return { kind: 'other', message: error instanceof Error ? error.message : String(error) }
}

/** The same error, so that `explainStoreError` and its like know it again. */
export function fromPlainError(plain: PlainError): Error {
  switch (plain.kind) {
    case 'pixie':
      return new PixieError(plain.code, {
        what: plain.what,
        value: plain.value ?? undefined,
        hint: plain.hint,
        command: plain.command ?? undefined,
      })
    case 'sqlite':
      return new Database.SqliteError(plain.message, plain.code)
    case 'other':
      return new Error(plain.message)
  }
}
