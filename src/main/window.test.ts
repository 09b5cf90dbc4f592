import { beforeEach, expect, test, vi } from 'vitest'
import { createWindow } from './window.ts'

const { made } = vi.hoisted(() => ({ made: [] as Record<string, unknown>[] }))

vi.mock('electron', () => ({
  /** Takes the place of Electron's window: keeps what it was given. */
  BrowserWindow: class {
    constructor(options: Record<string, unknown>) {
      made.push(options)
    }
  },
}))

beforeEach(() => {
  made.length = 0
})

function optionsOf(platform: NodeJS.Platform = 'linux', isPackaged = true) {
  createWindow({ bounds: { x: 1, y: 2, width: 900, height: 700 }, isDark: true, platform, isPackaged })
  return made[0] ?? {}
}

test('the page is sandboxed, apart from Node, and has nothing that is experimental or of another program', () => {
  expect(optionsOf().webPreferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    plugins: false,
    devTools: false,
    spellcheck: false,
    preload: expect.stringMatching(/preload\/index\.cjs$/),
  })
})

test('the tools of developers are there until it is packaged', () => {
  expect(optionsOf('linux', false).webPreferences).toMatchObject({ devTools: true })
})

test('the window is called Pixie, opens where it is told, never too small, and waits until there is something to see', () => {
  expect(optionsOf()).toMatchObject({
    title: 'Pixie',
    x: 1,
    y: 2,
    width: 900,
    height: 700,
    minWidth: 480,
    show: false,
    backgroundColor: '#1b1a18',
    titleBarStyle: 'default',
  })
})

test('on a Mac the title bar is part of the page, and the system checks the spelling', () => {
  expect(optionsOf('darwin')).toMatchObject({
    titleBarStyle: 'hiddenInset',
    webPreferences: { spellcheck: true },
  })
})
