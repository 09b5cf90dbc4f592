import { homedir } from 'node:os'
import { realPathOr } from './grants.ts'

/** Where something lies, as a person would say it: `Home › Documents` for `~/Documents/lease.pdf`. Empty at the top of the disk. */
export function placeOf(path: string, home: string = homedir()): string {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  const real = realPathOr(home)
  if (folder === real) return 'Home'
  const below = folder.startsWith(`${real}/`) ? `Home${folder.slice(real.length)}` : folder
  return crumbs(below)
}

/** `Documents/Travel` as `Documents › Travel`. */
export function crumbs(path: string): string {
  return path
    .split('/')
    .filter((name) => name !== '')
    .join(' › ')
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
