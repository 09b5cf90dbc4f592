import { fileURLToPath } from 'node:url'
import { BrowserWindow, type BrowserWindowConstructorOptions, dialog, type Session } from 'electron'
import { isLocalRequest, type PageOrigin } from './app/page-origin.ts'

const options: BrowserWindowConstructorOptions = {
  title: 'Pixie',
  width: 1120,
  height: 760,
  minWidth: 480,
  minHeight: 420,
  show: false,
  titleBarStyle: process.platform === 'darwin' ? 'hiddenInset' : 'default',
}

/** The page is a stranger to the machine: it has what the preload script gives it and nothing else. */
const webPreferences: BrowserWindowConstructorOptions['webPreferences'] = {
  preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // On Linux its dictionaries would come from the network.
  spellcheck: process.platform === 'darwin',
}

/** The app's window: sandboxed, and it stays on its own page. It is shown once there is something to see. */
export function createWindow(page: PageOrigin, isPackaged: boolean): BrowserWindow {
  const window = new BrowserWindow({
    ...options,
    webPreferences: { ...webPreferences, devTools: !isPackaged },
  })
  window.once('ready-to-show', () => window.show())
  window.loadURL(page.start).catch((error: unknown) => {
    // Electron rejects too when the window is closed while it loads.
    if (!window.isDestroyed())
      dialog.showErrorBox('Pixie cannot show its window', `${String(error)}\n\nInstall Pixie again.`)
  })
  return window
}

/** Brings a window to the front, out of the dock too. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** No page may use the camera, the place, notifications or anything else a browser asks about, and none gets out. */
export function closeSession(session: Session, page: PageOrigin): void {
  session.setPermissionRequestHandler((_page, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isLocalRequest(url, page) }))
}
