/** The folders that Pixie may read, reading them, and searching them. */
import { z } from 'zod'
import { SourceShape } from '../turn-shape.ts'
import { type CallShapes, done, nothing } from './define.ts'
import { ErrorShape } from './shapes.ts'

/** An absolute path that main gave out. Main looks it up among its own; it never goes where the page says. */
const KnownPath = z.string().min(1).max(4096)

const CountsShape = z.strictObject({
  indexed: z.int().min(0),
  /** Left out on purpose. */
  skipped: z.int().min(0),
  failed: z.int().min(0),
})

export const FolderShape = z.strictObject({
  /** What `files.revoke` takes, and what tells folders apart. */
  path: KnownPath,
  name: z.string(),
  /** Where the folder lies, as a person would say it: `Home › Documents`. Empty for a folder of the disk's top. */
  place: z.string(),
  ...CountsShape.shape,
  /** `waiting`: to be read next. `unfinished`: reading was stopped or failed, and part of it is known. `gone`: not there now. */
  state: z.enum(['waiting', 'reading', 'ready', 'unfinished', 'gone']),
  /** When it was last read to its end. Milliseconds since 1970 UTC. */
  readAtMs: z.int().nullable(),
})
export type Folder = z.infer<typeof FolderShape>

/** What goes on in the background. */
export const ScanShape = z.strictObject({
  isRunning: z.boolean(),
  /** The folder that is being read; null when none is. */
  folder: KnownPath.nullable(),
  /** Files looked at so far in this run. */
  seen: z.int().min(0),
  /** Name of the file that was looked at last; empty before the first. */
  name: z.string(),
  /** Why the last run did not come to its end; null after one that did, and when the owner stopped it. */
  error: ErrorShape.nullable(),
})
export type Scan = z.infer<typeof ScanShape>

export const ReportItemShape = z.strictObject({
  path: KnownPath,
  name: z.string(),
  place: z.string(),
  state: z.enum(['skipped', 'failed']),
  reason: z.string(),
  /** A folder that could not be looked into, or the like: nothing that could be opened. */
  isFile: z.boolean(),
})
export type ReportItem = z.infer<typeof ReportItemShape>

export const FileHitShape = z.strictObject({
  /** Opens in the source panel at the place found. */
  source: SourceShape,
  name: z.string(),
  /** Folders from the granted one down: `Documents › Travel`. */
  place: z.string(),
  /** Why it was found: `"passport" in the name`. */
  reason: z.string(),
  kind: z.string(),
  changedAtMs: z.int(),
})
export type FileHit = z.infer<typeof FileHitShape>

export const filesCalls = {
  /** Granted folders, oldest first, and the scan that is running. */
  'files.folders': {
    params: nothing,
    result: z.strictObject({ folders: z.array(FolderShape), scan: ScanShape }),
  },
  /**
   * Shows the system's dialog, grants the folder and begins to read it; returns at once. Null when it was cancelled.
   * `coveredBy`: the granted folder that holds this one already. Throws `invalid-input` for the home folder and above.
   */
  'files.grant': {
    params: nothing,
    result: z
      .strictObject({ path: KnownPath, name: z.string(), coveredBy: z.string().nullable() })
      .nullable(),
  },
  /** Takes a folder back and forgets what was read of it. Throws `not-found`. */
  'files.revoke': {
    params: z.strictObject({ path: KnownPath }),
    result: z.strictObject({ removed: z.int().min(0) }),
  },
  /** Undoes a revoke of this session: the folder is granted and read again. Throws `not-found` for any other path. */
  'files.undo-revoke': { params: z.strictObject({ path: KnownPath }), result: done },
  /** Reads what is new or changed, in the background. Does nothing more when that is going on. */
  'files.scan': { params: nothing, result: done },
  /** Stops the scan; what was read stays. */
  'files.cancel': { params: nothing, result: done },
  /** All granted folders together. */
  'files.status': {
    params: nothing,
    result: CountsShape.extend({ folders: z.int().min(0), scan: ScanShape }),
  },
  /** What could not be read, or was left out, and why; failed ones first. `total` counts all there are. */
  'files.report': {
    params: z.strictObject({
      state: z.enum(['skipped', 'failed']).nullable(),
      limit: z.int().min(1).max(2000),
    }),
    result: z.strictObject({ items: z.array(ReportItemShape), total: z.int().min(0) }),
  },
  /** Best first. */
  'files.search': {
    params: z.strictObject({ query: z.string().max(400), limit: z.int().min(1).max(200) }),
    result: z.array(FileHitShape),
  },
} as const satisfies CallShapes

export const filesEvents = {
  /** How a scan goes on, some times a second, and once at its end. */
  'files.progress': ScanShape,
} as const
