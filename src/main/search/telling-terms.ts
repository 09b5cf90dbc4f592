import { queryTerms } from '../../shared/fold.ts'
import type { WordCounts } from './corpus.ts'
import { compoundParts } from './related-words.ts'

/** Words of a question that say nothing about what it asks for. Folded. */
export const emptyWords: ReadonlySet<string> = new Set(
  `mean means meaning called many much long often far find tell show give get got know need want wants think say says said
  told talk look take takes took taken use used make made thing things stuff info information detail details exactly again
  currently out off up down over away back must should could would might shall may can cannot anything something anybody
  somebody anyone someone everything nothing still already yet also ever never always now then here there please let put own mine remind
  wieder noch mal nochmal denn eigentlich schon bitte gerade encore deja donc ainda outra ya otra vez
  keep keeps kept come comes came go goes went gone bring brings brought bringing getting doing having being kind sort
  pls plz thanks thank lost lose losing one ones mine myself reach whens whats wheres whos hows current valid log extra possible
  quickly urgent asap place location whereabouts announced announce blocked wear wearing speak speaks guy man lady woman person
  people same other another die der das den dem des ein eine einen einem mein meine meinem meinen von vom ist sind wie was wo
  shows showing showed show sign blinks happens happening anyone just only really actually maybe about regarding concerning remember forgot
  under written stands mr mrs ms senhor senhora senor senora madame monsieur mme herr signor signora pani ponas ponia`.split(
    /\s+/,
  ),
)

/** `no` and `nr` stand anywhere. */
const abbreviation = /^\p{Script=Latin}{1,2}$/u
/** Other words of the data that a search is widened by, at most. */
const mostRelated = 10

/** The content words of a question that say what it asks for; all of them when none does. Folded. */
export function tellingTerms(question: string): string[] {
  const asked = queryTerms(question)
  const telling = asked.filter((term) => !emptyWords.has(term))
  return telling.length > 0 ? telling : asked
}

/** The terms, with the parts of each compound that stands nowhere in the data, as in no other form. */
export const knownParts = (terms: readonly string[], { related, frequency }: DataWords): string[] =>
  terms.flatMap((term) => (frequency(term) > 0 || related(term).length > 0 ? [term] : compoundParts(term)))

/** What a search is put in the data's own words with. */
export type DataWords = Pick<WordCounts, 'related' | 'frequency'>

/** Words that stand in the place of one that the data does not have, at most. */
const mostStandIns = 3

/**
 * The query with each word that stands nowhere in the data replaced by those that the data has for it, where there are
 * some: how much of a search a file holds is counted by words, and one in another language would never be held.
 */
export function translated(query: string, words: DataWords): string {
  const { related, frequency } = words
  const standIns = (term: string) => (frequency(term) > 0 ? [] : related(term).slice(0, mostStandIns))
  const terms = knownParts(queryTerms(query), words).map((term) => ({ term, others: standIns(term) }))
  if (terms.every(({ others }) => others.length === 0)) return query
  return terms.flatMap(({ term, others }) => (others.length > 0 ? others : [term])).join(' ')
}

/** The question with other words behind it that the data has for its words: for searches, never for a model. */
export function widened(question: string, words: DataWords): string {
  const asked = tellingTerms(question)
  const terms = knownParts(asked, words)
  const others = new Set([...terms, ...terms.flatMap((term) => words.related(term))])
  const wanted = [...others].filter((word) => !abbreviation.test(word) && !asked.includes(word))
  return [question, ...wanted.slice(0, mostRelated)].join(' ')
}
