import type { WebContents, WebFrameMain, WebPreferences } from 'electron'
import { app } from './app.ts'
import { cdp, chromiumSwitches } from './browser.ts'
import type { CdpEvents, Session } from './cdp.ts'
import { report } from './failure.ts'
import { ipcMain } from './ipc-main.ts'
import { LoudEmitter, preventable } from './loud-emitter.ts'
import { press } from './menu.ts'
import { emulateTheme } from './native-theme.ts'
import { watchRequests } from './page-requests.ts'
import { tellPermissions } from './permissions.ts'
import { createPreloadWorld, type PreloadWorld } from './preload-world.ts'
import { fromChromium, toChromium } from './protocol.ts'
import { defaultSession } from './session.ts'
import { asElectron, type Surface } from './surface.ts'
import { openContents } from './web-contents-list.ts'
import { createFrame } from './web-frame.ts'
import { type OpenHandler, watchOpening } from './window-open.ts'
import type { FromPreload } from './worlds/preload.ts'

const events = [
  'before-input-event',
  'blur',
  'console-message',
  'context-menu',
  'destroyed',
  'did-fail-load',
  'did-finish-load',
  'did-navigate',
  'did-start-loading',
  'did-start-navigation',
  'did-stop-loading',
  'dom-ready',
  'focus',
  'ipc-message',
  'preload-error',
  'render-process-gone',
  'responsive',
  'unresponsive',
  'will-attach-webview',
  'will-frame-navigate',
  'will-navigate',
  'will-prevent-unload',
  'will-redirect',
]

let lastId = 0
/** Exit code that Chromium gives a renderer that was made to crash. */
const crashCode = 5

interface Size {
  readonly width: number
  readonly height: number
}

/** What the window around a page does for it. */
interface Around {
  close(): void
  /** The page is gone. */
  gone(): void
}

export class StandInWebContents extends LoudEmitter implements Surface<WebContents> {
  readonly id: number
  readonly session = asElectron<Electron.Session>(defaultSession)
  readonly hostWebContents = asElectron<WebContents>(null as never) // null in Electron too; its type says otherwise
  readonly mainFrame: WebFrameMain
  /** Becomes what commands are sent to. */
  readonly page: Promise<Session>
  private readonly preferences: WebPreferences
  private readonly around: Around
  private targetId = ''
  private url = ''
  private expected: string | null = null
  private world: PreloadWorld | null = null
  private openHandler: OpenHandler | null = null
  private zoom = 1
  private size: Size
  private isGone = false
  private hasCrashed = false
  private isBusy = false

