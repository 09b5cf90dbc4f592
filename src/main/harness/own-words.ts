import { queryTerms } from '../../shared/fold.ts'
import type { Corpus } from './ports.ts'

/** "My", "our" and "did I": what the asker has, in the languages whose stop words search knows too. */
const ownersWord =
  /(?<![\p{L}\p{N}])(?:my|mine|our|ours|mein\p{L}{0,2}|unser\p{L}{0,2}|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?|(?:did|have|had|was|were) (?:i|we))(?![\p{L}\p{N}])/iu

/** Words that stand together in more of the owner's documents than this share say nothing about any of them. */
const mostShare = 0.1
const mostDocuments = 3

/**
 * Whether the question is about something in the owner's data: its content words that stand anywhere in it, two at least,
 * stand together in a few of the documents. Small talk and general knowledge do not; a small model takes one for the other.
 */
export function standsInOwnData(question: string, corpus: Corpus): boolean {
  const known = queryTerms(question).filter((term) => corpus.frequency(term) > 0)
  if (known.length < 2) return false
  const documents = corpus.frequency(known.join(' '))
  return documents > 0 && documents <= Math.max(mostDocuments, corpus.size() * mostShare)
}

/** Whether the question is one about the asker, which nothing but the asker's data can answer. */
export function asksAboutOwner(question: string): boolean {
  const unquoted = question.replace(/["“„«][^"”“»]*["”»]/g, ' ')
  return /[?？]/.test(unquoted) && ownersWord.test(unquoted)
}
