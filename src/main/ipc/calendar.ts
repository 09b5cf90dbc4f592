import type { calendarCalls } from '../../shared/contract/calendar.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Handlers, Services } from './handlers.ts'

function notYet(): never {
  throw new PixieError('internal', { what: 'Not built yet', hint: 'Wait for the next version.' })
}

export function calendarHandlers(_services: Services): Handlers<typeof calendarCalls> {
  return {
    'calendar.sources': notYet,
    'calendar.add': notYet,
    'calendar.remove': notYet,
    'calendar.undo-remove': notYet,
    'calendar.list': notYet,
    'calendar.report': notYet,
  }
}
