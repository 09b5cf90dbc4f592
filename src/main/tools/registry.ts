/** The closed set of six tools, in the order in which they are listed everywhere. */

import type { Clock } from '../../shared/time.ts'
import type { Calendar } from '../calendar/calendar.ts'
import type { WeekStart } from '../calendar/range-types.ts'
import type { Files } from '../files/files.ts'
import type { Memory } from '../memory/memory.ts'
import type { Notebook } from '../notebook/notebook.ts'
import type { DataWords } from '../search/telling-terms.ts'
import { createCheckNotebookTool } from './check-notebook.ts'
import { createCurrentDateTool } from './current-date.ts'
import { createFindFileTool } from './find-file.ts'
import { createGrepMemoryTool } from './grep-memory.ts'
import { createListDevicesTool } from './list-devices.ts'
import { createQueryCalendarTool } from './query-calendar.ts'
import type { Tool } from './tool.ts'

export interface ToolParts {
  readonly notebook: Notebook
  readonly files: Files
  readonly memory: Memory
  readonly calendar: Calendar
  readonly clock: Clock
  readonly words: DataWords
  weekStart(): WeekStart
}

export function createTools({
  notebook,
  files,
  memory,
  calendar,
  clock,
  words,
  weekStart,
}: ToolParts): readonly Tool[] {
  return [
    createCheckNotebookTool(notebook, words),
    createFindFileTool(files, words),
    createListDevicesTool(files),
    createGrepMemoryTool(memory, words),
    createCurrentDateTool({ clock, weekStart }),
    createQueryCalendarTool({ calendar, clock, words, weekStart }),
  ]
}
