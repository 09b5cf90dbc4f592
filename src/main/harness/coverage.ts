/** Whether a source can be about a question at all: the question's rare words must stand in it. Code, no model. */
import { looseMatcher, queryTerms } from '../../shared/fold.ts'
import type { Corpus } from './ports.ts'

export interface WeightedTerm {
  /** Folded. */
  readonly term: string
  /** Squared inverse document frequency: a rare word outweighs several common ones. */
  readonly weight: number
}

/** Words inside the question that begin with a capital: a name, which must not be missing. */
function nameWords(question: string): Set<string> {
  const words = question.match(/(?<=[\p{L}\p{N},;:]\s+["'“‘(]?)\p{Lu}[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
  return new Set(words.flatMap((word) => queryTerms(word)))
}

/**
 * The question's content words with their rarity in the owner's own data. A word that stands nowhere says nothing about
 * any source (it may be a synonym) and has no weight, unless it is a name.
 */
export function weighTerms(question: string, corpus: Corpus): WeightedTerm[] {
  const names = nameWords(question)
  const size = Math.max(corpus.size(), 1)
  return queryTerms(question).flatMap((term) => {
    const frequency = corpus.frequency(term)
    if (frequency === 0 && !names.has(term)) return []
    const rarity = Math.log((size + 1) / (Math.min(frequency, size) + 0.5))
    return [{ term, weight: Math.max(rarity, 0.05) ** 2 }]
  })
}

/** Share, 0–1, of the terms' weight that stands in the text; 1 when there are no terms. */
export function coverage(text: string, terms: readonly WeightedTerm[]): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return 1
  const holds = looseMatcher(text)
  const held = terms.reduce((sum, { term, weight }) => sum + (holds(term) ? weight : 0), 0)
  return held / total
}
