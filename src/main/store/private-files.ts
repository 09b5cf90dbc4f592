/** Folders 0700 and files 0600, whatever the umask says. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import { toStoreError } from './sqlite-errors.ts'

const privateFolder = 0o700
const privateFile = 0o600

/** Makes a private folder, and the ones it lies in, where they are missing. */
export function ensurePrivateFolder(dir: string): void {
  makeFolder(path.resolve(dir))
  fs.chmodSync(dir, privateFolder)
}

/** Node's own recursive `mkdir` never ends, and eats all memory, in places that refuse every folder, such as /proc. */
function makeFolder(dir: string): void {
  if (fs.existsSync(dir)) return
  makeFolder(path.dirname(dir))
  try {
    fs.mkdirSync(dir, { mode: privateFolder })
  } catch (error) {
    if (!fs.existsSync(dir)) throw error // else another process made it meanwhile
  }
}

/** Makes an empty file only the owner can read, or corrects an existing one's mode. Its content stays. */
export function ensurePrivateFile(file: string): void {
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'a', privateFile))
  makePrivate(file)
}

/** Corrects the mode of a file if it exists. Never opens it: closing a descriptor would drop SQLite's locks. */
export function makePrivate(file: string): void {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (stat && (stat.mode & 0o777) !== privateFile) fs.chmodSync(file, privateFile)
}

/**
 * Makes the profile's folder, closes it to others and gives its real path.
 * Throws `invalid-input` for a path that is no folder or a folder that others need (home, `/`, `/tmp`),
 * `permission-denied`, `no-space` and `unreadable` for what the disk refuses.
 */
export function ensureProfileFolder(dataDir: string): string {
  const wanted = path.resolve(dataDir)
  const stat = fs.statSync(wanted, { throwIfNoEntry: false })
  if (stat && !stat.isDirectory()) {
    throw new PixieError('invalid-input', {
      what: 'A profile has to be a folder',
      value: wanted,
      hint: 'Give a folder, new or empty.',
    })
  }
  if (stat && isShared(fs.realpathSync(wanted), stat)) {
    throw new PixieError('invalid-input', {
      what: 'This folder cannot be a profile, because other things need it',
      value: wanted,
      hint: 'Give a new folder inside it: Pixie closes its profile to everyone else.',
    })
  }
  try {
    ensurePrivateFolder(wanted)
    return fs.realpathSync(wanted)
  } catch (error) {
    throw toStoreError(error, wanted)
  }
}

function isShared(real: string, stat: fs.Stats): boolean {
  const isSticky = (stat.mode & 0o1000) !== 0
  return isSticky || real === path.parse(real).root || real === path.resolve(os.homedir())
}

/** Asks the system to put a finished file or a folder's entries on the disk. */
export function syncToDisk(fileOrFolder: string): void {
  const fd = fs.openSync(fileOrFolder, 'r')
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}
