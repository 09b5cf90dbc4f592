import type { skillsCalls } from '../../shared/contract/skills.ts'
import type { Handlers, Services } from './handlers.ts'

export function skillsHandlers(_services: Services): Handlers<typeof skillsCalls> {
  return {}
}
