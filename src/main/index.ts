/** The app's start: builds what it needs, in order. No logic. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  app,
  clipboard,
  dialog,
  globalShortcut,
  Menu,
  nativeTheme,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron'
import { topicNames } from '../shared/contract/app.ts'
import { PixieError, toWireError } from '../shared/errors.ts'
import { createAppWindow } from './app/app-window.ts'
import { createDesktop } from './app/desktop.ts'
import { createWindowEvents } from './app/events.ts'
import { createHandOver } from './app/hand-over.ts'
import { launchOptions } from './app/launch-options.ts'
import { appModels } from './app/models.ts'
import { guardNetwork } from './app/network-guard.ts'
import { isOurPage, pageOrigin } from './app/page-origin.ts'
import { parserProcessStarter } from './app/parser-process.ts'
import { closeSession, keepChromiumOffline } from './app/session-policy.ts'
import { createShutdown } from './app/shutdown.ts'
import { stayOnPage } from './app/stay.ts'
import { thisMachine } from './data-dir.ts'
import { allHandlers } from './ipc/all.ts'
import { fileBackground } from './ipc/files.ts'
import { createGate } from './ipc/gate.ts'
import { registerCalls } from './ipc/register.ts'
import { menuTemplate } from './menu.ts'
import { createPixie } from './pixie.ts'
import type { ProfileOptions } from './profile-options.ts'
import { createPageServer, pageScheme, schemePrivileges } from './protocol.ts'
import { applySettings } from './settings/apply-settings.ts'
import { watchOutsideChanges } from './store/outside-changes.ts'
import { ensureProfileFolder } from './store/private-files.ts'
import { version } from './version.ts'
import { createWindow } from './window.ts'

const { isPackaged } = app
const { platform } = process
const page = pageOrigin(isPackaged, process.env.ELECTRON_RENDERER_URL)

guardNetwork()
app.enableSandbox()
keepChromiumOffline(app.commandLine, page)
protocol.registerSchemesAsPrivileged([schemePrivileges])
app.on('web-contents-created', (_event, contents) => stayOnPage(contents, page))
process.on('uncaughtException', report)
process.on('unhandledRejection', report)

try {
  const profile = await launchOptions(process.argv.slice(1), thisMachine())
  // Chromium's own files and its lock lie in the profile: one window a profile, several profiles side by side.
  app.setPath('userData', join(ensureProfileFolder(profile.dataDir), 'window'))
  // Electron is ready only after this module has run, so nothing here may wait for it.
  if (app.requestSingleInstanceLock())
    app
      .whenReady()
      .then(() => start(profile), refuse)
      .catch(refuse)
  else app.quit()
} catch (error) {
  refuse(error)
}

function say(line: string): void {
  process.stderr.write(`pixie: ${line}\n`)
}

/** A mistake of Pixie's own that nobody caught: what goes on, goes on. */
function report(error: unknown): void {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

/** Tells why Pixie does not start, and ends it. */
function refuse(error: unknown): void {
  if (!(error instanceof PixieError)) report(error)
  const { message, hint } = toWireError(error)
  say(`${message}: ${hint}`)
  dialog.showErrorBox('Pixie cannot start', `${message}\n\n${hint}`)
  app.exit(1)
}

async function start(profile: ProfileOptions): Promise<void> {
  const stop = new AbortController()
  const models = await appModels({
    isPackaged,
    script: process.env.PIXIE_ENGINE_SCRIPT,
    signal: stop.signal,
    onNote: say,
  })
  const notices: string[] = []
  const pixie = createPixie({
    ...profile,
    models,
    hasThreads: true,
    startParsers: parserProcessStarter(utilityProcess.fork),
    command: 'Pixie',
    onNotice: (line) => notices.push(line),
  })
  // Without a word, a profile that was damaged would look like one that was emptied.
  for (const line of notices) {
    say(line)
    dialog.showErrorBox('Pixie set a file aside', line)
  }
  const shutdown = createShutdown({
    stop: () => stop.abort(),
    close: () => pixie.close(),
    force: () => pixie.store.close(),
    onProblem: report,
  })
  const quitForGood = () => {
    shutdown.begin()
    void shutdown.finish().then(() => app.exit(0))
  }

  protocol.handle(pageScheme, createPageServer(fileURLToPath(new URL('../renderer/', import.meta.url))))
  await closeSession(session.defaultSession, page, platform)

  const events = createWindowEvents({ send: (frame) => window.send(frame), checkPayloads: !isPackaged })
  const handOver = createHandOver(events)
  const window = createAppWindow({
    create: (bounds) =>
      createWindow({ bounds, isDark: nativeTheme.shouldUseDarkColors, platform, isPackaged }),
    screens: () => [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea),
    stateFile: join(app.getPath('userData'), 'state.json'),
    page,
    onPageGone: events.hold,
    askPage: handOver.ask,
    onPage: () => desktop.setZoom(pixie.settings.get('zoom')),
    onFullScreen: (isFullScreen) => events.publish('app.full-screen', { isFullScreen }),
    onHopeless(what) {
      dialog.showErrorBox('Pixie cannot show its window', `${what}\n\nStart Pixie again.`)
      app.quit()
    },
    now: Date.now,
  })
  const desktop = createDesktop({
    dialog,
    shell,
    clipboard,
    nativeTheme,
    globalShortcut,
    platform,
    popup(items) {
      const current = window.current()
      if (current !== null) Menu.buildFromTemplate(items).popup({ window: current })
    },
    show: window.show,
    window: window.current,
  })
  const services = {
    pixie,
    desktop,
    publish: events.publish,
    onWindowReady: events.open,
    onHandedOver: handOver.answered,
  }
  const gate = createGate(allHandlers(services), {
    checkResults: !isPackaged,
    explain: pixie.explain,
    onBug: report,
    ownFolders: [pixie.store.dataDir],
  })
  registerCalls(gate, {
    isOurPage: (url) => isOurPage(url, page),
    isOurWindow: (sender) => sender === window.current()?.webContents,
  })
  const files = fileBackground(services)
  const outside = watchOutsideChanges(pixie.store.pixie, () =>
    events.publish('app.changed', { topics: [...topicNames] }),
  )

  app.setAboutPanelOptions({ applicationName: 'Pixie', applicationVersion: version })
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform,
        isPackaged,
        run(command) {
          window.show()
          events.publish('app.command', { command })
        },
      }),
    ),
  )
  applySettings(pixie.settings, desktop)

  app.on('browser-window-focus', () => {
    files.refresh()
    outside.look()
    // Calendars look at their files whenever they are read.
    events.publish('app.changed', { topics: ['calendar'] })
  })
  app.on('second-instance', window.show)
  app.on('activate', window.show)
  app.on('open-file', (event) => {
    event.preventDefault()
    window.show()
  })
  app.on('open-url', (event) => event.preventDefault())
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit()
  })
  app.on('before-quit', (event) => {
    shutdown.begin()
    setTimeout(window.destroy, 1000)
    if (window.isHandedOver()) return
    // A window that refuses to close would end the quitting: it is asked for before that begins.
    event.preventDefault()
    void window.handOver().then(() => app.quit())
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    globalShortcut.unregisterAll()
    quitForGood()
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit())

  window.show()
  files.refresh()
}
