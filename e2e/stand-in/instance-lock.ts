/** One instance a user-data folder. Synchronous, as Electron's is. */
import {
  type FSWatcher,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isRunning } from './chromium.ts'

/** What a second start tells the first. */
export interface SecondStart {
  readonly argv: string[]
  readonly workingDirectory: string
  readonly additionalData: unknown
}

const lockName = 'stand-in-lock'
const inboxName = 'stand-in-starts'

let watcher: FSWatcher | null = null

/** False when another that runs has the folder; it is then told of this start. */
export function takeLock(
  folder: string,
  start: SecondStart,
  onSecondStart: (start: SecondStart) => void,
): boolean {
  if (watcher !== null) return true
  const inbox = join(folder, inboxName)
  mkdirSync(inbox, { recursive: true })
  if (!writeLock(join(folder, lockName))) {
    const letter = join(inbox, `${process.pid}`)
    writeFileSync(`${letter}.part`, JSON.stringify(start))
    linkSync(`${letter}.part`, `${letter}.json`)
    rmSync(`${letter}.part`)
    return false
  }
  const read = () => {
    for (const name of readdirSync(inbox).filter((entry) => entry.endsWith('.json'))) {
      const letter = join(inbox, name)
      const text = readFileSync(letter, 'utf8')
      rmSync(letter)
      onSecondStart(JSON.parse(text) as SecondStart) // written above
    }
  }
  watcher = watch(inbox, read).unref()
  return true
}

export function releaseLock(folder: string): void {
  if (watcher === null) return
  watcher.close()
  watcher = null
  rmSync(join(folder, lockName), { force: true })
  rmSync(join(folder, inboxName), { recursive: true, force: true })
}

export function hasLock(): boolean {
  return watcher !== null
}

function writeLock(lock: string): boolean {
  // Linked when it is written: another start must not find it empty and take it for one that was left behind.
  const own = `${lock}-${process.pid}`
  writeFileSync(own, `${process.pid}`)
  try {
    linkSync(own, lock)
    return true
  } catch {
    if (isStandIn(Number(readFileSync(lock, 'utf8')))) return false
    rmSync(lock, { force: true })
    return writeLock(lock)
  } finally {
    rmSync(own, { force: true })
  }
}

/** A killed app leaves its lock, and its number may belong to another program by now. */
function isStandIn(pid: number): boolean {
  if (!isRunning(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('stand-in')
  } catch {
    return true
  }
}
