/** The system's menu: every command of the app, and what every program has. */
import type { MenuItemConstructorOptions } from 'electron'
import type { CommandName } from '../shared/contract/app.ts'
import { commandKeys } from '../shared/shortcuts.ts'
import { accelerator } from './accelerator.ts'

export interface MenuParts {
  readonly platform: NodeJS.Platform
  /** Shows what helps those who work on Pixie. */
  readonly isPackaged: boolean
  run(command: CommandName): void
}

const separator = { type: 'separator' } as const

export function menuTemplate({ platform, isPackaged, run }: MenuParts): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const item = (label: string, command: CommandName): MenuItemConstructorOptions => ({
    id: command,
    label,
    accelerator: accelerator(commandKeys[command]),
    click: () => run(command),
  })
  const settings = item('Settings…', 'settings')
  const about: MenuItemConstructorOptions = { role: 'about', label: 'About Pixie' }
  const app: MenuItemConstructorOptions = {
    label: 'Pixie',
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
  const file: MenuItemConstructorOptions = {
    label: 'File',
    submenu: [
      item('New Chat', 'new-chat'),
      separator,
      ...(isMac ? [] : [settings, separator]),
      item('Stop Answering', 'stop'),
      separator,
      isMac ? { role: 'close' } : { role: 'quit' },
    ],
  }
  const edit: MenuItemConstructorOptions = {
    label: 'Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'delete' },
      { role: 'selectAll' },
      separator,
      item('Find', 'find'),
    ],
  }
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      item('Command Palette', 'palette'),
      item('Show or Hide Sidebar', 'toggle-sidebar'),
      separator,
      item('Larger', 'zoom-in'),
      item('Smaller', 'zoom-out'),
      item('Actual Size', 'zoom-reset'),
      separator,
      { role: 'togglefullscreen' },
      ...(isPackaged
        ? []
        : ([
            separator,
            { role: 'reload' },
            { role: 'toggleDevTools' },
          ] satisfies MenuItemConstructorOptions[])),
    ],
  }
  const go: MenuItemConstructorOptions = {
    label: 'Go',
    submenu: [
      item('Back', 'back'),
      separator,
      item('Chat', 'chat'),
      item('Notebook', 'notebook'),
      item('Memory', 'memory'),
      item('Files', 'files'),
      item('Calendar', 'calendar'),
      separator,
      item('Skills', 'skills'),
      item('Alignment', 'alignment'),
    ],
  }
  const window: MenuItemConstructorOptions = {
    label: 'Window',
    role: 'windowMenu',
  }
  const help: MenuItemConstructorOptions = {
    label: 'Help',
    role: 'help',
    submenu: [item('Keyboard Shortcuts', 'shortcuts'), ...(isMac ? [] : [separator, about])],
  }
  return [...(isMac ? [app] : []), file, edit, view, go, ...(isMac ? [window] : []), help]
}
