import type { tracesCalls } from '../../shared/contract/traces.ts'
import type { Handlers, Services } from './handlers.ts'

export function tracesHandlers(_services: Services): Handlers<typeof tracesCalls> {
  return {}
}
