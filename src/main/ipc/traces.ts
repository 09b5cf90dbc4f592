import type { tracesCalls } from '../../shared/contract/traces.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Handlers, Services } from './handlers.ts'

function notYet(): never {
  throw new PixieError('internal', { what: 'Not built yet', hint: 'Wait for the next version.' })
}

export function tracesHandlers(_services: Services): Handlers<typeof tracesCalls> {
  return {
    'traces.get': notYet,
    'traces.list': notYet,
    'traces.export': notYet,
    'traces.replay': notYet,
    'traces.replay-state': notYet,
    'traces.stop-replay': notYet,
  }
}
