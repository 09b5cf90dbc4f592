import type { alignmentCalls } from '../../shared/contract/alignment.ts'
import type { Handlers, Services } from './handlers.ts'

export function alignmentHandlers(_services: Services): Handlers<typeof alignmentCalls> {
  return {}
}
