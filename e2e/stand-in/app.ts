import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { App, CommandLine } from 'electron'
import { chromiumSwitches, closeBrowser, setSwitch } from './browser.ts'
import { fail, loud } from './failure.ts'
import { hasLock, releaseLock, takeLock } from './instance-lock.ts'
import { LoudEmitter, preventable } from './loud-emitter.ts'
import { asElectron, type Surface } from './surface.ts'

const events = [
  'activate',
  'before-quit',
  'browser-window-blur',
  'browser-window-created',
  'browser-window-focus',
  'child-process-gone',
  'open-file',
  'open-url',
  'quit',
  'ready',
  'render-process-gone',
  'second-instance',
  'session-created',
  'web-contents-created',
  'will-finish-launching',
  'will-quit',
  'window-all-closed',
]

type PathName = Parameters<App['getPath']>[0]

/** What closes before the app quits. `close` is false when something on the way said no. */
interface Closing {
  readonly isOpen: boolean
  close(): Promise<boolean>
  destroy(): void
}

class StandInApp extends LoudEmitter implements Surface<App> {
  readonly isPackaged = false
  readonly commandLine = asElectron<CommandLine>(loud('app.commandLine', commandLine()))
  /** Undefined where there is no dock, as in Electron. */
  readonly dock = undefined
  applicationMenu = null
  name = 'Electron'
  userAgentFallback = ''
  accessibilitySupportEnabled = false
  private version = '0.0.0'
  private appPath = ''
  private readonly paths = new Map<string, string>()
  private readonly becomeReady = Promise.withResolvers<void>()
  private isNowReady = false
  private isQuitting = false
  private isSandboxed = false
  private closing: Closing | null = null
  private asked: (() => void) | null = null
  readonly aboutPanels: unknown[] = []

  constructor() {
    super('app', events)
  }

  /** For the stand-in: what package.json says, and where it lies. */
  describe(about: { readonly name: string; readonly version: string; readonly folder: string }): void {
    this.name = about.name
    this.version = about.version
    this.appPath = about.folder
  }

  /** For the stand-in: what has to be closed before the app quits. */
  setClosing(closing: Closing): void {
    this.closing = closing
  }

  /** For the stand-in: calls `start` when somebody first waits for `ready`; gives back how to get at what it gave. */
  onAskedWhenReady<T>(start: () => T): () => T | undefined {
    let started: T | undefined
    this.asked = () => {
      started ??= start()
    }
    return () => started
  }

  /** For the stand-in: Chromium runs and the app's first module has run. */
  start(): void {
    this.isNowReady = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
    this.becomeReady.resolve()
  }

  /** For the stand-in: the last window has gone. */
  windowsClosed(): void {
    if (this.isQuitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }

  getName(): string {
    return this.name
  }

  setName(name: string): void {
    this.name = name
  }

  getVersion(): string {
    return this.version
  }

  getAppPath(): string {
    return this.appPath
  }

  getLocale(): string {
    return 'en-US'
  }

  getSystemLocale(): string {
    return 'en-US'
  }

  getPreferredSystemLanguages(): string[] {
    return ['en-US']
  }

  getPath(name: PathName): string {
    const set = this.paths.get(name)
    if (set !== undefined) return set
    const home = homedir()
    const appData = process.env.XDG_CONFIG_HOME ?? join(home, '.config')
    const known: Partial<Record<PathName, string>> = {
      home,
      appData,
      userData: join(this.paths.get('appData') ?? appData, this.name),
      temp: tmpdir(),
      exe: process.env.PIXIE_STAND_IN ?? process.execPath,
      desktop: join(home, 'Desktop'),
      documents: join(home, 'Documents'),
      downloads: join(home, 'Downloads'),
    }
    if (name === 'sessionData') return this.getPath('userData')
    if (name === 'crashDumps') return join(this.getPath('userData'), 'Crashpad')
    if (name === 'logs') return join(this.getPath('userData'), 'logs')
    return known[name] ?? fail(`app.getPath('${name}') is not implemented`)
  }

  setPath(name: string, path: string): void {
    mkdirSync(dirname(path), { recursive: true })
    this.paths.set(name, path)
  }

  isReady(): boolean {
    return this.isNowReady
  }

  whenReady(): Promise<void> {
    if (!this.isNowReady) this.asked?.()
    return this.becomeReady.promise
  }

  enableSandbox(): void {
    if (this.isNowReady) fail('app.enableSandbox() after the app was ready')
    this.isSandboxed = true
  }

  /** For the stand-in: whether every page is in the sandbox, whatever its window says. */
  get isSandboxEnabled(): boolean {
    return this.isSandboxed
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    const start = {
      argv: process.argv,
      workingDirectory: process.cwd(),
      additionalData: additionalData ?? null,
    }
    return takeLock(this.getPath('userData'), start, ({ argv, workingDirectory, additionalData: data }) =>
      this.emit('second-instance', {}, argv, workingDirectory, data),
    )
  }

  hasSingleInstanceLock(): boolean {
    return hasLock()
  }

  releaseSingleInstanceLock(): void {
    releaseLock(this.getPath('userData'))
  }

  setAppUserModelId(_id: string): void {
    // Of Windows alone.
  }

  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    this.aboutPanels.push(options)
  }

  focus(): void {
    // There is no other program.
  }

  quit(): void {
    void this.quitInOrder()
  }

  exit(code = 0): void {
    this.isQuitting = true
    this.closing?.destroy()
    this.leave(code)
  }

  private async quitInOrder(): Promise<void> {
    const before = preventable({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    this.isQuitting = true
    if (this.closing?.isOpen === true && !(await this.closing.close())) {
      this.isQuitting = false
      return
    }
    const will = preventable({})
    this.emit('will-quit', will)
    this.isQuitting = false
    if (!will.defaultPrevented) this.leave(0)
  }

  private leave(code: number): void {
    this.emit('quit', {}, code)
    releaseLock(this.getPath('userData'))
    void closeBrowser().then(() => process.exit(process.exitCode ?? code))
  }
}

function commandLine(): Surface<CommandLine> {
  return {
    appendSwitch: (name, value = '') => setSwitch(name, value),
    removeSwitch: (name) => setSwitch(name, null),
    hasSwitch: (name) => chromiumSwitches.has(name) || process.argv.some((arg) => arg === `--${name}`),
    getSwitchValue: (name) => chromiumSwitches.get(name) ?? '',
  }
}

export const app = new StandInApp()
