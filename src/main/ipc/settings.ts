import type { settingsCalls } from '../../shared/contract/settings.ts'
import type { Handlers, Services } from './handlers.ts'

export function settingsHandlers(_services: Services): Handlers<typeof settingsCalls> {
  return {}
}
