import type { WebFrameMain } from 'electron'
import { asElectron } from './surface.ts'

/** The main frame of a page: the same object as long as the page lives, so that it can be compared. */
export function createFrame(page: {
  readonly id: number
  getURL(): string
  isDestroyed(): boolean
}): WebFrameMain {
  const frame = { parent: null, top: null, frameTreeNodeId: page.id, processId: page.id, routingId: 1 }
  Object.defineProperties(frame, {
    url: { get: () => page.getURL() },
    origin: { get: () => /^[a-z][a-z\d+.-]*:\/\/[^/]*/.exec(page.getURL())?.[0] ?? 'null' },
    detached: { get: () => page.isDestroyed() },
    isDestroyed: { value: () => page.isDestroyed() },
  })
  return asElectron<WebFrameMain>(frame)
}
