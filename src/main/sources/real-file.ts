/** Whether a path may be read or handed to the system: only what really lies in a granted folder. */
import { lstatSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import { isInside, realPathOr } from '../files/grants.ts'
import { kindOf } from '../files/kinds.ts'

export type FileAccess =
  | { readonly state: 'there' | 'outside'; readonly path: string }
  | { readonly state: 'gone'; readonly wasInside: boolean }

/** Links are followed first: one that leads out of the folders leads outside. */
export function accessTo(file: string, folders: readonly string[]): FileAccess {
  const isGranted = (real: string) => folders.some((folder) => isInside(real, folder))
  try {
    const real = realpathSync(file)
    return { state: isGranted(real) && path.isAbsolute(file) ? 'there' : 'outside', path: real }
  } catch {
    // The folder above may be a link (`/tmp` on a Mac); what is gone has no real path of its own.
    const parent = realPathOr(path.dirname(path.resolve(file)))
    return { state: 'gone', wasInside: isGranted(path.join(parent, path.basename(file))) }
  }
}

/** The real path of a granted file. Throws `permission-denied`, `not-found`. */
export function grantedFile(file: string, folders: readonly string[]): string {
  const access = accessTo(file, folders)
  const value = path.basename(file)
  if (access.state === 'outside' || (access.state === 'gone' && !access.wasInside))
    throw new PixieError('permission-denied', {
      what: 'This file is in no folder that Pixie may read',
      value,
      hint: 'Allow its folder under Files, or open it yourself.',
    })
  if (access.state === 'gone' || !statSync(access.path).isFile())
    throw new PixieError('not-found', {
      what: 'This file is not there any more',
      value,
      hint: 'It may have been moved, renamed or deleted.',
    })
  return access.path
}

/** Throws `permission-denied` for a file that the system could run instead of showing it. */
export function assertIsDocument(file: string): void {
  const isKnown = path.extname(file) !== '' && kindOf(path.basename(file)) !== 'other'
  const isExecutable = (lstatSync(file).mode & 0o111) !== 0
  if (isKnown || (path.extname(file) === '' && !isExecutable)) return
  throw new PixieError('permission-denied', {
    what: 'Pixie does not open this kind of file, since it could start a program',
    value: path.basename(file),
    hint: 'Show it in its folder and open it from there.',
  })
}
