/**
 * How a tool searches lines with a model's query. The model crafts a query, often a poor one; the person's own words
 * are better than nothing. In this order, each line once:
 * 1. lines with every word of the model's query,
 * 2. lines with some of its words,
 * 3. only when the best of those has too few of its words: lines with some of the content words of the question.
 */
import { queryTerms } from '../../shared/fold.ts'
import type { Scored } from './found-lines.ts'

/** Below this score the best line lacks about half of the query's words, and the question is asked as well. */
const poorScore = 0.6
/** The question holds words that nobody meant to search for, so a hit of it says less. */
const questionWeight = 0.7

/** `find` gives the best `limit` lines of one full-text search, best first. */
export function blendedSearch<T extends { readonly id: string }>(
  words: { query: string; question: string },
  limit: number,
  find: (query: string, mode: 'all' | 'any', limit: number) => readonly Scored<T>[],
): Scored<T>[] {
  const found = new Map<string, Scored<T>>()
  const keep = (list: readonly Scored<T>[], weight = 1) => {
    for (const hit of list) {
      if (!found.has(hit.line.id)) found.set(hit.line.id, { line: hit.line, score: hit.score * weight })
    }
  }
  keep(find(words.query, 'all', limit))
  if (found.size < limit) keep(find(words.query, 'any', limit))
  const best = Math.max(0, ...[...found.values()].map((hit) => hit.score))
  const isNew = queryTerms(words.question).some((term) => !queryTerms(words.query).includes(term))
  if (best < poorScore && isNew) keep(find(words.question, 'any', limit), questionWeight)
  return [...found.values()].slice(0, limit)
}
