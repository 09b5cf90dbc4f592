/** What calls about conversations are refused with. */
import { PixieError } from '../../shared/errors.ts'

export function thrown(error: Error): never {
  throw error
}

export const noConversation = (id: string) =>
  new PixieError('not-found', {
    what: 'There is no such conversation',
    value: id,
    hint: 'Begin a new one.',
  })

export const noMessage = (id: string) =>
  new PixieError('not-found', {
    what: 'This message is not there any more',
    value: id,
    hint: 'Open the conversation again.',
  })

export const notThis = (wanted: 'answer' | 'question', id: string) =>
  new PixieError('invalid-input', {
    what: `This is no ${wanted}`,
    value: id,
    hint: wanted === 'answer' ? 'Only an answer can be made again.' : 'Only a question can be changed.',
  })
