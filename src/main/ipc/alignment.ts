import type { alignmentCalls } from '../../shared/contract/alignment.ts'
import { parseChange } from '../alignment/alignment.ts'
import type { Handlers, Services } from './handlers.ts'

export function alignmentHandlers({ pixie, publish }: Services): Handlers<typeof alignmentCalls> {
  const { alignment, baseDraft } = pixie
  return {
    'alignment.show': () => alignment.state(),
    'alignment.price': (change) => alignment.price(parseChange(change)),
    'alignment.set': async ({ replaces, ...change }) => {
      await alignment.set(parseChange(change), replaces)
      if (change.base !== undefined) baseDraft.put(null)
      publish('app.changed', { topics: ['alignment', 'skills'] })
      return alignment.state()
    },
    'alignment.draft': () => baseDraft.get(),
    'alignment.save-draft': ({ draft }) => {
      baseDraft.put(draft)
      return {}
    },
  }
}
