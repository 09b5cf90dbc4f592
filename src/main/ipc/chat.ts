import type { chatCalls } from '../../shared/contract/chat.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Handlers, Services } from './handlers.ts'

function notYet(): never {
  throw new PixieError('internal', { what: 'Not built yet', hint: 'Wait for the next version.' })
}

export function chatHandlers(_services: Services): Handlers<typeof chatCalls> {
  return {
    'chat.send': notYet,
    'chat.again': notYet,
    'chat.edit': notYet,
    'chat.stop': notYet,
    'chat.snapshot': notYet,
    'chat.running': notYet,
    'chat.price': notYet,
    'chat.attach': notYet,
    'chat.attach-from-dialog': notYet,
    'chat.detach': notYet,
  }
}
