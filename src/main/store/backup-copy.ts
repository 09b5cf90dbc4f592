import fs from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { PixieError } from '../../shared/errors.ts'
import type { Db } from './database.ts'
import { quickCheck } from './integrity.ts'
import { ensurePrivateFile, ensurePrivateFolder, syncToDisk } from './private-files.ts'
import { dateForName } from './set-aside.ts'

const unfinished = '.unfinished'

function backupsFolder(dataDir: string): string {
  return path.join(dataDir, 'backups')
}

/**
 * Copies a database into `backups/NAME-DATE.db` and gives the path. The copy has its final name only once it was
 * read back whole and is on the disk. Throws when it cannot be made or does not check out; the source is untouched.
 */
export function backupCopy(db: Db, dataDir: string, options: { name: string; nowMs: number }): string {
  const dir = backupsFolder(dataDir)
  ensurePrivateFolder(dir)
  removeUnfinished(dir)
  const target = freeName(dir, `${options.name}-${dateForName(options.nowMs)}`)
  const partial = `${target}${unfinished}`
  try {
    ensurePrivateFile(partial)
    db.prepare('VACUUM INTO ?').run(partial)
    verifyCopy(partial, db)
    syncToDisk(partial)
    fs.renameSync(partial, target)
    syncToDisk(dir)
  } catch (error) {
    fs.rmSync(partial, { force: true })
    throw error
  }
  return target
}

/** The newest backup's path, or null. */
export function newestBackup(dataDir: string): string | null {
  const dated = listBackups(dataDir).map((file) => ({ file, mtimeMs: fs.statSync(file).mtimeMs }))
  return dated.sort((a, b) => b.mtimeMs - a.mtimeMs)[0]?.file ?? null
}

function verifyCopy(file: string, source: Db): void {
  const copy = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const problem = quickCheck(copy) ?? findDifference(source, copy)
    if (problem === null) return
    throw new PixieError('damaged-database', {
      what: 'The safety copy of the database did not check out',
      value: problem,
      hint: 'Nothing was changed. Check the disk, then start Pixie again.',
    })
  } finally {
    copy.close()
  }
}

function findDifference(source: Db, copy: Db): string | null {
  for (const pragma of ['user_version', 'application_id']) {
    const [a, b] = [source, copy].map((db) => db.pragma(pragma, { simple: true }))
    if (a !== b) return `${pragma} is ${b}, not ${a}`
  }
  return null
}

/** The paths of all backups, in no order. */
export function listBackups(dataDir: string): string[] {
  const dir = backupsFolder(dataDir)
  if (!fs.existsSync(dir)) return []
  const names = fs.readdirSync(dir).filter((name) => name.endsWith('.db'))
  return names.map((name) => path.join(dir, name))
}

function removeUnfinished(dir: string): void {
  for (const name of fs.readdirSync(dir)) {
    if (name.includes(unfinished)) fs.rmSync(path.join(dir, name), { force: true })
  }
}

function freeName(dir: string, base: string): string {
  for (let n = 1; ; n++) {
    const file = path.join(dir, n === 1 ? `${base}.db` : `${base}-${n}.db`)
    if (!fs.existsSync(file)) return file
  }
}
