import fs from 'node:fs'
import { PixieError } from '../../shared/errors.ts'
import type { Db } from '../store/database.ts'
import { ensurePrivateFile, syncToDisk } from '../store/private-files.ts'

/** Writes a whole copy of the database to `target`, readable by its owner only. What lay there goes only once the copy is written. */
export function saveCopy(db: Db, target: string): void {
  const partial = `${target}.unfinished`
  try {
    fs.rmSync(partial, { force: true })
    ensurePrivateFile(partial)
    db.prepare('VACUUM INTO ?').run(partial)
    syncToDisk(partial)
    fs.renameSync(partial, target)
  } catch (error) {
    fs.rmSync(partial, { force: true })
    throw new PixieError('unreadable', {
      what: 'The copy could not be written there',
      value: error instanceof Error ? error.message : String(error),
      hint: 'Choose another folder, on a disk with enough room. Nothing was changed.',
      cause: error,
    })
  }
}
