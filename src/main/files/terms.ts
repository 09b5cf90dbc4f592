/** From the words of a search to weighted terms, and where they stand in a text. */
import { fold, looselyContains, matchExpression, queryTerms } from '../../shared/fold.ts'
import { COMPOUND, joinCompound, pairs, UNSPACED, WORD_CHARACTER } from '../../shared/fold-base.ts'
import { type FileKind, kindsMeant } from './kinds.ts'

export interface Term {
  /** Folded: a word, or two characters of a script without spaces. */
  readonly word: string
  /** How much it counts besides its rarity, 0 to 1. */
  readonly weight: number
  /** True for the pieces of scripts without spaces: found anywhere, not only as a word. */
  readonly unspaced: boolean
  /** The kinds of files the word asks for, or null for an ordinary word. */
  readonly kinds: readonly FileKind[] | null
  /** True when only the person's question holds it, not the query. */
  readonly onlyAsked: boolean
}

/** Which terms stand somewhere: bit i for the i-th term. */
export type TermMask = number

/** Masks have 31 bits to give. */
const maximumTerms = 28
/** `scan` or `document` says little about what is in a file. */
const kindWeight = 0.3

/**
 * How a model's query and the person's own words are blended (`find_file`): a small model's query drops the decisive
 * word or adds guesses. A word of both counts fully; the model's additions a little less, since some are guesses; the
 * person's other words less again, and only those that are rare among the files (`search.ts` drops the rest), since a
 * question also holds small talk.
 */
const blend = { both: 1, onlyQuery: 0.85, onlyQuestion: 0.6 } as const

/** The terms of a query; with the person's question also its words, weighed as `blend` says. */
export function searchTerms(query: string, question = ''): Term[] {
  const asked = queryTerms(question)
  const wanted = queryTerms(query)
  const isIn = (word: string, list: readonly string[]): boolean =>
    list.some((other) => other === word || looselyContains(word, other) || looselyContains(other, word))
  const weightOf = (word: string): number =>
    asked.length === 0 || isIn(word, asked) ? blend.both : blend.onlyQuery
  return [
    ...wanted.flatMap((word) => pieces(word, weightOf(word), false)),
    ...asked.filter((word) => !isIn(word, wanted)).flatMap((word) => pieces(word, blend.onlyQuestion, true)),
  ].slice(0, maximumTerms)
}

const ONLY_UNSPACED = new RegExp(`^[${UNSPACED}]+$`, 'u')

/** A run of a script without spaces is looked for by its pairs of characters, which share its weight. */
function pieces(word: string, weight: number, onlyAsked: boolean): Term[] {
  if (ONLY_UNSPACED.test(word)) {
    const parts = [...new Set(pairs(word).split(' '))]
    return parts.map((part) => ({
      word: part,
      weight: weight / parts.length,
      unspaced: true,
      kinds: null,
      onlyAsked,
    }))
  }
  const kinds = kindsMeant(word)
  return [{ word, weight: kinds === null ? weight : weight * kindWeight, unspaced: false, kinds, onlyAsked }]
}

/** The FTS5 expression for one term, or for any of several. */
export const expressionFor = (terms: readonly Term[]): string =>
  terms
    .map(({ word }) => matchExpression(word, { mode: 'any' }))
    .filter((expression) => expression !== '')
    .join(' OR ')

/** The terms that stand in a text. */
export type TermMatcher = (text: string) => TermMask

const WORD = new RegExp(`${WORD_CHARACTER}+`, 'gu')

/** Finds terms with the same forgiveness as the index, fast enough for whole documents: each different word is judged once. */
export function createMatcher(terms: readonly Term[]): TermMatcher {
  const judged = new Map<string, TermMask>()
  const spaced = terms.map((term, i) => ({ term, bit: 1 << i })).filter(({ term }) => !term.unspaced)
  const unspaced = terms.map((term, i) => ({ term, bit: 1 << i })).filter(({ term }) => term.unspaced)
  const judge = (word: string): TermMask => {
    const known = judged.get(word)
    if (known !== undefined) return known
    let mask = 0
    for (const { term, bit } of spaced) {
      // All forms of a word begin alike; this spares nearly all comparisons.
      if (term.word.slice(0, 2) !== word.slice(0, 2)) continue
      if (term.word === word || looselyContains(word, term.word)) mask |= bit
    }
    judged.set(word, mask)
    return mask
  }
  return (text) => {
    const folded = fold(text)
    let mask = 0
    if (spaced.length > 0) {
      for (const [compound] of folded.matchAll(COMPOUND)) {
        const joined = joinCompound(compound)
        if (joined !== null) mask |= judge(joined)
        for (const [word] of compound.matchAll(WORD)) mask |= judge(word)
      }
    }
    for (const { term, bit } of unspaced) if (folded.includes(term.word)) mask |= bit
    return mask
  }
}

/** Sum of the values of the terms in a mask. */
export function sumOf(mask: TermMask, values: readonly number[]): number {
  return values.reduce((sum, value, i) => ((mask & (1 << i)) === 0 ? sum : sum + value), 0)
}
