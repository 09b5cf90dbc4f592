import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A fresh folder for one test; disposing removes it. `dataDir` inside it does not exist yet. */
export function tempProfile(): { root: string; dataDir: string; [Symbol.dispose](): void } {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pixie-store-')))
  return {
    root,
    dataDir: path.join(root, 'profile'),
    [Symbol.dispose]: () => fs.rmSync(root, { recursive: true, force: true }),
  }
}

/** Every file below a folder by relative path, with mode and hash: equal snapshots mean nothing was touched. */
export function snapshot(dir: string): Record<string, string> {
  const names = fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(dir, name)
      const stat = fs.statSync(file)
      const hash = stat.isFile() ? createHash('sha256').update(fs.readFileSync(file)).digest('hex') : 'folder'
      return [name, `${(stat.mode & 0o777).toString(8)} ${hash}`]
    }),
  )
}
