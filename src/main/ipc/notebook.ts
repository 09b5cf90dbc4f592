import type { notebookCalls } from '../../shared/contract/notebook.ts'
import type { Handlers, Services } from './handlers.ts'

export function notebookHandlers(_services: Services): Handlers<typeof notebookCalls> {
  return {}
}