  constructor(preferences: WebPreferences, size: Size, around: Around) {
    super('webContents', events)
    lastId += 1
    this.id = lastId
    this.preferences = preferences
    this.size = size
    this.around = around
    this.mainFrame = createFrame(this)
    openContents.set(this.id, this)
    this.page = this.open(size)
    this.page.catch((error: unknown) => report(`a window could not be made: ${String(error)}`))
    app.emit('web-contents-created', {}, this)
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.page
    this.expected = url
    const target = toChromium(url)
    await tellPermissions(target, asElectron<WebContents>(this))
    const finished = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()))
    const { errorText } = await page.send('Page.navigate', { url: target })
    if (errorText === undefined) return finished
    this.emit('did-fail-load', {}, -2, errorText, url, true)
    throw Object.assign(new Error(`${errorText} loading '${url}'`), { code: errorText, url })
  }

  reload(): void {
    void this.loadURL(this.url).catch((error: unknown) => report(`reload: ${String(error)}`))
  }

  getURL(): string {
    return this.url
  }

  getTitle(): string {
    return app.name
  }

  getType(): 'window' {
    return 'window'
  }

  getLastWebPreferences(): WebPreferences {
    return this.preferences
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  isCrashed(): boolean {
    return this.hasCrashed
  }

  isLoading(): boolean {
    return this.isBusy
  }

  focus(): void {
    this.command((page) => page.send('Page.bringToFront'))
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.isGone) throw new TypeError('Object has been destroyed')
    this.world?.tell({ kind: 'event', channel, args })
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }

  /** Chromium has it as a switch only, for all pages alike. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    if (chromiumSwitches.get('webrtc-ip-handling-policy') !== policy)
      report(`webContents.setWebRTCIPHandlingPolicy(${policy}) without the switch for it is not implemented`)
  }

  close(): void {
    this.around.close()
  }

  forcefullyCrashRenderer(): void {
    // Never answered by a renderer that is gone.
    void this.page.then((page) => page.send('Page.crash')).catch(() => {})
  }

  get zoomFactor(): number {
    return this.zoom
  }

  set zoomFactor(factor: number) {
    this.zoom = factor
    this.resize(this.size)
  }

  get zoomLevel(): number {
    return Math.log(this.zoom) / Math.log(1.2)
  }

  set zoomLevel(level: number) {
    this.zoomFactor = 1.2 ** level
  }

  getZoomFactor(): number {
    return this.zoomFactor
  }

  setZoomFactor(factor: number): void {
    this.zoomFactor = factor
  }

  getZoomLevel(): number {
    return this.zoomLevel
  }

  setZoomLevel(level: number): void {
    this.zoomLevel = level
  }

  undo(): void {
    this.edit('Undo')
  }

  redo(): void {
    this.edit('Redo')
  }

  cut(): void {
    this.edit('Cut')
  }

  copy(): void {
    this.edit('Copy')
  }

  paste(): void {
    this.edit('Paste')
  }

  delete(): void {
    this.edit('Delete')
  }

  selectAll(): void {
    this.edit('SelectAll')
  }

  /** For the stand-in: which target of Chromium's this is. */
  get devToolsTargetId(): string {
    return this.targetId
  }

  /** For the stand-in: the room for the page, in points of the screen. */
  resize(size: Size): void {
    this.size = size
    this.command((page) => page.send('Emulation.setDeviceMetricsOverride', this.metrics()))
  }

  /** For the stand-in: the colours of the theme now. */
  applyTheme(): void {
    this.command(emulateTheme)
  }

  /** For the stand-in: ends the page without asking anybody. */
  destroy(): void {
    if (this.isGone) return
    this.isGone = true
    openContents.delete(this.id)
    void this.page.then(() => cdp().send('Target.closeTarget', { targetId: this.targetId })).catch(() => {})
    this.emit('destroyed')
    this.around.gone()
  }

  private edit(command: string): void {
    this.command((page) => page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] }))
  }

  private command(run: (page: Session) => Promise<unknown>): void {
    void this.page.then(run).catch((error: unknown) => {
      if (!this.isGone && !this.hasCrashed) report(String(error))
    })
  }

  private metrics() {
    const { width, height } = this.size
    const scaled = (points: number) => Math.round(points / this.zoom)
    return { width: scaled(width), height: scaled(height), deviceScaleFactor: this.zoom, mobile: false }
  }

  private async open(size: Size): Promise<Session> {
    const { targetId } = await cdp().send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...size,
    })
    this.targetId = targetId
    const { sessionId } = await cdp().send('Target.attachToTarget', { targetId, flatten: true })
    const page = cdp().session(sessionId)
    page.listen((method, params) => this.happened(method, params))
    await page.send('Page.enable')
    await page.send('Inspector.enable')
    await page.send('Emulation.setDeviceMetricsOverride', this.metrics())
    await watchRequests(page, {
      webContentsId: this.id,
      mayNavigate: (url, frameId) => this.mayNavigate(url, frameId),
    })
    this.world = await createPreloadWorld(page, this.preferences.preload, (message) => this.heard(message))
    await watchOpening(page, () => this.openHandler)
    await emulateTheme(page)
    return page
  }

  private mayNavigate(url: string, frameId: string): boolean {
    const isMainFrame = frameId === this.targetId
    if (isMainFrame && (url === this.expected || url === this.url)) {
      this.expected = null
      return true
    }
    const details = {
      url,
      isMainFrame,
      isSameDocument: false,
      frame: this.mainFrame,
      initiator: this.mainFrame,
    }
    const event = preventable(details)
    this.emit('will-frame-navigate', event)
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event, url)
    return !event.defaultPrevented
  }

  private happened(method: string, params: never): void {
    switch (method) {
      case 'Page.frameStartedLoading':
        if ((params as CdpEvents['Page.frameStartedLoading']).frameId !== this.targetId) return
        this.isBusy = true
        this.emit('did-start-loading')
        return
      case 'Page.frameNavigated':
        this.navigated(params)
        return
      case 'Page.domContentEventFired':
        this.emit('dom-ready', {})
        return
      case 'Page.loadEventFired':
        this.isBusy = false
        this.emit('did-finish-load')
        this.emit('did-stop-loading')
        this.applyTheme()
        return
      case 'Inspector.targetCrashed':
        this.crashed()
        return
      case 'Inspector.detached':
        this.destroy()
        return
    }
  }

  private navigated({ frame }: CdpEvents['Page.frameNavigated']): void {
    if (frame.parentId !== undefined) return
    this.hasCrashed = false
    this.url = fromChromium(frame.url)
    if (this.url !== 'about:blank') this.emit('did-navigate', {}, this.url, 200, 'OK')
  }

  private crashed(): void {
    this.hasCrashed = true
    const details = { reason: 'crashed', exitCode: crashCode }
    this.emit('render-process-gone', {}, details)
    app.emit('render-process-gone', {}, this, details)
  }

  private heard(message: FromPreload): void {
    const event = { sender: this, senderFrame: this.mainFrame, frameId: 1, processId: this.id }
    switch (message.kind) {
      case 'invoke':
        void this.answer(message, asElectron<Electron.IpcMainInvokeEvent>(event))
        return
      case 'send':
        ipcMain.hear(message.channel, asElectron<Electron.IpcMainEvent>(event), message.args)
        return
      case 'key':
        press(message.accelerator)
        return
      case 'missing':
        report(`${message.name} is not implemented`)
        return
      case 'error':
        this.emit('preload-error', {}, this.preferences.preload, new Error(message.message))
        report(`the preload script failed: ${message.message}`)
        return
      case 'files':
        return
    }
  }

  private async answer(
    { id, channel, args }: Extract<FromPreload, { kind: 'invoke' }>,
    event: Electron.IpcMainInvokeEvent,
  ): Promise<void> {
    try {
      const value = await ipcMain.answer(channel, event, args)
      this.world?.tell({ kind: 'answer', id, ok: true, value })
    } catch (error) {
      this.world?.tell({
        kind: 'answer',
        id,
        ok: false,
        value: error instanceof Error ? error.message : error,
      })
    }
  }
}
