/** The price of what is being typed: one question at a time, the last one always answered. */
import type { Price } from '../../../../shared/contract/chat.ts'
import type { Api } from '../../../api.ts'

export interface Priced {
  readonly conversation: string | null
  readonly question: string
  readonly attachment: string | null
}

export interface PriceWatch {
  /** Asks for this, when the question before is answered; in between only the newest waits. */
  ask(what: Priced): void
  /** Asks for the last one again. */
  refresh(): void
  dispose(): void
}

/** `onPrice` is told null when there is none to be had. */
export function createPriceWatch(api: Api, onPrice: (price: Price | null, of: Priced) => void): PriceWatch {
  let next: Priced | null = null
  let last: Priced | null = null
  let isAsking = false
  let isOver = false

  const run = async () => {
    isAsking = true
    while (next !== null && !isOver) {
      const what: Priced = next
      next = null
      const price = await api.call('chat.price', what).catch(() => null)
      if (!isOver) onPrice(price, what)
    }
    isAsking = false
  }

  const ask = (what: Priced) => {
    next = what
    last = what
    if (!isAsking) void run()
  }

  return {
    ask,
    refresh() {
      if (last !== null) ask(last)
    },
    dispose() {
      isOver = true
    },
  }
}
