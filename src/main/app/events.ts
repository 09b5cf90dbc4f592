/** What main says unasked, on its way to the window. Nothing here knows Electron. */
import type { EventFrame } from '../../shared/contract/bridge.ts'
import { events } from '../../shared/contract/index.ts'
import type { Publish } from '../ipc/handlers.ts'

/** What a window misses while it starts. Past this the oldest go: it reads everything anew when it is there. */
const queueLength = 1000

export interface WindowEvents {
  readonly publish: Publish
  /** The window listens: what waited goes out, in order, and from now on everything at once. */
  open(): void
  /** The page is gone, for now or for good: what comes waits for the next `open`. */
  hold(): void
  /** Whether a page hears at once what is published. */
  isOpen(): boolean
}

export interface WindowEventsOptions {
  /** Hands a frame to the page; may be called while there is none, and must not throw then. */
  send(frame: EventFrame): void
  /** Holds every payload to the contract: for tests and development. */
  readonly checkPayloads: boolean
}

/** The events of one window, numbered without gaps across reloads of its page. */
export function createWindowEvents({ send, checkPayloads }: WindowEventsOptions): WindowEvents {
  const waiting: EventFrame[] = []
  let seq = 0
  let isOpen = false
  return {
    publish(name, payload) {
      const checked: unknown = checkPayloads ? events[name].parse(payload) : payload
      seq += 1
      const frame = { seq, name, payload: checked }
      if (isOpen) return send(frame)
      waiting.push(frame)
      if (waiting.length > queueLength) waiting.shift()
    },
    open() {
      isOpen = true
      for (const frame of waiting.splice(0)) send(frame)
    },
    hold() {
      isOpen = false
    },
    isOpen: () => isOpen,
  }
}
