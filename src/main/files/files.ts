import path from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import { isoTime } from '../iso-time.ts'
import type { Grants } from '../settings/grants.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { Store } from '../store/database.ts'
import { type Device, findDevice, thisDeviceId, thisDeviceName } from './device.ts'
import { createExtractor, type Extractor } from './extract/extractor.ts'
import { folderToGrant, isCovered, isInside, realPathOr } from './grants.ts'
import { type IndexWork, indexWorkHere } from './index-thread.ts'
import { createFileRows, type FileRow, type LeftOut, type ReportItem, type StateCounts } from './rows.ts'
import { type ScanCounts, type ScanRun, scanRoot } from './scan.ts'
import type { Ranked } from './search.ts'
import type { WalkOptions } from './walk.ts'

export interface ScanSummary extends ScanCounts, StateCounts {}

export interface AllowedFolder {
  /** Real path of the folder. */
  readonly folder: string
  /** The folder that was granted before and already holds this one, or null. Then nothing new was granted. */
  readonly coveredBy: string | null
}

export interface GrantSummary extends ScanSummary, AllowedFolder {}

/** A granted folder and what is known of it. */
export interface FolderState extends StateCounts {
  readonly folder: string
  /** When it was last walked to its end; null = never. Milliseconds since 1970 UTC. */
  readonly readAtMs: number | null
}

export interface FilesStatus extends StateCounts {
  readonly items: readonly ReportItem[]
}

/** One line of a search, as the command line prints it. */
export interface FileHit {
  readonly path: string
  readonly title: string
  /** 0 to 1, comparable across searches (`rank.ts`). */
  readonly score: number
  readonly reason: string
  /** `page 3`, `line 12`, `paragraph 5`, or null. */
  readonly location: string | null
  readonly device: string
}

export interface PlacedHit extends Ranked {
  /** The file's folder below and with the granted one: `Documents/Travel`. */
  readonly place: string
}

/** A hit with all that is known of the file. */
export interface FoundOne extends PlacedHit {
  /** Whole extracted text; empty when there is none. */
  readonly text: string
}

export interface FindRequest {
  readonly query: string
  /** The person's own words; empty = none. */
  readonly question: string
  /** Ids or names; empty = all. */
  readonly devices: readonly string[]
  readonly limit: number
  readonly signal: AbortSignal
}

export interface Files {
  /**
   * Allows Pixie to read a folder, and reads it. A folder inside a granted one adds nothing; granted folders inside
   * this one become part of it. Throws `not-found`, `invalid-input`, `unreadable` (see `folderToGrant`), `stopped`.
   */
  grant(folder: string, run: ScanRun): Promise<GrantSummary>
  /** As `grant`, without reading it. Throws the same but `stopped`. */
  allow(folder: string): AllowedFolder
  /** Takes a grant back; every word of its files leaves the index, bytes included. Throws `not-found`. */
  revoke(folder: string): { folder: string; removed: number }
  /** Brings the index of all granted folders up to date. Throws `stopped`. */
  scan(run: ScanRun): Promise<ScanSummary>
  /**
   * Brings the index of one granted folder up to date. Meanwhile searches do not wait for it: they find what is there.
   * Throws `not-found` for a folder that is not granted itself, `stopped`.
   */
  scanFolder(folder: string, run: ScanRun): Promise<ScanCounts>
  status(): FilesStatus
  /** As `status`, without the items. */
  counts(): StateCounts
  /** Oldest grant first. */
  folderStates(): FolderState[]
  /** What was left out or could not be read, failed ones first, by path; `total` of all. `state: null` = both. */
  leftOut(state: 'skipped' | 'failed' | null, limit: number): { items: LeftOut[]; total: number }
  /** Best first. Never throws for what the query holds; an unknown `device` throws `not-found` listing the known ones. */
  search(
    query: string,
    options: { limit: number; device: string | null; signal: AbortSignal },
  ): Promise<FileHit[]>
  /** For a person who looks around: what is known now, without waiting for folders that were never read. */
  browse(query: string, limit: number): Promise<PlacedHit[]>
  /** For the agent: hits with text. Throws as `search` does. */
  find(request: FindRequest): Promise<FoundOne[]>
  /** Exactly the text that was taken from a file. Throws `permission-denied` outside granted folders, `not-found`, `unreadable`. */
  text(file: string, signal: AbortSignal): Promise<string>
  devices(): Device[]
  /** Granted folders, oldest first. */
  folders(): string[]
  /** Aborted when `close` is called: whoever works on files ends then. */
  readonly closed: AbortSignal
  /** Stops scans, waits until they ended, and ends the process of the parsers. Safe to call twice. */
  close(): Promise<void>
}

