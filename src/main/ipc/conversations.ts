import type { conversationsCalls } from '../../shared/contract/conversations.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Handlers, Services } from './handlers.ts'

function notYet(): never {
  throw new PixieError('internal', { what: 'Not built yet', hint: 'Wait for the next version.' })
}

export function conversationsHandlers(_services: Services): Handlers<typeof conversationsCalls> {
  return {
    'conversations.list': notYet,
    'conversations.messages': notYet,
    'conversations.around': notYet,
    'conversations.show-version': notYet,
    'conversations.search': notYet,
    'conversations.rename': notYet,
    'conversations.pin': notYet,
    'conversations.delete': notYet,
    'conversations.undelete': notYet,
    'conversations.export': notYet,
    'conversations.draft': notYet,
    'conversations.save-draft': notYet,
  }
}
