import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import { unreadable } from './extract/read-file.ts'
import { maximumDepth } from './walk.ts'
import { skipFolder } from './walk-rules.ts'

/**
 * The real path of a folder that may be granted. Throws `not-found`, `invalid-input` (no folder, the whole disk,
 * the home folder or one above it), `unreadable`.
 */
export function folderToGrant(given: string, home: string = homedir()): string {
  const what = 'Cannot grant this folder'
  let real: string
  try {
    real = realpathSync(path.resolve(given))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT' && error.code !== 'ENOTDIR')
      throw new PixieError('unreadable', {
        what: `${what}, it is ${unreadable(error)}`,
        value: given,
        hint: 'Check that you may open it.',
      })
    throw new PixieError('not-found', {
      what,
      value: given,
      hint: 'There is no such folder. Check the path.',
    })
  }
  if (!statSync(real).isDirectory())
    throw new PixieError('invalid-input', {
      what,
      value: given,
      hint: 'It is a file; grant the folder it is in.',
    })
  if (real === '/')
    throw new PixieError('invalid-input', {
      what,
      value: given,
      hint: 'It is the whole disk; grant the folders that hold your own files.',
    })
  if (isInside(realPathOr(home), real))
    throw new PixieError('invalid-input', {
      what,
      value: given,
      hint: 'It holds your whole home folder; grant folders inside it, such as Documents.',
    })
  return real
}

/** A path without links, or as given where there is nothing. */
export function realPathOr(given: string): string {
  try {
    return realpathSync(given)
  } catch {
    return given
  }
}

/** True when `inner` is `outer` or below it. Both absolute. */
export function isInside(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

/** True when a walk of the granted `outer` reaches the folder `inner`. */
export function isCovered(inner: string, outer: string): boolean {
  if (!isInside(inner, outer)) return false
  const between = inner
    .slice(outer.length)
    .split('/')
    .filter((name) => name !== '')
  return between.length <= maximumDepth && between.every((name) => skipFolder(name) === null)
}
