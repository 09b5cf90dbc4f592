import { fileURLToPath } from 'node:url'
import { BrowserWindow, type BrowserWindowConstructorOptions, dialog, type Session } from 'electron'

const options: BrowserWindowConstructorOptions = {
  title: 'Pixie',
  width: 1120,
  height: 760,
  minWidth: 480,
  minHeight: 420,
  show: false,
  titleBarStyle: process.platform === 'darwin' ? 'hiddenInset' : 'default',
  webPreferences: {
    preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  },
}

/** The app's window: sandboxed, and it stays on its own page. It is shown once there is something to see. */
export function createWindow(): BrowserWindow {
  const window = new BrowserWindow(options)
  const { webContents } = window
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  webContents.on('will-navigate', (event) => event.preventDefault())
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  window.once('ready-to-show', () => window.show())
  loadPage(window).catch((error: unknown) => {
    dialog.showErrorBox('Pixie cannot show its window', `${String(error)}\n\nInstall Pixie again.`)
  })
  return window
}

/** Brings a window to the front, out of the dock too. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** No page may use the camera, the place, notifications or anything else a browser asks about. */
export function denyEverythingAsked(session: Session): void {
  session.setPermissionRequestHandler((_page, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
}

/** While developing, electron-vite serves the page; otherwise it lies beside the main process. */
function loadPage(window: BrowserWindow): Promise<void> {
  const served = process.env.ELECTRON_RENDERER_URL
  if (served !== undefined) return window.loadURL(served)
  return window.loadFile(fileURLToPath(new URL('../renderer/index.html', import.meta.url)))
}
