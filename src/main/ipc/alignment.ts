import type { alignmentCalls } from '../../shared/contract/alignment.ts'
import { parseChange } from '../alignment/alignment.ts'
import { defaultBase } from '../alignment/compose.ts'
import { diffLines } from '../alignment/diff.ts'
import type { Handlers, Services } from './handlers.ts'

export function alignmentHandlers({ pixie, publish }: Services): Handlers<typeof alignmentCalls> {
  const { alignment } = pixie
  return {
    'alignment.show': () => alignment.state(),
    'alignment.price': (change) => alignment.price(parseChange(change)),
    'alignment.set': async (change) => {
      await alignment.set(parseChange(change))
      publish('app.changed', { topics: ['alignment', 'skills'] })
      return alignment.state()
    },
    'alignment.diff': ({ base }) => diffLines(defaultBase, base),
  }
}
