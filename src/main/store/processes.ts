/**
 * Who has a profile open. Each open store keeps two files in `processes/`:
 * `PID-RANDOM.lock`, an empty file it holds an SQLite lock on (the kernel drops it when the process dies, so it
 * says for certain who is alive), and `PID-RANDOM.json`, one line about the process and one character for what it
 * does: `-` nothing, `w` it holds the write lock, `o` it is opening the profile.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { ensurePrivateFile, ensurePrivateFolder } from './private-files.ts'
import { isBusy } from './sqlite-errors.ts'

const ProcessInfo = z.object({ pid: z.int().positive(), command: z.string(), startedAt: z.number() })
type ProcessInfo = z.infer<typeof ProcessInfo>

type Activity = '-' | 'w' | 'o'

/** Another process that has this profile open now. */
export interface LiveProcess extends ProcessInfo {
  readonly activity: Activity
}

/** This process' own record. */
export interface OwnRecord {
  readonly id: string
  setActivity(activity: Activity): void
  /** `clean` false leaves the record behind, so that the next start checks the databases. */
  remove(clean: boolean): void
}

const lockWaitMs = 1000

function processesFolder(dataDir: string): string {
  return path.join(dataDir, 'processes')
}

/** Call only while holding the open lock: a record that is not locked yet would look like a dead one's. */
export function registerProcess(dataDir: string, command: string): OwnRecord {
  const dir = processesFolder(dataDir)
  ensurePrivateFolder(dir)
  const id = `${process.pid}-${randomBytes(4).toString('hex')}`
  const lockFile = path.join(dir, `${id}.lock`)
  const infoFile = path.join(dir, `${id}.json`)
  const lock = holdLock(lockFile, lockWaitMs)
  const info: ProcessInfo = { pid: process.pid, command, startedAt: Date.now() }
  const line = `${JSON.stringify(info)}\n`
  ensurePrivateFile(infoFile)
  const fd = fs.openSync(infoFile, 'w')
  fs.writeSync(fd, `${line}o`, 0)
  const position = Buffer.byteLength(line)
  let isOpen = true
  return {
    id,
    setActivity(activity) {
      if (isOpen) fs.writeSync(fd, activity, position)
    },
    remove(clean) {
      if (!isOpen) return
      isOpen = false
      fs.closeSync(fd)
      if (clean) fs.rmSync(infoFile, { force: true })
      lock.close()
      if (clean) fs.rmSync(lockFile, { force: true })
    },
  }
}

/** Takes an exclusive lock that ends with `close()` or with the process. Throws SQLite's busy error after `waitMs`. */
export function holdLock(file: string, waitMs: number): { close(): void } {
  ensurePrivateFile(file)
  const db = new Database(file, { timeout: waitMs })
  try {
    db.pragma('journal_mode = MEMORY') // nothing is ever written, so no journal file is wanted
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    throw error
  }
  return db
}

interface OtherProcesses {
  readonly live: readonly LiveProcess[]
  /** Records whose process died without closing the profile. */
  readonly dead: readonly string[]
}

/** Looks at every record but `ownId`'s. Changes nothing. */
export function otherProcesses(dataDir: string, ownId: string | null): OtherProcesses {
  const dir = processesFolder(dataDir)
  const live: LiveProcess[] = []
  const dead: string[] = []
  for (const name of listNames(dir)) {
    const id = name.endsWith('.lock') ? name.slice(0, -'.lock'.length) : null
    if (id === null || id === ownId) continue
    if (!isHeld(path.join(dir, name))) {
      dead.push(id)
      continue
    }
    const record = readRecord(path.join(dir, `${id}.json`))
    if (record) live.push(record)
  }
  return { live, dead }
}

/** Whether the process with this record's id still has the profile open. */
export function isRunning(dataDir: string, id: string): boolean {
  const file = path.join(processesFolder(dataDir), `${path.basename(id)}.lock`)
  return fs.existsSync(file) && isHeld(file)
}

/** Removes the records of dead processes. Call only while holding the open lock, after the databases were checked. */
export function forgetDead(dataDir: string, ids: readonly string[]): void {
  for (const id of ids) {
    fs.rmSync(path.join(processesFolder(dataDir), `${id}.json`), { force: true })
    fs.rmSync(path.join(processesFolder(dataDir), `${id}.lock`), { force: true })
  }
}

function isHeld(lockFile: string): boolean {
  try {
    holdLock(lockFile, 0).close()
    return false
  } catch (error) {
    return isBusy(error)
  }
}

function listNames(dir: string): string[] {
  return fs.existsSync(dir) ? fs.readdirSync(dir).sort() : []
}

function readRecord(file: string): LiveProcess | null {
  try {
    const [line = '', activity = ''] = fs.readFileSync(file, 'utf8').split('\n')
    const info = ProcessInfo.parse(JSON.parse(line))
    return { ...info, activity: activity === 'w' || activity === 'o' ? activity : '-' }
  } catch {
    return null // half-written or just removed: nothing is known, so nothing is said
  }
}

/** `process 4711 (pixie memory add)`. */
export function nameProcess(p: ProcessInfo): string {
  return `process ${p.pid} (${p.command})`
}
