/** What a further tool costs in the prompt of the skill-follower, in the model's own tokens. */
import { furtherTools } from '../eval/peers/further-tools.ts'
import { followerInstructions } from '../src/main/harness/follower.ts'
import { modelAccess } from '../src/main/model/model-access.ts'
import { textOf } from '../src/shared/ledger.ts'
import type { Figure } from './figures.ts'
import type { PartRun } from './part.ts'

/** Beside Pixie's own six: 10 and 50 tools. */
const few = 4
const many = 44
const skill = { slug: 'search-info', body: 'Look it up.', nested: [] }

/** @param countTokens of the model; not a number when it has none */
export function toolGrowth(countTokens: (text: string) => number): Figure {
  const tokens = (tools: number) => countTokens(textOf(followerInstructions([skill], furtherTools(tools))))
  return { id: 'tokens.tool', value: (tokens(many) - tokens(few)) / (many - few) }
}

/** Rejects with what the model's tokenizer rejects with; a model that is not here cannot count. */
export async function measureToolGrowth({ model, signal, say }: PartRun): Promise<Figure> {
  const tokenizer = await modelAccess({ signal, onNote: say }).tokenizer(model)
  if (tokenizer === null) return { id: 'tokens.tool', value: Number.NaN }
  try {
    return toolGrowth((text) => tokenizer.countTokens(text))
  } finally {
    await tokenizer.dispose()
  }
}
