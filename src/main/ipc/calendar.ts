import type { calendarCalls } from '../../shared/contract/calendar.ts'
import type { Handlers, Services } from './handlers.ts'

export function calendarHandlers(_services: Services): Handlers<typeof calendarCalls> {
  return {}
}
