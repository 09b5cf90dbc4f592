/** What a question costs while it is typed. Cheap: nothing is loaded for it but, in the background, a vocabulary. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Price } from '../../shared/contract/chat.ts'
import { contextTokens } from '../alignment/ledger.ts'
import type { Conversations } from '../conversations/conversations.ts'
import { attachedTokens } from '../harness/attached.ts'
import { chatTokens } from '../harness/chat.ts'
import { conversationMessages, type Earlier, earlierTurns } from './earlier.ts'

type CountTokens = (text: string) => number

export interface PriceParts {
  readonly conversations: Pick<Conversations, 'beforeNext' | 'lastMessage'>
  /** The system text of the present mode: instructions and the skills menu. */
  document(): string
  /** Null when there is no model on this machine. May load its vocabulary. */
  tokenizer(): Promise<CountTokens | null>
  /** Says which model's tokens are counted. */
  model(): string | null
}

export interface PriceRequest {
  readonly conversation: string | null
  readonly question: string
  readonly hasAttachment: boolean
}

/** As long as a price waits for the vocabulary; until it is there, prices are estimates. */
const patienceMs = 10
const estimate: CountTokens = (text) => Math.ceil(text.length / 4)

export function createPrices(parts: PriceParts): { price(request: PriceRequest): Promise<Price> } {
  const kept = new Map<string, Earlier>()

  /** The same until something is said or the model changes, so not counted again for each key. */
  function earlier(conversation: string | null, count: CountTokens, model: string): Earlier {
    const last = conversation === null ? null : parts.conversations.lastMessage(conversation)
    const key = JSON.stringify([conversation, last?.id, last?.end, model])
    const found = kept.get(key)
    if (found !== undefined) return found
    const counted = earlierTurns(parts.conversations.beforeNext(conversation, conversationMessages), count)
    if (kept.size > 20) kept.clear()
    // While an answer is still being written its text grows.
    if (last?.role !== 'assistant' || last.end !== null) kept.set(key, counted)
    return counted
  }

  return {
    async price({ conversation, question, hasAttachment }) {
      const exact = await Promise.race([parts.tokenizer().catch(() => null), sleep(patienceMs, null)])
      const count = exact ?? estimate
      const model = exact === null ? 'estimate' : `exact ${parts.model()}`
      const before = earlier(conversation, count, model)
      const tokens = count(question)
      // A question about a file is answered from that file alone.
      const context = hasAttachment ? attachedTokens : count(parts.document()) + before.tokens + chatTokens
      const seen = hasAttachment ? 0 : before.turns.length
      return {
        tokens,
        isExact: exact !== null,
        left: contextTokens - context - tokens,
        window: contextTokens,
        exchangesSeen: seen,
        exchangesLeftOut: before.leftOut + before.turns.length - seen,
      }
    },
  }
}
