/** What `import … from 'electron'` gives the app. */
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { clipboard } from './clipboard.ts'
import { dialog } from './dialog.ts'
import { loud } from './failure.ts'
import { globalShortcut } from './global-shortcut.ts'
import { ipcMain } from './ipc-main.ts'
import { Menu, MenuItem } from './menu.ts'
import { nativeTheme } from './native-theme.ts'
import { powerMonitor } from './power-monitor.ts'
import { protocol } from './protocol.ts'
import { screen } from './screen.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { utilityProcess } from './utility-process.ts'
import { webContents } from './web-contents-list.ts'

export const electron = loud('electron', {
  app,
  BrowserWindow: loud('BrowserWindow', BrowserWindow),
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu: loud('Menu', Menu),
  MenuItem,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  utilityProcess: loud('utilityProcess', utilityProcess),
  webContents: loud('webContents', webContents),
})