export interface FilesParts {
  readonly store: Store
  readonly grants: Pick<Grants, 'list' | 'add' | 'remove'>
  readonly clock: Clock
  readonly settings: SettingsStore
  readonly extract?: Extractor
  /** Where the index is searched and filled; on this thread when left out. Closed with the files. */
  readonly indexWork?: IndexWork
  readonly deviceName?: string
  readonly walkOptions?: Omit<WalkOptions, 'signal' | 'exclude'>
}

export function createFiles(parts: FilesParts): Files {
  const { store, grants, clock } = parts
  const rows = createFileRows(store.index)
  const extract = parts.extract ?? createExtractor()
  const work = parts.indexWork ?? indexWorkHere(rows)
  const folders = (): string[] => grants.list('folder').map((grant) => grant.value)
  let last: Promise<unknown> = Promise.resolve()
  const closing = new AbortController()
  /** Folders that are read in the background: a search does not wait for them. */
  const inBackground = new Set<string>()

  const scanFolders = (roots: readonly string[], given: ScanRun): Promise<ScanCounts> => {
    const run = { ...given, signal: AbortSignal.any([given.signal, closing.signal]) }
    const next = last.then(async () => {
      const scanParts = {
        rows,
        put: work.put,
        extract,
        device: thisDeviceId(parts.settings),
        now: clock.now,
        walkOptions: { ...parts.walkOptions, exclude: store.dataDir },
      }
      const total = { added: 0, changed: 0, kept: 0, removed: 0 }
      try {
        for (const root of roots) {
          const counts = await scanRoot(root, scanParts, run)
          for (const key of ['added', 'changed', 'kept', 'removed'] as const) total[key] += counts[key]
        }
      } finally {
        extract.close()
        forgetUngranted()
      }
      return total
    })
    last = next.catch(() => undefined)
    return next
  }

  /** Another process may have revoked a folder while it was scanned here, or the last revoke was cut off. */
  const forgetUngranted = (): void => {
    const granted = new Set(folders())
    for (const { root } of rows.roots()) if (!granted.has(root)) rows.forgetRoot(root)
  }

  /** The index may be new while the grants are not: folders never read to the end are read before they are searched. */
  const ensureScanned = async (signal: AbortSignal): Promise<void> => {
    forgetUngranted()
    const done = new Set(
      rows.roots().flatMap(({ root, finishedAtMs }) => (finishedAtMs === null ? [] : [root])),
    )
    const missing = folders().filter((folder) => !done.has(folder) && !inBackground.has(folder))
    if (missing.length > 0) await scanFolders(missing, { signal })
  }

  const devices = (): Device[] => {
    const id = thisDeviceId(parts.settings)
    const name = parts.deviceName ?? thisDeviceName()
    return [{ id, name, lastSeen: isoTime(clock.now(), clock.zone), files: rows.count(id) }]
  }

  const rank = async (request: FindRequest): Promise<Ranked[]> => {
    const known = devices()
    const ids = request.devices.map((device) => findDevice(known, device).id)
    await ensureScanned(request.signal)
    const { query, question, limit } = request
    return work.rank({ query, question, limit, devices: ids, nowMs: clock.now() })
  }

  const allow = (given: string): AllowedFolder => {
    const folder = folderToGrant(given)
    const coveredBy = folders().find((granted) => granted !== folder && isCovered(folder, granted)) ?? null
    if (coveredBy !== null) return { folder, coveredBy }
    grants.add('folder', folder)
    for (const inner of folders().filter((other) => other !== folder && isCovered(other, folder))) {
      rows.forgetRoot(inner)
      grants.remove('folder', inner)
    }
    return { folder, coveredBy }
  }

  return {
    async grant(given, run) {
      const { folder, coveredBy } = allow(given)
      const root = coveredBy ?? folder
      const counts = await scanFolders([root], run)
      return { folder, coveredBy, ...counts, ...rows.counts(root) }
    },

    allow,

    revoke(folder) {
      const real = grantedFolder(folder, folders())
      const removed = rows.forgetRoot(real)
      grants.remove('folder', real)
      return { folder: real, removed }
    },

    async scan(run) {
      const counts = await scanFolders(folders(), run)
      return { ...counts, ...rows.counts(null) }
    },

    async scanFolder(folder, run) {
      if (!folders().includes(folder)) throw notGrantedItself(folder, folders())
      inBackground.add(folder)
      try {
        return await scanFolders([folder], run)
      } finally {
        inBackground.delete(folder)
      }
    },

    counts: () => rows.counts(null),

    status: () => ({ ...rows.counts(null), items: rows.report() }),

    folderStates() {
      const known = new Map(rows.roots().map(({ root, finishedAtMs }) => [root, finishedAtMs]))
      return folders().map((folder) => ({
        folder,
        readAtMs: known.get(folder) ?? null,
        ...rows.counts(folder),
      }))
    },

    leftOut: (state, limit) => rows.leftOut(state, limit),

    async search(query, options) {
      const request = { query, question: '', limit: options.limit, signal: options.signal }
      const ranked = await rank({ ...request, devices: options.device === null ? [] : [options.device] })
      return ranked.map(({ row, score, reason, location }) => ({
        path: row.path,
        title: row.name,
        score,
        reason,
        location,
        device: row.device,
      }))
    },

    async browse(query, limit) {
      const request = { query, question: '', devices: [], limit, nowMs: clock.now() }
      return (await work.rank(request)).map((hit) => ({ ...hit, place: placeOf(hit.row) }))
    },

    async find(request) {
      const ranked = await rank(request)
      return ranked.map((hit) => ({
        ...hit,
        text: rows.file(hit.row.id)?.text ?? '',
        place: placeOf(hit.row),
      }))
    },

    async text(file, signal) {
      // A folder above may be a link (`/tmp` on a Mac); the file itself may be gone and still be known.
      const given = path.resolve(file)
      const absolute = path.join(realPathOr(path.dirname(given)), path.basename(given))
      if (!folders().some((folder) => isInside(absolute, folder))) throw notGranted(file)
      await ensureScanned(signal)
      const row = rows.fileAt(absolute) ?? rows.fileLike(absolute)
      if (row === null) throw notIndexed(file)
      return textOf(row)
    },

    devices,
    folders,
    closed: closing.signal,
    async close() {
      closing.abort()
      extract.close()
      await last
      await work.close()
    },
  }
}

