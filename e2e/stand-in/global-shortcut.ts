import type { GlobalShortcut } from 'electron'
import { normalized } from './accelerators.ts'
import { loud } from './failure.ts'
import type { Surface } from './surface.ts'

const registered = new Map<string, () => void>()

const parts: Surface<GlobalShortcut> = {
  register(accelerator, callback) {
    const keys = normalized(accelerator)
    if (registered.has(keys)) return false
    registered.set(keys, callback)
    return true
  },
  unregister: (accelerator) => void registered.delete(normalized(accelerator)),
  unregisterAll: () => registered.clear(),
  isRegistered: (accelerator) => registered.has(normalized(accelerator)),
}

export const globalShortcut = loud('globalShortcut', parts)
