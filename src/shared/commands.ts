// Apart from the contract: the window needs the names at its start, and nothing of what checks a call.

/** What the menu and shortcuts of the system ask the window to do. The command palette knows the same names. */
export const commandNames = [
  'back',
  'new-chat',
  'find',
  'palette',
  'stop',
  'toggle-sidebar',
  'zoom-in',
  'zoom-out',
  'zoom-reset',
  'shortcuts',
  'settings',
  'chat',
  'notebook',
  'memory',
  'files',
  'calendar',
  'skills',
  'alignment',
] as const
export type CommandName = (typeof commandNames)[number]
