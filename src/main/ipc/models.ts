import type { modelsCalls } from '../../shared/contract/models.ts'
import type { Handlers, Services } from './handlers.ts'

export function modelsHandlers(_services: Services): Handlers<typeof modelsCalls> {
  return {}
}
