/** The app's start: builds what it needs, in order. No logic. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  Menu,
  nativeTheme,
  protocol,
  session,
  shell,
} from 'electron'
import { eventChannel } from '../shared/contract/channels.ts'
import { PixieError, toWireError } from '../shared/errors.ts'
import { createDesktop } from './app/desktop.ts'
import { createWindowEvents } from './app/events.ts'
import { launchOptions } from './app/launch-options.ts'
import { isOurPage, pageOrigin } from './app/page-origin.ts'
import { stayOnPage } from './app/stay.ts'
import { thisMachine } from './data-dir.ts'
import { allHandlers } from './ipc/all.ts'
import { fileBackground } from './ipc/files.ts'
import { createGate } from './ipc/gate.ts'
import { registerCalls } from './ipc/register.ts'
import { modelAccess } from './model/model-access.ts'
import { createPixie } from './pixie.ts'
import type { ProfileOptions } from './profile-options.ts'
import { createPageServer, pageScheme, schemePrivileges } from './protocol.ts'
import { applySettings } from './settings/apply-settings.ts'
import { ensureProfileFolder } from './store/private-files.ts'
import { closeSession, createWindow, showWindow } from './window.ts'

app.enableSandbox()
protocol.registerSchemesAsPrivileged([schemePrivileges])

try {
  const profile = await launchOptions(process.argv.slice(1), thisMachine())
  // Chromium's own files and its lock lie in the profile: one window a profile, several profiles side by side.
  app.setPath('userData', join(ensureProfileFolder(profile.dataDir), 'window'))
  // Electron is ready only after this module has run, so nothing here may wait for it.
  if (app.requestSingleInstanceLock())
    void app
      .whenReady()
      .then(() => start(profile))
      .catch(refuse)
  else app.quit()
} catch (error) {
  refuse(error)
}

/** Tells why Pixie does not start, and ends it. */
function refuse(error: unknown): void {
  const { message, hint } = toWireError(error)
  process.stderr.write(`pixie: ${error instanceof PixieError ? `${message}: ${hint}` : String(error)}\n`)
  dialog.showErrorBox('Pixie cannot start', `${message}\n\n${hint}`)
  app.exit(1)
}

function start(profile: ProfileOptions): void {
  const page = pageOrigin(app.isPackaged, process.env.ELECTRON_RENDERER_URL)
  const checkContract = !app.isPackaged
  const stop = new AbortController()
  const say = (line: string) => void process.stderr.write(`pixie: ${line}\n`)
  const pixie = createPixie({
    ...profile,
    models: modelAccess({ signal: stop.signal, onNote: say, inApp: true }),
    command: 'Pixie',
    onNotice: say,
  })
  protocol.handle(pageScheme, createPageServer(fileURLToPath(new URL('../renderer/', import.meta.url))))
  closeSession(session.defaultSession, page)
  app.on('web-contents-created', (_event, contents) => stayOnPage(contents, page))

  let window: BrowserWindow | null = null
  const events = createWindowEvents({
    send(frame) {
      if (window !== null && !window.isDestroyed()) window.webContents.send(eventChannel, frame)
    },
    checkPayloads: checkContract,
  })
  const open = () => {
    if (window !== null && !window.isDestroyed()) return showWindow(window)
    window = createWindow(page, app.isPackaged)
    window.webContents.on('did-start-loading', () => events.hold())
    window.webContents.on('dom-ready', () => desktop.setZoom(pixie.settings.get('zoom')))
    window.on('closed', () => {
      window = null
      events.hold()
    })
  }
  const desktop = createDesktop({
    dialog,
    shell,
    clipboard,
    nativeTheme,
    globalShortcut,
    platform: process.platform,
    popup(items) {
      if (window !== null) Menu.buildFromTemplate(items).popup({ window })
    },
    show: open,
    window: () => window,
  })
  applySettings(pixie.settings, desktop)
  const gate = createGate(
    allHandlers({ pixie, desktop, publish: events.publish, onWindowReady: events.open }),
    {
      checkResults: checkContract,
      explain: pixie.explain,
      onBug: (error) => say(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    },
  )
  registerCalls(gate, {
    isOurPage: (url) => isOurPage(url, page),
    isOurWindow: (sender) => sender === window?.webContents,
  })
  const lookForNewFiles = () => fileBackground({ pixie, publish: events.publish }).refresh()
  app.on('browser-window-focus', lookForNewFiles)
  app.on('second-instance', open)
  app.on('activate', open)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    stop.abort()
    void pixie.close().finally(() => app.exit(0))
  })
  open()
  lookForNewFiles()
}
