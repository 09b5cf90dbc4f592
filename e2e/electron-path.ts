import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectFolder = fileURLToPath(new URL('..', import.meta.url))

/** Real Electron where it was fetched or named, else the stand-in. */
export function electronPath(): string {
  const { PIXIE_ELECTRON } = process.env
  if (PIXIE_ELECTRON !== undefined && PIXIE_ELECTRON !== '') return PIXIE_ELECTRON
  const folder = join(projectFolder, 'node_modules/electron')
  const note = join(folder, 'path.txt')
  if (existsSync(note)) return join(folder, 'dist', readFileSync(note, 'utf8').trim())
  return join(projectFolder, 'e2e/stand-in/electron')
}
