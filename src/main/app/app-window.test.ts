import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AppWindowParts, createAppWindow } from './app-window.ts'
import { builtPage } from './page-origin.ts'
import { type Rectangle, readWindowState, writeWindowState } from './window-state.ts'

const folder = mkdtempSync(join(tmpdir(), 'pixie-app-window-'))
const stateFile = join(folder, 'state.json')
const screen: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(stateFile, { force: true })
})

/** Takes the place of Electron's window. */
class FakeWindow extends EventEmitter {
  readonly did: string[] = []
  readonly sent: unknown[] = []
  readonly webContents = Object.assign(new EventEmitter(), {
    send: (...given: unknown[]) => void this.sent.push(given),
  })
  bounds: Rectangle
  failure: Error | null = null
  private isGone = false
  constructor(bounds: Rectangle) {
    super()
    this.bounds = bounds
  }
  async loadURL(url: string) {
    this.did.push(`load ${url}`)
    if (this.failure !== null) throw this.failure
  }
  show = () => void this.did.push('show')
  focus = () => void this.did.push('focus')
  restore = () => void this.did.push('restore')
  maximize = () => void this.did.push('maximize')
  setFullScreen = () => void this.did.push('full screen')
  isMinimized = () => false
  isMaximized = () => true
  isFull = false
  isFullScreen = () => this.isFull
  isDestroyed = () => this.isGone
  getNormalBounds = () => this.bounds
  close() {
    let isPrevented = false
    this.emit('close', {
      preventDefault() {
        isPrevented = true
      },
    })
    if (!isPrevented) this.destroy()
  }
  destroy() {
    this.isGone = true
    this.emit('closed')
  }
}

function setUp(change: Partial<AppWindowParts> = {}) {
  const made: FakeWindow[] = []
  const heard: string[] = []
  const clock = { ms: 0 }
  const window = createAppWindow({
    create(bounds) {
      const fake = new FakeWindow(bounds)
      made.push(fake)
      return fake as never // only what is used of it
    },
    screens: () => [screen],
    stateFile,
    page: builtPage,
    onPageGone: () => void heard.push('gone'),
    onPage: () => void heard.push('page'),
    onFullScreen: (isFullScreen) => void heard.push(isFullScreen ? 'full' : 'not full'),
    askPage: async () => undefined,
    onHopeless: (what) => void heard.push(what),
    now: () => clock.ms,
    ...change,
  })
  const last = () => {
    const fake = made.at(-1)
    if (fake === undefined) throw new Error('no window was made')
    return fake
  }
  return { window, made, heard, clock, last }
}

/** As somebody presses its button, and until it is gone. */
async function close(window: FakeWindow): Promise<void> {
  window.close()
  await vi.advanceTimersByTimeAsync(0)
}

test('the window loads the app’s page and is shown when there is something to see', () => {
  const { window, last } = setUp()
  window.show()
  expect(last().did).toEqual(['load app://pixie/'])
  last().emit('ready-to-show')
  expect(last().did).toEqual(['load app://pixie/', 'show'])
})

test('there is one: asked again, it comes to the front; closed, it is opened anew', async () => {
  const { window, made, last } = setUp()
  window.show()
  window.show()
  expect(made).toHaveLength(1)
  expect(last().did.slice(1)).toEqual(['show', 'focus'])
  await close(last())
  expect(window.current()).toBe(null)
  window.show()
  expect(made).toHaveLength(2)
})

test('its place is kept a moment after the last move, and when it closes', async () => {
  const { window, last } = setUp()
  window.show()
  last().bounds = { x: 10, y: 20, width: 800, height: 600 }
  last().emit('move')
  expect(readWindowState(stateFile).bounds).toBe(null)
  vi.advanceTimersByTime(500)
  expect(readWindowState(stateFile)).toEqual({
    bounds: { x: 10, y: 20, width: 800, height: 600 },
    isMaximized: true,
    isFullScreen: false,
  })
  last().bounds = { x: 30, y: 20, width: 800, height: 600 }
  await close(last())
  expect(readWindowState(stateFile).bounds?.x).toBe(30)
  window.show()
  expect(last().bounds).toEqual({ x: 30, y: 20, width: 800, height: 600 })
  last().emit('ready-to-show')
  expect(last().did.slice(1)).toEqual(['maximize', 'show'])
})

