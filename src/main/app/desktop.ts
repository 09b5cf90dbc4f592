/** What the handlers ask of the desktop, done with Electron. */
import type {
  BrowserWindow,
  Clipboard,
  Dialog,
  GlobalShortcut,
  MenuItemConstructorOptions,
  NativeTheme,
  Shell,
} from 'electron'
import { PixieError } from '../../shared/errors.ts'
import { accelerator } from '../accelerator.ts'
import type { Desktop, FileFilter } from '../ipc/handlers.ts'
import { parseLink } from './link.ts'

/** The parts of Electron that are used here. */
export interface DesktopParts {
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'>
  readonly shell: Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>
  readonly clipboard: Pick<Clipboard, 'writeText'>
  readonly nativeTheme: Pick<NativeTheme, 'themeSource'>
  readonly globalShortcut: Pick<GlobalShortcut, 'register' | 'unregisterAll'>
  readonly platform: NodeJS.Platform
  /** Shows a menu at the pointer. */
  popup(items: MenuItemConstructorOptions[]): void
  /** Brings the window to the front, or opens it. */
  show(): void
  /** What dialogs belong to; null = the window was closed, and there is nobody to ask. */
  window(): BrowserWindow | null
}

export function createDesktop(parts: DesktopParts): Desktop {
  const { dialog, shell, clipboard, platform } = parts
  let hasShortcut = false

  const choose = async (
    title: string,
    button: string,
    properties: ('openFile' | 'openDirectory' | 'createDirectory')[],
    filters: readonly FileFilter[] = [],
  ): Promise<string | null> => {
    const window = parts.window()
    if (window === null) return null
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title,
      message: title,
      buttonLabel: button,
      properties,
      filters: filters.map(({ name, extensions }) => ({ name, extensions: [...extensions] })),
    })
    return canceled ? null : (filePaths[0] ?? null)
  }

  return {
    chooseFolder: ({ title, button }) => choose(title, button, ['openDirectory']),
    chooseFile: ({ title, button, filters, orFolder }) =>
      // Elsewhere a dialog for both shows folders only.
      choose(
        title,
        button,
        orFolder && platform === 'darwin' ? ['openFile', 'openDirectory'] : ['openFile'],
        filters,
      ),
    async chooseSavePath({ title, fileName }) {
      const window = parts.window()
      if (window === null) return null
      const { canceled, filePath } = await dialog.showSaveDialog(window, { title, defaultPath: fileName })
      return canceled || filePath === '' ? null : filePath
    },
    async openPath(path) {
      const failure = await shell.openPath(path)
      if (failure === '') return
      throw new PixieError('unreadable', {
        what: 'The system cannot open this file',
        value: failure,
        hint: 'Show it in its folder and open it with an app that knows its kind.',
      })
    },
    revealPath: (path) => shell.showItemInFolder(path),
    async openLink(url) {
      const link = parseLink(url)
      const window = parts.window()
      if (window === null) return false
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        message: link.question,
        detail: link.detail,
        buttons: [link.button, 'Cancel'],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      })
      if (response !== 0) return false
      await shell.openExternal(link.url)
      return true
    },
    copy: (text) => clipboard.writeText(text),
    showContextMenu: (clicked) => {
      const items = contextMenu(clicked)
      if (items.length > 0) parts.popup(items)
    },
    setTheme(theme) {
      parts.nativeTheme.themeSource = theme
    },
    setZoom: (factor) => parts.window()?.webContents.setZoomFactor(factor),
    setGlobalShortcut(keys) {
      parts.globalShortcut.unregisterAll()
      hasShortcut = false
      if (keys === null) return true
      hasShortcut = parts.globalShortcut.register(accelerator(keys), () => parts.show())
      return hasShortcut
    },
    hasGlobalShortcut: () => hasShortcut,
  }
}

/** The items every program has for text that was clicked. Empty when nothing can be done with it. */
export function contextMenu(clicked: {
  readonly isEditable: boolean
  readonly hasSelection: boolean
}): MenuItemConstructorOptions[] {
  if (!clicked.isEditable) return clicked.hasSelection ? [{ role: 'copy' }] : []
  return [
    { role: 'undo' },
    { role: 'redo' },
    { type: 'separator' },
    { role: 'cut', enabled: clicked.hasSelection },
    { role: 'copy', enabled: clicked.hasSelection },
    { role: 'paste' },
    { type: 'separator' },
    { role: 'selectAll' },
  ]
}
