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

/** `documents › Travel` for a file in `Travel` of the granted folder `documents`; elsewhere as `placeOf` says. */
export function placeIn(path: string, folders: readonly string[], home: string = homedir()): string {
  const inside = folders.filter((folder) => path.startsWith(`${folder}/`))
  const root = inside.reduce((inner, folder) => (folder.length > inner.length ? folder : inner), '')
  if (root === '') return placeOf(path, home)
  return crumbs(path.slice(root.lastIndexOf('/'), path.lastIndexOf('/')))
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
