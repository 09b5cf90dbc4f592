import fs from 'node:fs'
import path from 'node:path'
import { ensurePrivateFolder, syncToDisk } from './private-files.ts'

const companions = ['', '-wal', '-shm', '-journal'] as const

/** `2026-11-30T104448Z`: sorts by time and is a legal name everywhere. */
export function dateForName(nowMs: number): string {
  return new Date(nowMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')
}

/**
 * Moves a database and its companions into a new folder `damaged/DATE/`, under their own names so that they can be
 * opened there together. Gives that folder. Nothing is overwritten: a taken date gets `-2`, `-3`, ….
 */
export function setAside(dataDir: string, file: string, nowMs: number): string {
  const damaged = path.join(dataDir, 'damaged')
  ensurePrivateFolder(damaged)
  const target = makeNewFolder(path.join(damaged, dateForName(nowMs)))
  for (const suffix of companions) {
    const from = `${file}${suffix}`
    // The database first: were we killed between, a log without its database is set aside by the next start.
    if (fs.existsSync(from)) fs.renameSync(from, path.join(target, path.basename(from)))
  }
  syncToDisk(target)
  syncToDisk(damaged)
  syncToDisk(dataDir)
  return target
}

function makeNewFolder(wanted: string): string {
  for (let n = 1; ; n++) {
    const dir = n === 1 ? wanted : `${wanted}-${n}`
    try {
      fs.mkdirSync(dir, { mode: 0o700 })
      ensurePrivateFolder(dir)
      return dir
    } catch (error) {
      if (!fs.existsSync(dir)) throw error
    }
  }
}
