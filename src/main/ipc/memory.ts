import type { memoryCalls } from '../../shared/contract/memory.ts'
import type { Handlers, Services } from './handlers.ts'

export function memoryHandlers(_services: Services): Handlers<typeof memoryCalls> {
  return {}
}
