import { queryTerms } from '../../shared/fold.ts'
import { emptyWords } from '../search/telling-terms.ts'
import { nameWords } from './coverage.ts'
import type { Corpus } from './ports.ts'

/** "My", "our" and "did I": what the asker has, in the languages whose stop words search knows too. */
const ownersWord =
  /(?<![\p{L}\p{N}])(?:my|mine|our|ours|mein\p{L}{0,2}|unser\p{L}{0,2}|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?|(?:did|have|had|was|were) (?:i|we))(?![\p{L}\p{N}])/iu

/** Words that stand together in more of the owner's documents than this share say nothing about any of them. */
const mostShare = 0.1
const mostDocuments = 3

/**
 * Whether the question is about something in the owner's data: a name or code of it stands there in a few documents, or its
 * two rarest words that stand anywhere stand together in a few. Small talk and general knowledge do not; a small model
 * takes one for the other.
 * @param isFollowUp a question of a conversation leaves out what was said before: then one rare word is enough
 */
export function standsInOwnData(question: string, corpus: Corpus, isFollowUp: boolean): boolean {
  const few = Math.max(mostDocuments, corpus.size() * mostShare)
  const isRare = (text: string) => {
    const documents = corpus.frequency(text)
    return documents > 0 && documents <= few
  }
  if ([...nameWords(question)].some(isRare)) return true
  const known = queryTerms(question)
    .filter((term) => !emptyWords.has(term))
    .map((term) => ({ term, documents: corpus.frequency(term) }))
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => a.documents - b.documents)
    .map(({ term }) => term)
  const [first, second] = known
  if (first === undefined) return false
  return second === undefined ? isFollowUp && isRare(first) : isRare(`${first} ${second}`)
}

/** Whether the question is one about the asker, which nothing but the asker's data can answer. */
export function asksAboutOwner(question: string): boolean {
  const unquoted = question.replace(/["“„«][^"”“»]*["”»]/g, ' ')
  return /[?？]/.test(unquoted) && ownersWord.test(unquoted)
}
