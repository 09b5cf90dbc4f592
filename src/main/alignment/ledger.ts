/** What the document costs, part by part. */
import { type DocumentPart, documentOf, type PartName } from './compose.ts'

/** Exact tokens of a text by the loaded model's tokenizer. */
export type CountTokens = (text: string) => number

export interface PricedPart {
  readonly part: PartName
  readonly text: string
  readonly tokens: number
  /** True when no tokenizer was there: characters ÷ 4. */
  readonly estimated: boolean
}

export interface Ledger {
  /** Their tokens add up to those of the whole: a part's price is what it adds to the text before it. */
  readonly parts: readonly PricedPart[]
  readonly tokens: number
}

/** The window that a prompt and its reply must fit, whatever the model could take. In tokens. */
export const contextTokens = 4_096

/** Characters ÷ 4, where there is no tokenizer. */
export const estimate: CountTokens = (text) => Math.ceil(text.length / 4)

export function priceParts(parts: readonly DocumentPart[], countTokens: CountTokens | null): Ledger {
  const count = countTokens ?? estimate
  let before = 0
  const priced = parts.map(({ part, text }, index): PricedPart => {
    const total = count(documentOf(parts.slice(0, index + 1)))
    const tokens = total - before
    before = total
    return { part, text, tokens, estimated: countTokens === null }
  })
  return { parts: priced, tokens: before }
}
