import type { filesCalls } from '../../shared/contract/files.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Handlers, Services } from './handlers.ts'

function notYet(): never {
  throw new PixieError('internal', { what: 'Not built yet', hint: 'Wait for the next version.' })
}

export function filesHandlers(_services: Services): Handlers<typeof filesCalls> {
  return {
    'files.folders': notYet,
    'files.grant': notYet,
    'files.revoke': notYet,
    'files.undo-revoke': notYet,
    'files.scan': notYet,
    'files.cancel': notYet,
    'files.status': notYet,
    'files.report': notYet,
    'files.search': notYet,
  }
}