/** The grant that a person means, also when the folder itself is gone. */
function grantedFolder(given: string, granted: readonly string[]): string {
  const absolute = path.resolve(given)
  const real = realPathOr(absolute)
  const found = granted.find((folder) => folder === absolute || folder === real)
  if (found !== undefined) return found
  throw notGrantedItself(given, granted)
}

function notGrantedItself(given: string, granted: readonly string[]): PixieError {
  const real = realPathOr(path.resolve(given))
  const holder = granted.find((folder) => isInside(real, folder))
  return new PixieError('not-found', {
    what: 'This folder is not granted itself',
    value: given,
    hint:
      holder !== undefined
        ? `It is inside ${holder}; revoke that.`
        : granted.length === 0
          ? 'No folder is granted.'
          : `Granted are ${granted.join(', ')}.`,
  })
}

/** `Documents/Travel` for a file in `Travel` of the granted folder `Documents`. */
function placeOf(row: { root: string; path: string; name: string }): string {
  const above = row.root.slice(0, row.root.lastIndexOf('/') + 1)
  return row.path.slice(above.length, row.path.length - row.name.length - 1)
}

function textOf(row: FileRow): string {
  if (row.text !== null) return row.text
  throw new PixieError('unreadable', {
    what: 'There is no text of this file',
    value: row.path,
    hint: `${row.state === 'failed' ? 'Reading it failed' : 'It was skipped'}: ${row.reason ?? 'no reason is known'}.`,
  })
}

const notGranted = (file: string) =>
  new PixieError('permission-denied', {
    what: 'This file is in no granted folder',
    value: file,
    hint: 'Grant its folder first.',
    command: 'pixie files grant DIR',
  })

const notIndexed = (file: string) =>
  new PixieError('not-found', {
    what: 'This file is not in the index',
    value: file,
    hint: 'If it is new, read its folder again; the list of what was left out says why.',
    command: 'pixie files scan, pixie files status',
  })
