/** What the page holds and main does not have yet, asked for before the window closes. Nothing here knows Electron. */
import type { WindowEvents } from './events.ts'

/** A page that hangs holds nobody up for longer. */
const limitMs = 500

export interface HandOver {
  /** Resolves when the page has handed over, at once when none listens, and in half a second at the latest. */
  ask(): Promise<void>
  /** The page says that it has. */
  answered(): void
}

export function createHandOver(events: Pick<WindowEvents, 'publish' | 'isOpen'>): HandOver {
  let asked: { readonly over: Promise<void>; end(): void } | null = null
  return {
    ask() {
      if (asked !== null) return asked.over
      if (!events.isOpen()) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(() => asked?.end(), limitMs)
      asked = {
        over: promise,
        end() {
          clearTimeout(timer)
          asked = null
          resolve()
        },
      }
      events.publish('app.hand-over', {})
      return promise
    },
    answered: () => asked?.end(),
  }
}
