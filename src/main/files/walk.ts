import type { BigIntStats } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { unreadable } from './extract/read-file.ts'
import { skipFile, skipFolder } from './walk-rules.ts'

/** Folders in folders; deeper ones are reported, not read. */
export const maximumDepth = 32
const maximumEntries = 500_000
/** A folder that takes longer to list is reported: a share that does not answer, or a permission question nobody saw. */
const listLimitMs = 10_000

export interface WalkedFile {
  readonly type: 'file'
  /** Exact bytes; a name need not be text. */
  readonly path: Buffer
  /** Below the root, exact bytes. */
  readonly relative: Buffer
  readonly name: string
  readonly stat: BigIntStats
  /** Its bytes are in the cloud: reading it would download it. */
  readonly dataless: boolean
}

/** Something that was not looked into. */
export interface WalkNote {
  readonly type: 'note'
  readonly path: Buffer
  readonly relative: Buffer
  readonly state: 'skipped' | 'failed'
  readonly reason: string
  /** True when what is below could not be seen this time: what was known of it is kept. */
  readonly unseen: boolean
}

export interface WalkOptions {
  readonly signal: AbortSignal
  /** A folder never entered: Pixie's own data. */
  readonly exclude?: string
  readonly maximumEntries?: number
  /** Told from a file's size and blocks; on a Mac a file without blocks has its bytes in the cloud. */
  readonly isDataless?: (stat: BigIntStats) => boolean
}

interface Folder {
  readonly path: Buffer
  readonly relative: Buffer
  readonly depth: number
}

const slash = Buffer.from('/')
const join = (folder: Buffer, name: Buffer): Buffer =>
  folder.length === 0 ? name : Buffer.concat([folder, slash, name])

/**
 * Every plain file below `root`, in the order of their bytes, and a note for all that is left out.
 * Links are never followed, so there are no circles and no way out of the root.
 * Ends early, without an error, when the signal is aborted.
 */
export async function* walk(root: string, options: WalkOptions): AsyncGenerator<WalkedFile | WalkNote> {
  const isDataless = options.isDataless ?? datalessHere
  const limit = options.maximumEntries ?? maximumEntries
  const top: Folder = { path: Buffer.from(root), relative: Buffer.alloc(0), depth: 0 }
  const moved = await movedAway(root)
  if (moved !== null) yield note(top, { state: 'failed', reason: moved })
  const folders = moved === null ? [top] : []
  let entries = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const names = await list(folder)
    if (!Array.isArray(names)) {
      yield names
      continue
    }
    const below: Folder[] = []
    for (const bytes of names) {
      if (options.signal.aborted) return
      entries += 1
      if (entries > limit) {
        yield note(top, { reason: `only the first ${limit} entries were looked at`, unseen: true })
        return
      }
      const seen = await look(folder, bytes, { isDataless, exclude: options.exclude })
      if (seen.type === 'folder') below.push(seen.folder)
      else yield seen
    }
    folders.push(...below.reverse())
  }
}

/** A granted folder is its real path; a link put in its place, or above it, would lead the walk elsewhere. */
async function movedAway(root: string): Promise<string | null> {
  const real = await realpath(root).catch(() => root)
  return real === root ? null : 'unreadable: a link now stands in its place'
}

async function list(folder: Folder): Promise<Buffer[] | WalkNote> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), listLimitMs)
  })
  try {
    const names = await Promise.race([readdir(folder.path, { encoding: 'buffer' }), late])
    if (names === 'late')
      return note(folder, { state: 'failed', reason: 'unreadable: it does not answer', unseen: true })
    return names.sort(Buffer.compare)
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return note(folder, { state: 'failed', reason: unreadable(error), unseen: !gone })
  } finally {
    clearTimeout(timer)
  }
}

type Seen = WalkedFile | WalkNote | { readonly type: 'folder'; readonly folder: Folder }

async function look(
  folder: Folder,
  bytes: Buffer,
  options: { isDataless: (stat: BigIntStats) => boolean; exclude: string | undefined },
): Promise<Seen> {
  const name = bytes.toString()
  const here = { path: join(folder.path, bytes), relative: join(folder.relative, bytes) }
  let stat: BigIntStats
  try {
    stat = await lstat(here.path, { bigint: true })
  } catch (error) {
    return note(here, { state: 'failed', reason: unreadable(error), unseen: true })
  }
  if (stat.isSymbolicLink()) return note(here, { reason: 'a link, not followed' })
  if (stat.isDirectory()) {
    const own = here.path.toString() === options.exclude ? "Pixie's own data" : null
    const reason = own ?? skipFolder(name)
    if (reason !== null) return note(here, { reason })
    const depth = folder.depth + 1
    if (depth > maximumDepth) return note(here, { reason: `more than ${maximumDepth} folders deep` })
    return { type: 'folder', folder: { ...here, depth } }
  }
  if (!stat.isFile()) return note(here, { reason: 'not a file' })
  const reason = skipFile(name)
  if (reason !== null) return note(here, { reason })
  return { type: 'file', ...here, name, stat, dataless: isDatalessFile(stat, options.isDataless) }
}

const isDatalessFile = (stat: BigIntStats, rule: (stat: BigIntStats) => boolean): boolean =>
  stat.size > 0n && rule(stat)

const datalessHere = (stat: BigIntStats): boolean => process.platform === 'darwin' && stat.blocks === 0n

function note(
  at: { path: Buffer; relative: Buffer },
  what: { reason: string; state?: 'skipped' | 'failed'; unseen?: boolean },
): WalkNote {
  return {
    type: 'note',
    path: at.path,
    relative: at.relative,
    state: what.state ?? 'skipped',
    reason: what.reason,
    unseen: what.unseen ?? false,
  }
}
