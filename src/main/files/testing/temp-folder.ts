import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface TempFolder extends Disposable {
  readonly path: string
  /** Writes a file, folders included; with `date` (ISO) as its time of change. Gives its path. */
  write(relative: string, content: string | Uint8Array, date?: string): string
  at(relative: string): string
}

/** A fresh folder, removed when it goes out of scope (`using`). */
export function tempFolder(): TempFolder {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'pixie-files-')))
  const at = (relative: string) => path.join(root, relative)
  return {
    path: root,
    at,
    write(relative, content, date) {
      const file = at(relative)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
      if (date !== undefined) utimesSync(file, new Date(date), new Date(date))
      return file
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}
