import { fileURLToPath } from 'node:url'
import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'
import { type Rectangle, smallestWindow } from './app/window-state.ts'

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
  plugins: false,
}

/** The page's own ground (`--bg` of its tokens), so that no other colour flashes before its first frame. */
const ground = { light: '#fbfaf8', dark: '#1b1a18' } as const

export interface WindowLook {
  readonly bounds: Rectangle
  readonly isDark: boolean
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
}

/** The app's window, with a sandboxed page. It is hidden and empty until it is told otherwise. */
export function createWindow({ bounds, isDark, platform, isPackaged }: WindowLook): BrowserWindow {
  const isMac = platform === 'darwin'
  return new BrowserWindow({
    title: 'Pixie',
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    backgroundColor: isDark ? ground.dark : ground.light,
    titleBarStyle: isMac ? 'hiddenInset' : 'default',
    // The menu is in the page's palette and keys too; Alt shows it.
    autoHideMenuBar: true,
    webPreferences: {
      ...webPreferences,
      devTools: !isPackaged,
      // Elsewhere than on a Mac the dictionaries would come from the network.
      spellcheck: isMac,
    },
  })
}
