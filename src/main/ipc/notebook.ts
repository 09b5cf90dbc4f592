import type { notebookCalls } from '../../shared/contract/notebook.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Handlers, Services } from './handlers.ts'

function notYet(): never {
  throw new PixieError('internal', { what: 'Not built yet', hint: 'Wait for the next version.' })
}

export function notebookHandlers(_services: Services): Handlers<typeof notebookCalls> {
  return {
    'notebook.list': notYet,
    'notebook.search': notYet,
    'notebook.add': notYet,
    'notebook.forget': notYet,
    'notebook.undo-forget': notYet,
  }
}
