/** Everything that a window may ask of main, and everything main says unasked. The one list; both sides are typed by it. */
import type { z } from 'zod'
import { alignmentCalls } from './alignment.ts'
import { appCalls, appEvents } from './app.ts'
import { calendarCalls } from './calendar.ts'
import { chatCalls, chatEvents } from './chat.ts'
import { conversationsCalls } from './conversations.ts'
import { filesCalls, filesEvents } from './files.ts'
import { memoryCalls, memoryEvents } from './memory.ts'
import { modelsCalls, modelsEvents } from './models.ts'
import { notebookCalls } from './notebook.ts'
import { settingsCalls } from './settings.ts'
import { skillsCalls, skillsEvents } from './skills.ts'
import { sourcesCalls } from './sources.ts'
import { tracesCalls } from './traces.ts'

export const calls = {
  ...appCalls,
  ...chatCalls,
  ...conversationsCalls,
  ...sourcesCalls,
  ...modelsCalls,
  ...settingsCalls,
  ...filesCalls,
  ...calendarCalls,
  ...notebookCalls,
  ...memoryCalls,
  ...tracesCalls,
  ...skillsCalls,
  ...alignmentCalls,
} as const

export const events = {
  ...modelsEvents,
  ...appEvents,
  ...chatEvents,
  ...filesEvents,
  ...memoryEvents,
  ...skillsEvents,
} as const

export type CallName = keyof typeof calls
export type Params<N extends CallName> = z.input<(typeof calls)[N]['params']>
export type Result<N extends CallName> = z.output<(typeof calls)[N]['result']>

export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>
