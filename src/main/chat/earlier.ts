/** What a turn sees of its conversation. */
import type { Message } from '../conversations/message.ts'
import type { EarlierTurn } from '../model/engine.ts'

/** In tokens. */
const conversationTokens = 600
/** More of them than ever fit. */
export const conversationMessages = 40
/** A text longer than this has more tokens than fit, so they need not be counted: no tokenizer makes longer pieces on average. */
const charactersPerToken = 40

export interface Earlier {
  /** Oldest first. */
  readonly turns: readonly EarlierTurn[]
  /** Exchanges with a reply that the model does not see. */
  readonly leftOut: number
  /** Of `turns`. */
  readonly tokens: number
}

/** The last exchanges that fit the budget. Once one does not fit, none before it is seen either. */
export function earlierTurns(
  before: { readonly messages: readonly Pick<Message, 'role' | 'text'>[]; readonly exchanges: number },
  countTokens: (text: string) => number,
): Earlier {
  const { messages } = before
  const turns: EarlierTurn[] = []
  let tokens = 0
  for (let i = messages.length - 1; i > 0; i--) {
    const [question, reply] = [messages[i - 1], messages[i]]
    if (question?.role !== 'user' || reply?.role !== 'assistant' || reply.text === '') continue
    if (question.text.length + reply.text.length > conversationTokens * charactersPerToken) break
    const cost = countTokens(question.text) + countTokens(reply.text)
    if (tokens + cost > conversationTokens) break
    tokens += cost
    turns.unshift({ user: question.text, reply: reply.text })
  }
  return { turns, leftOut: Math.max(0, before.exchanges - turns.length), tokens }
}

export const leftOutNotice = (count: number): string =>
  count === 1
    ? 'The first exchange of this conversation no longer fits and is not seen.'
    : `The first ${count} exchanges of this conversation no longer fit and are not seen.`
