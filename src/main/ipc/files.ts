import type { filesCalls } from '../../shared/contract/files.ts'
import type { Handlers, Services } from './handlers.ts'

export function filesHandlers(_services: Services): Handlers<typeof filesCalls> {
  return {}
}
