import type { BigIntStats } from 'node:fs'
import { PixieError } from '../../shared/errors.ts'
import type { Extractor } from './extract/extractor.ts'
import { type Extraction, maximumFileBytes } from './extract/protocol.ts'
import { tooLarge } from './extract/read-file.ts'
import { isReadable, kindOf } from './kinds.ts'
import type { FileRecord, FileRows, NoteRecord } from './rows.ts'
import { type WalkedFile, type WalkNote, type WalkOptions, walk } from './walk.ts'

/** Raised when reading gives other text than before: every file is then read again. */
const readerVersion = 1

export interface ScanProgress {
  /** Files looked at so far, in all folders of this scan. */
  readonly seen: number
  /** The file that was looked at last. */
  readonly path: string
}

export interface ScanCounts {
  readonly added: number
  readonly changed: number
  readonly kept: number
  readonly removed: number
}

export interface ScanParts {
  readonly rows: FileRows
  /** See `IndexWork.put`. */
  put(file: FileRecord): Promise<void>
  readonly extract: Extractor
  readonly device: string
  /** UTC milliseconds. */
  now(): number
  readonly walkOptions: Omit<WalkOptions, 'signal'>
}

export interface ScanRun {
  readonly signal: AbortSignal
  onProgress?(progress: ScanProgress): void
}

/**
 * Brings the index of one granted folder up to date. Unchanged files are not opened. What a stopped scan has read
 * stays; the next one goes on from there. Throws `stopped`.
 */
export async function scanRoot(root: string, parts: ScanParts, run: ScanRun): Promise<ScanCounts> {
  parts.rows.beginScan(root)
  const counts = { added: 0, changed: 0, kept: 0, removed: 0 }
  // By place, not by row: another process may scan the same folder and put rows of its own.
  const seen = new Set<string>()
  const notes: WalkNote[] = []
  for await (const entry of walk(root, { ...parts.walkOptions, signal: run.signal })) {
    if (entry.type === 'note') {
      notes.push(entry)
      continue
    }
    counts[await update(root, entry, parts, run.signal)] += 1
    seen.add(keyOf(entry.relative))
    run.onProgress?.({ seen: seen.size, path: entry.path.toString() })
  }
  if (run.signal.aborted) throw stopped(root)
  const gone = vanished(parts.rows.idsOf(root), seen, notes)
  parts.rows.remove(gone)
  counts.removed = gone.length
  parts.rows.finishScan(root, notes.map(noteRecord), parts.now())
  return counts
}

const stopped = (root: string) =>
  new PixieError('stopped', {
    what: 'Stopped scanning',
    value: root,
    hint: 'Read the folder again to go on where it ended.',
    command: 'pixie files scan',
  })

const noteRecord = (note: WalkNote): NoteRecord => ({
  path: note.path.toString(),
  state: note.state,
  reason: note.reason,
})

async function update(
  root: string,
  file: WalkedFile,
  parts: ScanParts,
  signal: AbortSignal,
): Promise<'added' | 'changed' | 'kept'> {
  const known = parts.rows.known(root, file.relative)
  const stamp = stampOf(file.stat, file.dataless)
  // What the system refused once may be allowed now; asking costs nothing.
  if (known?.stamp === stamp && !known.reason?.startsWith('unreadable')) return 'kept'
  const place = {
    root,
    relative: file.relative,
    path: file.path.toString(),
    name: file.name,
    kind: kindOf(file.name),
    size: file.stat.size,
    mtimeMs: Number(file.stat.mtimeNs / 1_000_000n),
    stamp,
    identity: identityOf(file.stat),
    device: parts.device,
  }
  const elsewhere = known === undefined ? parts.rows.sameContent(place) : undefined
  const read = elsewhere ?? (await readOne(place, file, parts.extract, signal))
  await parts.put({ ...place, ...content(read) })
  return known === undefined ? 'added' : 'changed'
}

/** Changes whenever the bytes, the rights or the identity of a file change; `ctime` also tells edits that keep size and date. */
function stampOf(stat: BigIntStats, dataless: boolean): string {
  return [readerVersion, stat.size, stat.mtimeNs, stat.ctimeNs, stat.dev, stat.ino, dataless].join(':')
}

/**
 * The same for a file that was renamed or moved: equal identities = equal bytes. The time of birth is in it because
 * numbers of deleted files are used again; null where the system does not tell it.
 */
function identityOf(stat: BigIntStats): string | null {
  if (stat.birthtimeNs <= 0n) return null
  return [readerVersion, stat.dev, stat.ino, stat.birthtimeNs, stat.size, stat.mtimeNs].join(':')
}

async function readOne(
  place: Pick<FileRecord, 'kind'>,
  file: WalkedFile,
  extract: Extractor,
  signal: AbortSignal,
): Promise<Extraction> {
  if (file.dataless) return { state: 'skipped', reason: 'in the cloud, not downloaded' }
  if (!isReadable(place.kind)) return { state: 'skipped', reason: `unsupported kind, found by its name only` }
  if (file.stat.size > maximumFileBytes) return { state: 'skipped', reason: tooLarge(Number(file.stat.size)) }
  const job = { path: file.path, kind: place.kind, dev: file.stat.dev, ino: file.stat.ino }
  return extract.extract(job, signal)
}

function content(read: {
  state: FileRecord['state']
  reason: string | null
  title?: string | null
  text?: string | null
}): Pick<FileRecord, 'state' | 'reason' | 'title' | 'text'> {
  return { state: read.state, reason: read.reason, title: read.title ?? null, text: read.text ?? null }
}

/** Any bytes as a key. */
const keyOf = (relative: Buffer): string => relative.toString('latin1')

/** Known files that a complete walk did not meet; those below a place that could not be seen this time are kept. */
function vanished(
  known: readonly { id: number; relative: Buffer }[],
  seen: ReadonlySet<string>,
  notes: readonly WalkNote[],
): number[] {
  const unseen = notes.filter((note) => note.unseen).map((note) => note.relative)
  const isBelow = (relative: Buffer, folder: Buffer): boolean =>
    folder.length === 0 ||
    relative.equals(folder) ||
    (relative[folder.length] === 0x2f && relative.subarray(0, folder.length).equals(folder))
  return known
    .filter(
      ({ relative }) => !seen.has(keyOf(relative)) && !unseen.some((folder) => isBelow(relative, folder)),
    )
    .map(({ id }) => id)
}
