import type { sourcesCalls } from '../../shared/contract/sources.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Handlers, Services } from './handlers.ts'

function notYet(): never {
  throw new PixieError('internal', { what: 'Not built yet', hint: 'Wait for the next version.' })
}

export function sourcesHandlers(_services: Services): Handlers<typeof sourcesCalls> {
  return {
    'sources.view': notYet,
    'sources.open': notYet,
    'sources.reveal': notYet,
  }
}
