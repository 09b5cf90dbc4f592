import type { appCalls } from '../../shared/contract/app.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Handlers, Services } from './handlers.ts'

function notYet(): never {
  throw new PixieError('internal', { what: 'Not built yet', hint: 'Wait for the next version.' })
}

export function appHandlers(_services: Services): Handlers<typeof appCalls> {
  return {
    'app.info': notYet,
    'app.open-link': notYet,
    'app.copy': notYet,
    'app.context-menu': notYet,
    'app.ready': notYet,
  }
}
