/** Where the window was, kept in the profile. Nothing here knows Electron. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ensurePrivateFolder } from '../store/private-files.ts'

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const smallestWindow = { width: 480, height: 420 } as const
const firstSize = { width: 1120, height: 760 } as const
/** As much of the window's top has to be on a screen to be taken hold of. */
const grip = { width: 120, height: 40 } as const

const WindowStateShape = z.strictObject({
  /** Of the window when it is neither maximised nor full screen. Null = never placed. */
  bounds: z
    .strictObject({
      x: z.int(),
      y: z.int(),
      width: z.int().min(1).max(100_000),
      height: z.int().min(1).max(100_000),
    })
    .nullable(),
  isMaximized: z.boolean(),
  isFullScreen: z.boolean(),
})
export type WindowState = z.infer<typeof WindowStateShape>

export const newWindowState: WindowState = { bounds: null, isMaximized: false, isFullScreen: false }

/** A file that is missing, damaged or of another version counts as a window that was never placed. */
export function readWindowState(file: string): WindowState {
  try {
    return WindowStateShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return newWindowState
  }
}

/** All or nothing. What cannot be written is let go: a window's place is not worth an error. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    ensurePrivateFolder(dirname(file))
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // Next time it opens where it opened this time.
  }
}

/**
 * Where to open: as kept when its title bar can be reached on one of these screens, but not larger than all of them
 * together; else with the same size in the middle of the first, never larger than it. `screens` are the work areas, the
 * primary one first.
 */
export function placeWindow(kept: Rectangle | null, screens: readonly Rectangle[]): Rectangle {
  const size = { width: kept?.width ?? firstSize.width, height: kept?.height ?? firstSize.height }
  const wanted = {
    width: Math.max(size.width, smallestWindow.width),
    height: Math.max(size.height, smallestWindow.height),
  }
  const screen = screens[0]
  if (screen === undefined) return { x: kept?.x ?? 0, y: kept?.y ?? 0, ...wanted }
  if (kept !== null) {
    const most = sizeOfAll(screens)
    const asKept = {
      x: kept.x,
      y: kept.y,
      width: Math.min(wanted.width, most.width),
      height: Math.min(wanted.height, most.height),
    }
    if (screens.some((each) => isReachable(asKept, each))) return asKept
  }
  const width = Math.min(wanted.width, screen.width)
  const height = Math.min(wanted.height, screen.height)
  return {
    x: screen.x + Math.round((screen.width - width) / 2),
    y: screen.y + Math.round((screen.height - height) / 2),
    width,
    height,
  }
}

/** Of the smallest rectangle that holds all screens. */
function sizeOfAll(screens: readonly Rectangle[]): { width: number; height: number } {
  const left = Math.min(...screens.map(({ x }) => x))
  const top = Math.min(...screens.map(({ y }) => y))
  return {
    width: Math.max(...screens.map(({ x, width }) => x + width)) - left,
    height: Math.max(...screens.map(({ y, height }) => y + height)) - top,
  }
}

function isReachable(window: Rectangle, screen: Rectangle): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  return (
    across >= Math.min(grip.width, window.width) &&
    window.y >= screen.y &&
    window.y + grip.height <= screen.y + screen.height
  )
}
