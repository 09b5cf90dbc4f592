import type { CommandName } from './commands.ts'

/**
 * The keys of each command, once for the menu of the system, the window and the sheet that lists them. `Mod` is Command
 * on a Mac and Control elsewhere; `Plus` and `Comma` and their like are written as the sign itself.
 */
export const commandKeys: Readonly<Record<CommandName, string>> = {
  back: 'Mod+[',
  'new-chat': 'Mod+N',
  find: 'Mod+F',
  palette: 'Mod+K',
  stop: 'Mod+.',
  'toggle-sidebar': 'Mod+\\',
  'zoom-in': 'Mod+=',
  'zoom-out': 'Mod+-',
  'zoom-reset': 'Mod+0',
  shortcuts: 'Mod+/',
  settings: 'Mod+,',
  chat: 'Mod+1',
  notebook: 'Mod+2',
  memory: 'Mod+3',
  files: 'Mod+4',
  calendar: 'Mod+5',
  skills: 'Mod+6',
  alignment: 'Mod+7',
}