test('a window of a screen that was unplugged opens on the one that is there', () => {
  writeWindowState(stateFile, {
    bounds: { x: 4000, y: 0, width: 800, height: 600 },
    isMaximized: false,
    isFullScreen: true,
  })
  const { window, last } = setUp()
  window.show()
  expect(last().bounds).toEqual({ x: 560, y: 240, width: 800, height: 600 })
  last().emit('ready-to-show')
  expect(last().did).toContain('full screen')
})

test('a page that breaks is loaded again, but not for ever', () => {
  const { window, heard, clock, last } = setUp()
  window.show()
  const crash = () => last().webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  for (let i = 0; i < 3; i += 1) crash()
  expect(last().did).toHaveLength(4)
  crash()
  expect(last().did).toHaveLength(4)
  expect(heard.at(-1)).toMatch('again and again')
  clock.ms = 120_000
  crash()
  expect(last().did).toHaveLength(5)
})

test('a page that ended by itself is left alone', () => {
  const { window, last } = setUp()
  window.show()
  last().webContents.emit('render-process-gone', {}, { reason: 'clean-exit' })
  expect(last().did).toHaveLength(1)
})

test('a page that cannot be loaded is told; one that was closed meanwhile is not', async () => {
  const { window, heard, last } = setUp({
    create(bounds) {
      const fake = new FakeWindow(bounds)
      fake.failure = new Error('ERR_FAILED')
      return fake as never // as above
    },
  })
  window.show()
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual(['The page cannot be loaded: Error: ERR_FAILED'])
  expect(() => last()).toThrow()
  window.current()?.close()
  await vi.advanceTimersByTimeAsync(0)
  window.show()
  window.destroy()
  await vi.advanceTimersByTimeAsync(0)
  expect(heard.filter((line) => line !== 'gone')).toHaveLength(1)
})

test('a page hears of full screen when it changes, and when it is loaded meanwhile', () => {
  const { window, last, heard } = setUp()
  window.show()
  last().webContents.emit('dom-ready')
  last().isFull = true
  last().emit('enter-full-screen')
  last().webContents.emit('dom-ready')
  last().isFull = false
  last().emit('leave-full-screen')
  expect(heard).toEqual(['page', 'full', 'page', 'full', 'not full'])
})

test('events reach the page of the window that is there, and nobody once it is gone', async () => {
  const { window, last, heard } = setUp()
  const frame = { seq: 1, name: 'app.changed', payload: {} }
  window.send(frame)
  window.show()
  window.send(frame)
  expect(last().sent).toEqual([['pixie:event', frame]])
  last().webContents.emit('did-navigate')
  last().webContents.emit('dom-ready')
  await close(last())
  window.send(frame)
  expect(last().sent).toHaveLength(1)
  expect(heard).toEqual(['gone', 'page', 'gone'])
})

test('a page that only tried to go elsewhere still listens', () => {
  const { window, last, heard } = setUp()
  window.show()
  last().webContents.emit('did-start-loading')
  last().webContents.emit('did-stop-loading')
  expect(heard).toEqual([])
})

test('its page is asked for what it holds back before it closes, once, however often one asks to close', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked: string[] = []
  const { window, last } = setUp({
    askPage() {
      asked.push('asked')
      return promise
    },
  })
  expect(window.isHandedOver()).toBe(true)
  window.show()
  const first = last()
  await close(first)
  expect([first.isDestroyed(), window.isHandedOver(), asked.length]).toEqual([false, false, 1])
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect([first.isDestroyed(), window.isHandedOver()]).toEqual([true, true])
  window.show()
  expect(window.isHandedOver()).toBe(false)
})

test('asked before the app quits, the page is not asked again when the window closes', async () => {
  const asked: string[] = []
  const { window, last } = setUp({ askPage: async () => void asked.push('asked') })
  window.show()
  await window.handOver()
  expect(window.isHandedOver()).toBe(true)
  last().close()
  expect([last().isDestroyed(), asked.length]).toEqual([true, 1])
})
