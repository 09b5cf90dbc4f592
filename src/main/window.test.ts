import type { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { createWindow, denyEverythingAsked, showWindow } from './window.ts'

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
    async loadFile(file: string) {
      this.loaded.push(file)
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
  const window = createWindow()
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
  expect(fake.loaded).toEqual([expect.stringMatching(/renderer\/index\.html$/)])
  expect(fake.shown).toEqual([])
  window.emit('ready-to-show')
  expect(fake.shown).toEqual(['show'])
})

test.each(['will-navigate', 'will-attach-webview'])('%s is prevented', (name) => {
  const { fake } = open()
  let prevented = 0
  fake.webContents.emit(name, { preventDefault: () => (prevented += 1) })
  expect(prevented).toBe(1)
})

test('the page opens no other window', () => {
  expect(open().fake.openHandler()).toEqual({ action: 'deny' })
})

test('a window brought to the front comes back from the dock', () => {
  const { window, fake } = open()
  showWindow(window)
  expect(fake.shown).toEqual(['restore', 'focus'])
})

test('whatever a page asks for is denied', () => {
  const answers: unknown[] = []
  denyEverythingAsked({
    setPermissionRequestHandler: (
      handler: (page: null, name: string, answer: (a: boolean) => void) => void,
    ) => handler(null, 'media', (a) => answers.push(a)),
    setPermissionCheckHandler: (handler: () => boolean) => answers.push(handler()),
    // Only the two setters are used.
  } as unknown as Parameters<typeof denyEverythingAsked>[0])
  expect(answers).toEqual([false, false])
})
