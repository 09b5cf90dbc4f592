import type { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { builtPage } from './app/page-origin.ts'
import { closeSession, createWindow, showWindow } from './window.ts'

const { made } = vi.hoisted(() => ({ made: [] as FakeWindow[] }))

/** Takes the place of Electron's window: keeps what it was given, does nothing. */
interface FakeWindow {
  options: { webPreferences: Record<string, unknown>; title: string; show: boolean }
  webContents: EventEmitter
  openHandler: () => unknown
  loaded: string[]
  shown: string[]
}

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  class BrowserWindow extends EventEmitter {
    openHandler = () => ({ action: 'allow' })
    webContents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (handler: () => { action: string }) => {
        this.openHandler = handler
      },
    })
    loaded: string[] = []
    shown: string[] = []
    options: unknown
    constructor(options: unknown) {
      super()
      this.options = options
      made.push(this as unknown as FakeWindow)
    }
    async loadURL(url: string) {
      this.loaded.push(url)
    }
    show = () => this.shown.push('show')
    focus = () => this.shown.push('focus')
    restore = () => this.shown.push('restore')
    isMinimized = () => true
  }
  return { BrowserWindow, dialog: { showErrorBox: () => undefined } }
})

beforeEach(() => {
  made.length = 0
})

function open() {
  const window = createWindow(builtPage, true)
  const fake = made[0]
  if (fake === undefined) throw new Error('no window was made')
  return { window, fake }
}

test('the page is sandboxed and apart from Node', () => {
  expect(open().fake.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    preload: expect.stringMatching(/preload\/index\.cjs$/),
  })
})

test('the window is called Pixie, loads its own page and appears when there is something to see', () => {
  const { window, fake } = open()
  expect(fake.options).toMatchObject({ title: 'Pixie', show: false })
  expect(fake.loaded).toEqual(['app://pixie/'])
  expect(fake.shown).toEqual([])
  window.emit('ready-to-show')
  expect(fake.shown).toEqual(['show'])
})

test('a window brought to the front comes back from the dock', () => {
  const { window, fake } = open()
  showWindow(window)
  expect(fake.shown).toEqual(['restore', 'focus'])
})

test('whatever a page asks for is denied, and only its own files are let through', () => {
  const answers: unknown[] = []
  closeSession(
    {
      setPermissionRequestHandler: (
        handler: (page: null, name: string, answer: (a: boolean) => void) => void,
      ) => handler(null, 'media', (a) => answers.push(a)),
      setPermissionCheckHandler: (handler: () => boolean) => answers.push(handler()),
      setDevicePermissionHandler: (handler: () => boolean) => answers.push(handler()),
      webRequest: {
        onBeforeRequest: (
          handler: (asked: { url: string }, answer: (a: { cancel: boolean }) => void) => void,
        ) => {
          for (const url of ['app://pixie/assets/a.js', 'https://example.org/'])
            handler({ url }, ({ cancel }) => answers.push(!cancel))
        },
      },
      // Only these parts are used.
    } as unknown as Parameters<typeof closeSession>[0],
    builtPage,
  )
  expect(answers).toEqual([false, false, false, true, false])
})
