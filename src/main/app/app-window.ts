/** The one window of a profile: opened, kept in its place, brought back when its page breaks. */
import type { BrowserWindow } from 'electron'
import type { EventFrame } from '../../shared/contract/bridge.ts'
import { eventChannel } from '../../shared/contract/channels.ts'
import type { PageOrigin } from './page-origin.ts'
import {
  placeWindow,
  type Rectangle,
  readWindowState,
  type WindowState,
  writeWindowState,
} from './window-state.ts'

export interface AppWindow {
  /** Brings the window to the front, opening it when there is none. */
  show(): void
  /** Null while there is none. */
  current(): BrowserWindow | null
  /** Hands an event to the page; without a window nothing happens. */
  send(frame: EventFrame): void
  /** True when its page has nothing to hand over any more: it has, or there is no window. */
  isHandedOver(): boolean
  /** Asks its page for what it holds back; then the window may close. Also when nothing comes of it. */
  handOver(): Promise<void>
  /** Ends it without asking its page, which may hang. */
  destroy(): void
}

export interface AppWindowParts {
  create(bounds: Rectangle): BrowserWindow
  /** Work areas, the primary screen's first. */
  screens(): readonly Rectangle[]
  readonly stateFile: string
  readonly page: PageOrigin
  /** Another page took the place of the one before, or it is gone: nobody listens yet. */
  onPageGone(): void
  /** A page can be drawn to: before its first frame. */
  onPage(window: BrowserWindow): void
  /** When it changes, and for a page that is loaded while it is so. */
  onFullScreen(isFullScreen: boolean): void
  /** Asks the page for what main does not have yet. Never rejects, and takes a moment at most. */
  askPage(): Promise<void>
  /** The page broke more often than a fresh start can cure. */
  onHopeless(what: string): void
  now(): number
}

/** A page that breaks again this often within the span is not loaded again. */
const mostCrashes = 3
const crashSpanMs = 60_000
const saveAfterMs = 400

export function createAppWindow(parts: AppWindowParts): AppWindow {
  let window: BrowserWindow | null = null
  let mayClose = false
  let crashes: number[] = []

  const load = (opened: BrowserWindow) => {
    opened.loadURL(parts.page.start).catch((error: unknown) => {
      // Closing a window while it loads is no failure.
      if (!opened.isDestroyed()) parts.onHopeless(`The page cannot be loaded: ${String(error)}`)
    })
  }

  const onCrash = (opened: BrowserWindow, reason: string) => {
    parts.onPageGone()
    if (reason === 'clean-exit' || opened.isDestroyed()) return
    crashes = [...crashes.filter((at) => at > parts.now() - crashSpanMs), parts.now()]
    if (crashes.length > mostCrashes) parts.onHopeless(`The page breaks again and again (${reason}).`)
    else load(opened)
  }

  const handOver = async () => {
    const asked = window
    if (asked === null || mayClose) return
    await parts.askPage()
    if (window === asked) mayClose = true
  }

  const open = (): BrowserWindow => {
    mayClose = false
    const state = readWindowState(parts.stateFile)
    const opened = parts.create(placeWindow(state.bounds, parts.screens()))
    opened.once('ready-to-show', () => {
      if (state.isMaximized) opened.maximize()
      if (state.isFullScreen) opened.setFullScreen(true)
      opened.show()
    })
    keepState(opened, parts.stateFile)
    // Not `did-start-loading`: that also comes for a frame inside, and for a navigation that is then refused.
    opened.webContents.on('did-navigate', () => parts.onPageGone())
    opened.webContents.on('dom-ready', () => {
      parts.onPage(opened)
      if (opened.isFullScreen()) parts.onFullScreen(true)
    })
    opened.on('enter-full-screen', () => parts.onFullScreen(true))
    opened.on('leave-full-screen', () => parts.onFullScreen(false))
    opened.webContents.on('render-process-gone', (_event, { reason }) => onCrash(opened, reason))
    opened.on('close', (event) => {
      if (mayClose) return
      event.preventDefault()
      void handOver().then(() => {
        if (!opened.isDestroyed()) opened.close()
      })
    })
    opened.on('closed', () => {
      window = null
      parts.onPageGone()
    })
    load(opened)
    return opened
  }

  return {
    show() {
      if (window === null) window = open()
      else {
        if (window.isMinimized()) window.restore()
        window.show()
        window.focus()
      }
    },
    current: () => window,
    send(frame) {
      if (window !== null && !window.isDestroyed()) window.webContents.send(eventChannel, frame)
    },
    isHandedOver: () => window === null || mayClose,
    handOver,
    destroy() {
      window?.destroy()
    },
  }
}

/** Written a moment after the last change, and when it closes. */
function keepState(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | null = null
  const save = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writeWindowState(file, stateOf(window))
  }
  const saveSoon = () => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(save, saveAfterMs)
  }
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('maximize', saveSoon)
  window.on('unmaximize', saveSoon)
  window.on('enter-full-screen', saveSoon)
  window.on('leave-full-screen', saveSoon)
  window.on('close', save)
  window.on('closed', () => {
    if (timer !== null) clearTimeout(timer)
  })
}

function stateOf(window: BrowserWindow): WindowState {
  const { x, y, width, height } = window.getNormalBounds()
  return {
    bounds: { x, y, width, height },
    isMaximized: window.isMaximized(),
    isFullScreen: window.isFullScreen(),
  }
}
