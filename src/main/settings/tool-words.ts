import type { ToolName } from '../tools/tool.ts'

/** What each tool may look at, for the owner who allows it. In the order of the screens. */
export const toolWords: Readonly<Record<ToolName, { readonly label: string; readonly what: string }>> = {
  check_notebook: { label: 'Notebook', what: 'Reads the notes you wrote in Notebook.' },
  grep_memory: {
    label: 'Memory',
    what: 'Searches what was said in chats, and the journals, messages and calls you brought in.',
  },
  find_file: { label: 'Files', what: 'Finds and reads files in the folders you allow below, and no others.' },
  list_devices: { label: 'Devices', what: 'Tells which computers your files lie on, by name.' },
  queryCalendar: { label: 'Calendar', what: 'Looks up events in the calendars you added below.' },
  current_date: {
    label: 'Date',
    what: 'Knows today’s date, and which days “next week” means.',
  },
}
