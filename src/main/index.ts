/** The app's start: builds what it needs, in order. No logic. */
import { app, BrowserWindow, session } from 'electron'
import { createWindow, denyEverythingAsked, showWindow } from './window.ts'

app.enableSandbox()

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', () => showWindow(BrowserWindow.getAllWindows()[0] ?? createWindow()))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  await app.whenReady()
  denyEverythingAsked(session.defaultSession)
  createWindow()
  app.on('activate', () => showWindow(BrowserWindow.getAllWindows()[0] ?? createWindow()))
} else {
  app.quit()
}
