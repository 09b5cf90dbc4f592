import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  newWindowState,
  placeWindow,
  readWindowState,
  type WindowState,
  writeWindowState,
} from './window-state.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const beside = { x: 1440, y: 0, width: 1920, height: 1080 }

describe('the window', () => {
  it('opens where it was', () => {
    const kept = { x: 100, y: 60, width: 900, height: 700 }
    expect(placeWindow(kept, [laptop])).toEqual(kept)
    const onSecond = { x: 2000, y: 10, width: 800, height: 600 }
    expect(placeWindow(onSecond, [laptop, beside])).toEqual(onSecond)
  })

  it('comes back to the first screen when its own was unplugged', () => {
    expect(placeWindow({ x: 2000, y: 10, width: 800, height: 600 }, [laptop])).toEqual({
      x: 320,
      y: 163,
      width: 800,
      height: 600,
    })
  })

  it('is never larger than the screen it comes back to', () => {
    const { width, height } = placeWindow({ x: 9000, y: 0, width: 4000, height: 3000 }, [laptop])
    expect([width, height]).toEqual([laptop.width, laptop.height])
  })

  it('is never larger than all screens together', () => {
    const { width, height } = placeWindow({ x: 0, y: 30, width: 90_000, height: 90_000 }, [laptop, beside])
    expect([width, height]).toEqual([1440 + 1920, 1080])
  })

  it('opens in the middle of the first screen the first time', () => {
    expect(placeWindow(null, [laptop])).toEqual({ x: 160, y: 83, width: 1120, height: 760 })
  })

  it('can always be taken hold of', () => {
    const number = (min: number, max: number) => fc.integer({ min, max })
    const rectangle = (smallest: number) =>
      fc.record({
        x: number(-5000, 5000),
        y: number(-5000, 5000),
        width: number(smallest, 5000),
        height: number(smallest, 5000),
      })
    fc.assert(
      fc.property(rectangle(1), fc.array(rectangle(500), { minLength: 1, maxLength: 3 }), (kept, screens) => {
        const { x, y, width } = placeWindow(kept, screens)
        expect(
          screens.some(
            (screen) =>
              Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x) >=
                Math.min(120, kept.width) &&
              y >= screen.y &&
              y + 40 <= screen.y + screen.height,
          ),
        ).toBe(true)
      }),
    )
  })
})

describe('what is kept of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pixie-window-'))
  const file = join(folder, 'window', 'state.json')
  afterEach(() => rmSync(join(folder, 'window'), { recursive: true, force: true }))

  it('is read as it was written, and leaves nothing else behind', () => {
    const state: WindowState = {
      bounds: { x: -5, y: 3, width: 700, height: 600 },
      isMaximized: true,
      isFullScreen: false,
    }
    writeWindowState(file, state)
    expect(readWindowState(file)).toEqual(state)
    expect(readdirSync(join(folder, 'window'))).toEqual(['state.json'])
  })

  it.each(['', '{', '[]', '{"bounds":null}', '{"bounds":{"x":"a"},"isMaximized":9}'])(
    'counts as nothing when the file holds %j',
    (text) => {
      writeWindowState(file, newWindowState)
      writeFileSync(file, text)
      expect(readWindowState(file)).toEqual(newWindowState)
    },
  )

  it('is let go when it cannot be written', () => {
    expect(() => writeWindowState('/proc/nothing/state.json', newWindowState)).not.toThrow()
  })
})
