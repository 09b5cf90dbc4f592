import { queryTerms } from '../../shared/fold.ts'
import type { Corpus } from './ports.ts'

/** Words that stand together in more of the owner's documents than this share say nothing about any of them. */
const mostShare = 0.1
const mostDocuments = 3

/**
 * Whether the question is about something in the owner's data: all its content words, two at least, stand together in a
 * few of the documents. Small talk and general knowledge do not; a small model takes one for the other.
 */
export function standsInOwnData(question: string, corpus: Corpus): boolean {
  if (queryTerms(question).length < 2) return false
  const documents = corpus.frequency(question)
  return documents > 0 && documents <= Math.max(mostDocuments, corpus.size() * mostShare)
}
