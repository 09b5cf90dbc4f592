/** What `pixie doctor` looks at in the store. Each check is one look; none changes anything. */
import fs from 'node:fs'
import path from 'node:path'
import { newestBackup } from './backup-copy.ts'
import type { Db, Store } from './database.ts'
import { quickCheck } from './integrity.ts'

export interface CheckResult {
  readonly ok: boolean
  /** One sentence for people: what was found and, when not ok, what to do. */
  readonly detail: string
  /** The same on the command line. */
  readonly command?: string
}

/** Another part of Pixie may add its own: the list is `Pixie.doctorChecks`. May throw; that counts as not ok. */
export interface DoctorCheck {
  readonly name: string
  run(): CheckResult | Promise<CheckResult>
}

const enoughFreeBytes = 500 * 1024 * 1024
const oldIndexDays = 30
const dayMs = 24 * 3600 * 1000

/** @param nowMs the computer's time, not the profile's: it is compared with dates of files. */
export function storeChecks(store: Store, nowMs: () => number): readonly DoctorCheck[] {
  return [
    { name: 'database', run: () => checkDatabase(store.pixie, 'Restore a backup from the folder backups.') },
    {
      name: 'index',
      run: () => checkDatabase(store.index, 'End every Pixie and start it again: it builds a new index.'),
    },
    { name: 'permissions', run: () => checkPermissions(store.dataDir) },
    { name: 'disk-space', run: () => checkDiskSpace(store.dataDir) },
    { name: 'damaged-files', run: () => checkDamagedFolder(store.dataDir) },
    { name: 'backups', run: () => checkBackups(store.dataDir, nowMs()) },
    { name: 'index-age', run: () => checkIndexAge(store, nowMs()) },
  ]
}

function checkDatabase(db: Db, advice: string): CheckResult {
  const problem = quickCheck(db)
  const name = path.basename(db.name)
  if (problem !== null) return { ok: false, detail: `${name} is damaged: ${problem}. ${advice}` }
  const pages = Number(db.pragma('page_count', { simple: true }))
  const bytes = pages * Number(db.pragma('page_size', { simple: true }))
  return {
    ok: true,
    detail: `${name} is whole (${sizeText(bytes)}, version ${db.pragma('user_version', { simple: true })}).`,
  }
}

function checkPermissions(dataDir: string): CheckResult {
  const open = [dataDir, ...ownFiles(dataDir)].filter(
    (file) => ((fs.lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  )
  const [first] = open
  if (first === undefined) return { ok: true, detail: 'Only you can read the profile.' }
  const more = open.length > 1 ? ` and ${open.length - 1} more` : ''
  return { ok: false, detail: `Others may read ${first}${more}. Run chmod -R go-rwx on the profile.` }
}

/** The profile's own files and folders; a folder of somebody's documents inside it is not for us to judge. */
function ownFiles(dataDir: string): string[] {
  return fs
    .readdirSync(dataDir)
    .filter((name) => /^(?:(?:pixie|index)\.db.*|backups|damaged|processes|warm)$/.test(name))
    .flatMap((name) => withContents(path.join(dataDir, name)))
}

/** A file, or a folder and all in it. Links are left out: Node's own recursion follows them, in circles too. */
function withContents(file: string): string[] {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined || stat.isSymbolicLink()) return []
  if (!stat.isDirectory()) return [file]
  return [file, ...fs.readdirSync(file).flatMap((name) => withContents(path.join(file, name)))]
}

function checkDiskSpace(dataDir: string): CheckResult {
  const { bavail, bsize } = fs.statfsSync(dataDir)
  const free = bavail * bsize
  if (free >= enoughFreeBytes) return { ok: true, detail: `${sizeText(free)} free.` }
  return {
    ok: false,
    detail: `Only ${sizeText(free)} free. Make room: Pixie stops writing when the disk is full.`,
  }
}

function checkDamagedFolder(dataDir: string): CheckResult {
  const dir = path.join(dataDir, 'damaged')
  const names = fs.existsSync(dir) ? fs.readdirSync(dir).sort() : []
  if (names.length === 0) return { ok: true, detail: 'Nothing was ever set aside.' }
  return {
    ok: false,
    detail: `Set aside in ${dir}: ${names.join(', ')}. Move it elsewhere once you no longer miss anything.`,
  }
}

/** Having none is normal: the first copy is made before the first update. */
function checkBackups(dataDir: string, nowMs: number): CheckResult {
  const newest = newestBackup(dataDir)
  if (newest === null) return { ok: true, detail: 'There is no backup yet.' }
  return { ok: true, detail: `The newest is ${newest}, ${days(nowMs - fs.statSync(newest).mtimeMs)} old.` }
}

function checkIndexAge(store: Store, nowMs: number): CheckResult {
  const folders = Number(
    store.pixie.prepare("SELECT count(*) FROM grants WHERE kind = 'folder'").pluck().get(),
  )
  if (folders === 0) return { ok: true, detail: 'No folder is granted, so there is nothing to index.' }
  const changed = ['', '-wal']
    .map((suffix) => fs.statSync(`${store.index.name}${suffix}`, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    .reduce((a, b) => Math.max(a, b), 0)
  const age = nowMs - changed
  const detail = `The index last changed ${days(age)} ago.`
  return age <= oldIndexDays * dayMs
    ? { ok: true, detail }
    : { ok: false, detail: `${detail} Have your folders read again.`, command: 'pixie files scan' }
}

function days(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / dayMs))
  return whole === 1 ? '1 day' : `${whole} days`
}

function sizeText(bytes: number): string {
  const value = bytes / 1024 / 1024
  return value < 1024 ? `${value.toFixed(1)} MB` : `${(value / 1024).toFixed(1)} GB`
}
