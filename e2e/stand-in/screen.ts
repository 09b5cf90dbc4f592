import type { Display, Rectangle, Screen } from 'electron'
import { LoudEmitter } from './loud-emitter.ts'
import { asElectron, type Surface } from './surface.ts'

/** One display without a bar. */
export const workArea: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 }

const display = asElectron<Display>({
  id: 1,
  label: 'Stand-in',
  bounds: workArea,
  workArea,
  size: { width: workArea.width, height: workArea.height },
  workAreaSize: { width: workArea.width, height: workArea.height },
  scaleFactor: 1,
  rotation: 0,
})

class StandInScreen extends LoudEmitter implements Surface<Screen> {
  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed'])
  }

  getPrimaryDisplay(): Display {
    return display
  }

  getAllDisplays(): Display[] {
    return [display]
  }

  getDisplayMatching(_place: Rectangle): Display {
    return display
  }

  getDisplayNearestPoint(_point: Electron.Point): Display {
    return display
  }

  getCursorScreenPoint(): Electron.Point {
    return { x: 0, y: 0 }
  }
}

export const screen = new StandInScreen()
