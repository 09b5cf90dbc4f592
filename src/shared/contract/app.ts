/** The app around the screens. */
import { z } from 'zod'
import { commandNames } from '../commands.ts'
import { type CallShapes, done, LongText, nothing } from './define.ts'

export type { CommandName } from '../commands.ts'

/** What changed in main; what a window read of it before is to be read again. */
export const topicNames = [
  'conversations',
  'messages',
  'drafts',
  'models',
  'settings',
  'grants',
  'files',
  'calendar',
  'notebook',
  'memory',
  'skills',
  'alignment',
  'traces',
] as const
export type Topic = (typeof topicNames)[number]

export const AppInfoShape = z.strictObject({
  version: z.string(),
  platform: z.enum(['darwin', 'linux', 'win32', 'other']),
  /** `this Mac`, `this computer`. */
  here: z.string(),
  dataDir: z.string(),
  memoryBytes: z.number(),
  /** IANA zone of the profile. */
  zone: z.string(),
  /** Now by the profile's clock, which may stand still (the sample). Milliseconds since 1970 UTC. */
  nowMs: z.number(),
  /** True in the sample profile, whose owner and data are made up. */
  isSample: z.boolean(),
})
export type AppInfo = z.infer<typeof AppInfoShape>

export const appCalls = {
  'app.info': { params: nothing, result: AppInfoShape },
  /** Asks with the real host before anything is opened; false when the owner said no. Only `https:`, `http:` and `mailto:`. */
  'app.open-link': { params: z.strictObject({ url: z.string().min(1).max(8192) }), result: z.boolean() },
  /** Exactly these characters on the clipboard. */
  'app.copy': { params: z.strictObject({ text: LongText }), result: done },
  /** A context menu with the usual items for what was clicked: a selection, a field. */
  'app.context-menu': {
    params: z.strictObject({ isEditable: z.boolean(), hasSelection: z.boolean() }),
    result: done,
  },
  /** The window has drawn its first screen; events may flow. */
  'app.ready': { params: nothing, result: done },
  /** What the page held back is in main: the answer to `app.hand-over`. */
  'app.handed-over': { params: nothing, result: done },
} as const satisfies CallShapes

export const appEvents = {
  'app.command': z.strictObject({ command: z.enum(commandNames) }),
  /** The window is about to close: the page keeps what is written and not kept yet, then says `app.handed-over`. */
  'app.hand-over': z.strictObject({}),
  /** Said when it changes, and to each page that is loaded while it is so. A Mac's window has no buttons then. */
  'app.full-screen': z.strictObject({ isFullScreen: z.boolean() }),
  'app.changed': z.strictObject({ topics: z.array(z.enum(topicNames)).min(1) }),
} as const
