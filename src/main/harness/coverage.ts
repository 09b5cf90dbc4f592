/** Whether a source can be about a question at all: the question's rare words must stand in it. Code, no model. */
import { fold, looseMatcher, queryTerms } from '../../shared/fold.ts'
import type { Corpus } from './ports.ts'
import synonyms from './synonyms.json' with { type: 'json' }

export interface WeightedTerm {
  /** Folded; the word of the question first, then everyday words for the same thing. */
  readonly forms: readonly string[]
  /** Squared inverse document frequency: a rare word outweighs several common ones. */
  readonly weight: number
  readonly isName: boolean
}

/** A word that nearly every document holds still says a little. */
const leastRarity = 0.05

/** Words inside the question that begin with a capital: names, which must not all be missing. */
function nameWords(question: string): Set<string> {
  const words = question.match(/(?<=[\p{L}\p{N},;:]\s+["'“‘(]?)\p{Lu}[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
  return new Set(words.flatMap((word) => queryTerms(word)))
}

function formsOf(term: string): string[] {
  const others = synonyms.filter((group) => group.some((word) => fold(word) === term)).flat()
  return [...new Set([term, ...others])]
}

/**
 * The question's content words with their rarity in the owner's own data. A word that stands nowhere, nor any other word
 * for it, says nothing about any source and has no weight, unless it is a name.
 */
export function weighTerms(question: string, corpus: Corpus): WeightedTerm[] {
  const names = nameWords(question)
  const size = Math.max(corpus.size(), 1)
  return queryTerms(question).flatMap((term) => {
    const isName = names.has(term)
    const forms = isName ? [term] : formsOf(term)
    const frequency = Math.max(...forms.map((form) => corpus.frequency(form)))
    if (frequency === 0 && !isName) return []
    const rarity = Math.log((size + 1) / (Math.min(frequency, size) + 0.5))
    return [{ forms, weight: Math.max(rarity, leastRarity) ** 2, isName }]
  })
}

/** Share, 0–1, of the terms' weight that stands in the text; 1 without terms. Says which of two passages holds more. */
export function heldShare(text: string, terms: readonly WeightedTerm[]): number {
  const holds = looseMatcher(text)
  const weightOf = (list: readonly WeightedTerm[]) => list.reduce((sum, { weight }) => sum + weight, 0)
  const total = weightOf(terms)
  const held = terms.filter(({ forms }) => forms.some((form) => holds(form)))
  return total === 0 ? 1 : weightOf(held) / total
}

/**
 * Whether a whole source can be about the question, 0–1. Names are apart: one of them must stand, and then the other words
 * decide, since a text about somebody need not be about what is asked.
 */
export function coverage(text: string, terms: readonly WeightedTerm[]): number {
  const names = terms.filter(({ isName }) => isName)
  if (names.length > 0 && heldShare(text, names) === 0) return 0
  return heldShare(
    text,
    terms.filter(({ isName }) => !isName),
  )
}

/** Whether a text, such as the title of a person's page, holds a name of the question. */
export function holdsName(text: string, terms: readonly WeightedTerm[]): boolean {
  const holds = looseMatcher(text)
  return terms.some(({ isName, forms }) => isName && forms.some((form) => holds(form)))
}
