import type { memoryCalls } from '../../shared/contract/memory.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Handlers, Services } from './handlers.ts'

function notYet(): never {
  throw new PixieError('internal', { what: 'Not built yet', hint: 'Wait for the next version.' })
}

export function memoryHandlers(_services: Services): Handlers<typeof memoryCalls> {
  return {
    'memory.count': notYet,
    'memory.list': notYet,
    'memory.search': notYet,
    'memory.add': notYet,
    'memory.import': notYet,
    'memory.import-state': notYet,
    'memory.cancel-import': notYet,
    'memory.dismiss-import': notYet,
  }
}
