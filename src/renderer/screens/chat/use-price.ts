import { useEffect, useState } from 'react'
import type { Price } from '../../../shared/contract/chat.ts'
import { useApi } from '../../api.ts'
import { createPriceWatch, type PriceWatch } from './core/price-watch.ts'

/** What the question costs as it stands now; the last known price while a newer one is worked out. Null = not known. */
export function usePrice(
  conversation: string | null,
  question: string,
  attachment: string | null,
): Price | null {
  const api = useApi()
  const [price, setPrice] = useState<Price | null>(null)
  const [watch, setWatch] = useState<PriceWatch | null>(null)
  useEffect(() => {
    const made = createPriceWatch(api, setPrice)
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
  return price
}
