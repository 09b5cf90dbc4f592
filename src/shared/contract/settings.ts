/** What the owner set, allowed and keeps. */
import { z } from 'zod'
import { type CallShapes, done, nothing } from './define.ts'

export const SettingsShape = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  weekStart: z.enum(['monday', 'sunday', 'saturday']),
  zoom: z.number(),
  sidebarFolded: z.boolean(),
  globalShortcut: z.string().nullable(),
})
export type AppSettings = z.infer<typeof SettingsShape>

export const ToolGrantShape = z.strictObject({
  /** What the model calls. */
  tool: z.string(),
  label: z.string(),
  /** What it may look at, for its owner. */
  what: z.string(),
  isGranted: z.boolean(),
})
export type ToolGrant = z.infer<typeof ToolGrantShape>

const DataCheckShape = z.strictObject({
  name: z.string(),
  isOk: z.boolean(),
  detail: z.string(),
})

export const DataShape = z.strictObject({
  /** As a person would say it: `Home › Library › …`. */
  place: z.string(),
  sizeBytes: z.int().min(0),
  /** Of which can be made again: what was read from the granted files, and prepared prompts. */
  rebuildableBytes: z.int().min(0),
  /** Newest first. */
  backups: z.array(z.strictObject({ name: z.string(), madeAtMs: z.int(), sizeBytes: z.int().min(0) })),
  conversations: z.int().min(0),
  messages: z.int().min(0),
  notes: z.int().min(0),
  memories: z.int().min(0),
  skills: z.int().min(0),
  traces: z.int().min(0),
  /** Older traces go when there are more than so many. */
  tracesKept: z.int().min(0),
  folders: z.int().min(0),
  calendars: z.int().min(0),
})
export type DataOverview = z.infer<typeof DataShape>

export const settingsCalls = {
  'settings.get': { params: nothing, result: SettingsShape },
  /**
   * Only what is given changes, at once. Throws `invalid-input` for a shortcut that another program has; then the one
   * before stays.
   */
  'settings.set': { params: SettingsShape.partial().strict(), result: done },
  /** Whether the shortcut that is set works: at the start of the app another program may have it. False when none is set. */
  'settings.shortcut-works': { params: nothing, result: z.boolean() },
  /** Every tool there is, in the order of the screens. */
  'settings.grants': { params: nothing, result: z.array(ToolGrantShape) },
  /** Throws `not-found` for a tool that there is not. */
  'settings.set-grant': {
    params: z.strictObject({ tool: z.string().min(1).max(64), isGranted: z.boolean() }),
    result: done,
  },
  'settings.data': { params: nothing, result: DataShape },
  /** Looks whether all that is kept is whole. Takes seconds for a large profile. */
  'settings.check-data': { params: nothing, result: z.array(DataCheckShape) },
  'settings.reveal-data': { params: nothing, result: done },
  /** Asks where to, and writes one file with a copy of everything that cannot be made again. Null when cancelled, else its name. */
  'settings.save-copy': { params: nothing, result: z.string().nullable() },
  /** Deletes the working of past answers ("Why?"); the answers stay. Gives how many. */
  'settings.delete-traces': { params: nothing, result: z.strictObject({ count: z.int().min(0) }) },
} as const satisfies CallShapes
