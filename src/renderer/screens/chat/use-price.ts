import { useEffect, useState } from 'react'
import type { Price } from '../../../shared/contract/chat.ts'
import { useApi } from '../../api.ts'
import { createPriceWatch, type Priced, type PriceWatch } from './core/price-watch.ts'

export interface KnownPrice extends Price {
  /** Of the question as it stands now, not of an earlier one while a newer price is worked out. */
  readonly isPresent: boolean
}

/** What the question costs; the last known price while a newer one is worked out. Null = not known. */
export function usePrice(
  conversation: string | null,
  question: string,
  attachment: string | null,
): KnownPrice | null {
  const api = useApi()
  const [known, setKnown] = useState<{ readonly price: Price; readonly of: Priced } | null>(null)
  const [watch, setWatch] = useState<PriceWatch | null>(null)
  useEffect(() => {
    const made = createPriceWatch(api, (price, of) => setKnown(price && { price, of }))
    setWatch(made)
    // What a model or a message changes about the room that is left shows without a key.
    const end = api.on('app.changed', ({ topics }) => {
      if (topics.includes('models') || topics.includes('messages')) made.refresh()
    })
    return () => {
      end()
      made.dispose()
    }
  }, [api])
  useEffect(
    () => watch?.ask({ conversation, question, attachment }),
    [watch, conversation, question, attachment],
  )
  if (known === null) return null
  const { price, of } = known
  const isPresent =
    of.conversation === conversation && of.question === question && of.attachment === attachment
  return { ...price, isPresent }
}
