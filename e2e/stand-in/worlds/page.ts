/** The page's end of the bridge. Put into pages as text, before anything of theirs runs. */
import type { BridgeEnd } from './bridge.ts'

export function receiveExposed(bridge: BridgeEnd): void {
  if (window !== window.top) return
  const freeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    for (const part of Object.values(value)) freeze(part)
    return Object.freeze(value)
  }
  bridge.onExposed((name, value) => {
    Object.defineProperty(window, name, { value: freeze(value), enumerable: true })
  })
}
