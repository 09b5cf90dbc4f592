import { queryTerms } from '../../shared/fold.ts'
import { emptyWords } from '../search/telling-terms.ts'
import { isKindOfValue } from './asked-value.ts'
import { nameWords, type WeightedTerm } from './coverage.ts'
import type { Corpus } from './ports.ts'

/** "My", "our" and "did I": what the asker has, in the languages whose stop words search knows too. */
const ownersWord =
  /(?<![\p{L}\p{N}])(?:my|mine|our|ours|mein\p{L}{0,2}|unser\p{L}{0,2}|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?|(?:(?:am|did|have|had|was|were)|(?<!how )(?:do|can|could|must|should|shall)) (?:i|we)|(?:i|we) (?:am|do|can|must|should|have|had|need|may))(?![\p{L}\p{N}])/iu
/** Whoever asks is part of what is asked about. */
const ownersPart = /(?<![\p{L}\p{N}])(?:i|me|we|us|ich|mir|mich|wir|uns)(?![\p{L}\p{N}])/iu
/** A question, with or without its mark. Folded text is not needed: people write these in lower case or with a capital. */
const question =
  /[?？]|^\s*(?:who|whom|whose|what|which|when|where|why|how|am|is|are|was|were|do|does|did|can|could|must|should|have|has|until|since|wer|was|wann|wo|wie|welche[rsnm]?|warum)(?![\p{L}])/iu
/** "Show me" says to whom, not about whom. */
const toldTo =
  /^\s*(?:(?:please|pls|can you|could you|kannst du|bitte)[\s,]+)*(?:show|tell|give|help|let|write|make|draw|sing|teach|explain to|zeig\p{L}*|sag\p{L}*|gib) (?:me|us|mir|uns)(?![\p{L}])/iu
/** Names of languages and peoples say nothing about the owner's data. */
const languageName =
  /^(?:english|german|french|spanish|portuguese|italian|dutch|swedish|polish|lithuanian|russian|turkish|japanese|chinese|korean|latin|greek|arabic|american|british)$/

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
  if ([...nameWords(question)].some((name) => !languageName.test(name) && isRare(name))) return true
  const known = queryTerms(question)
    .filter((term) => !emptyWords.has(term))
    .map((term) => ({ term, documents: corpus.frequency(term) }))
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => a.documents - b.documents)
    .map(({ term }) => term)
  const [first, second] = known
  if (first === undefined) return false
  return second === undefined || mentionsOwner(question)
    ? (isFollowUp || mentionsOwner(question)) && isRare(first)
    : isRare(`${first} ${second}`)
}

/** Share of what a question says that must stand in the data for it to be about the owner. */
const leastKnown = 0.75

/** Whether nearly all that a question asks about stands somewhere in the data, in its words or others for the same. */
export function isOfOwnWords(terms: readonly WeightedTerm[]): boolean {
  const telling = terms.filter(({ forms }) => !isKindOfValue(forms[0] ?? ''))
  const known = telling.filter(({ isUnknown }) => !isUnknown)
  return known.length > 0 && known.length >= telling.length * leastKnown
}

/** Whether the question is one about the asker, which nothing but the asker's data can answer. */
export function asksAboutOwner(asked: string): boolean {
  const unquoted = asked.replace(/["“„«][^"”“»]*["”»]/g, ' ')
  return question.test(unquoted) && ownersWord.test(unquoted)
}

/** Whether the asker is named in the request at all: "who lent me the jacket". */
export function mentionsOwner(text: string): boolean {
  const asked = text.replace(toldTo, ' ')
  return ownersWord.test(asked) || ownersPart.test(asked)
}
