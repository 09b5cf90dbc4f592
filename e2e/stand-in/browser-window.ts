import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, WebContents } from 'electron'
import { app } from './app.ts'
import { LoudEmitter, preventable } from './loud-emitter.ts'
import { nativeTheme } from './native-theme.ts'
import { workArea } from './screen.ts'
import { asElectron, type Surface } from './surface.ts'
import { StandInWebContents } from './web-contents.ts'

const events = [
  'blur',
  'close',
  'closed',
  'enter-full-screen',
  'focus',
  'hide',
  'leave-full-screen',
  'maximize',
  'minimize',
  'move',
  'moved',
  'page-title-updated',
  'ready-to-show',
  'resize',
  'resized',
  'responsive',
  'restore',
  'session-end',
  'query-session-end',
  'show',
  'unmaximize',
  'unresponsive',
]

const all: StandInBrowserWindow[] = []
let lastId = 0
const defaultSize = { width: 800, height: 600 }

type State = 'normal' | 'maximized' | 'minimized' | 'full-screen'

/** Has no frame of the desktop's around it: its bounds are those of its content. */
class StandInBrowserWindow extends LoudEmitter implements Surface<BrowserWindow> {
  readonly id: number
  /** For the stand-in: what it was made with. */
  readonly options: BrowserWindowConstructorOptions
  private readonly contents: StandInWebContents
  private bounds: Rectangle
  private normalBounds: Rectangle
  private least: readonly [number, number]
  private state: State = 'normal'
  private isShown = false
  private isGone = false
  private caption: string
  menuBarVisible = true
  autoHideMenuBar = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super('browserWindow', events)
    lastId += 1
    this.id = lastId
    this.options = options
    this.caption = options.title ?? app.name
    this.least = [options.minWidth ?? 0, options.minHeight ?? 0]
    this.bounds = this.firstBounds(options)
    this.normalBounds = this.bounds
    this.contents = new StandInWebContents(options.webPreferences ?? {}, this.bounds, {
      close: () => this.close(),
      gone: () => this.gone(),
    })
    this.contents.once('did-finish-load', () => this.emit('ready-to-show'))
    all.push(this)
    app.emit('browser-window-created', {}, this)
    if (options.show !== false) this.show()
  }

  static getAllWindows(): StandInBrowserWindow[] {
    return [...all]
  }

  static getFocusedWindow(): StandInBrowserWindow | null {
    return all.find((window) => window.isFocused()) ?? null
  }

  static fromWebContents(contents: unknown): StandInBrowserWindow | null {
    return all.find((window) => window.contents === contents) ?? null
  }

  static fromId(id: number): StandInBrowserWindow | null {
    return all.find((window) => window.id === id) ?? null
  }

  get webContents(): WebContents {
    if (this.isGone) throw new TypeError('Object has been destroyed')
    return asElectron<WebContents>(this.contents)
  }

  loadURL(url: string): Promise<void> {
    return this.contents.loadURL(url)
  }

  show(): void {
    if (this.isShown) return
    this.isShown = true
    this.emit('show')
    this.focus()
  }

  showInactive(): void {
    this.isShown = true
    this.emit('show')
  }

  hide(): void {
    this.isShown = false
    this.emit('hide')
  }

  isVisible(): boolean {
    return this.isShown
  }

  focus(): void {
    if (focused === this) return
    focused?.blur()
    setFocused(this)
    this.contents.focus()
    this.emit('focus')
    app.emit('browser-window-focus', {}, this)
  }

  blur(): void {
    if (focused !== this) return
    focused = null
    this.emit('blur')
    app.emit('browser-window-blur', {}, this)
  }

  isFocused(): boolean {
    return focused === this
  }

  minimize(): void {
    this.change('minimized', 'minimize')
  }

  isMinimized(): boolean {
    return this.state === 'minimized'
  }

  restore(): void {
    this.change('normal', 'restore')
  }

  maximize(): void {
    this.change('maximized', 'maximize')
    this.place(workArea)
  }

  unmaximize(): void {
    this.change('normal', 'unmaximize')
    this.place(this.normalBounds)
  }

  isMaximized(): boolean {
    return this.state === 'maximized'
  }

  setFullScreen(isFull: boolean): void {
    if (isFull === this.isFullScreen()) return
    this.change(isFull ? 'full-screen' : 'normal', isFull ? 'enter-full-screen' : 'leave-full-screen')
    this.place(isFull ? workArea : this.normalBounds)
  }

  isFullScreen(): boolean {
    return this.state === 'full-screen'
  }

  isNormal(): boolean {
    return this.state === 'normal'
  }

  getBounds(): Rectangle {
    return { ...this.bounds }
  }

  getNormalBounds(): Rectangle {
    return { ...this.normalBounds }
  }

  getContentBounds(): Rectangle {
    return { ...this.bounds }
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.place({ ...this.bounds, ...bounds })
    if (this.state === 'normal') this.normalBounds = this.bounds
  }

  setContentBounds(bounds: Rectangle): void {
    this.setBounds(bounds)
  }

  getSize(): number[] {
    return [this.bounds.width, this.bounds.height]
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getContentSize(): number[] {
    return this.getSize()
  }

  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getPosition(): number[] {
    return [this.bounds.x, this.bounds.y]
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }

  center(): void {
    this.setBounds(centered(this.bounds))
  }

  getMinimumSize(): number[] {
    return [...this.least]
  }

  setMinimumSize(width: number, height: number): void {
    this.least = [width, height]
  }

  getTitle(): string {
    return this.caption
  }

  setTitle(title: string): void {
    this.caption = title
  }

  setBackgroundColor(_color: string): void {
    // The page covers it from its first frame on.
  }

  setMenuBarVisibility(isVisible: boolean): void {
    this.menuBarVisible = isVisible
  }

  setAutoHideMenuBar(hides: boolean): void {
    this.autoHideMenuBar = hides
  }

  close(): void {
    if (this.isGone) return
    const event = preventable({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy(): void {
    if (!this.isGone) this.contents.destroy()
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  private firstBounds(options: BrowserWindowConstructorOptions): Rectangle {
    const { width = defaultSize.width, height = defaultSize.height, x, y } = options
    const place = centered({ width, height })
    return this.atLeast({ ...place, x: x ?? place.x, y: y ?? place.y })
  }

  private atLeast(bounds: Rectangle): Rectangle {
    const [width, height] = this.least
    return { ...bounds, width: Math.max(width, bounds.width), height: Math.max(height, bounds.height) }
  }

  private change(state: State, event: string): void {
    if (state === this.state) return
    if (this.state === 'normal') this.normalBounds = this.bounds
    this.state = state
    this.emit(event)
  }

  private place(bounds: Rectangle): void {
    const before = this.bounds
    this.bounds = this.atLeast(bounds)
    const { width, height, x, y } = this.bounds
    if (width !== before.width || height !== before.height) {
      this.contents.resize({ width, height })
      this.emit('resize')
      this.emit('resized')
    }
    if (x !== before.x || y !== before.y) {
      this.emit('move')
      this.emit('moved')
    }
  }

  private gone(): void {
    this.isGone = true
    all.splice(all.indexOf(this), 1)
    if (focused === this) focused = null
    this.emit('closed')
    if (all.length === 0) app.windowsClosed()
  }
}

let focused: StandInBrowserWindow | null = null

function setFocused(window: StandInBrowserWindow): void {
  focused = window
}

function centered({ width, height }: { readonly width: number; readonly height: number }): Rectangle {
  const x = Math.max(0, Math.round((workArea.width - width) / 2))
  const y = Math.max(0, Math.round((workArea.height - height) / 2))
  return { x, y, width, height }
}

nativeTheme.on('updated', () => {
  for (const window of all) StandInWebContents.prototype.applyTheme.call(window.webContents)
})

app.setClosing({
  get isOpen() {
    return all.length > 0
  },
  async close() {
    for (const window of StandInBrowserWindow.getAllWindows()) {
      window.close()
      if (!window.isDestroyed()) return false
    }
    return true
  },
  destroy() {
    for (const window of StandInBrowserWindow.getAllWindows()) window.destroy()
  },
})

/** Playwright and specs know it under this name. */
export { StandInBrowserWindow as BrowserWindow }
