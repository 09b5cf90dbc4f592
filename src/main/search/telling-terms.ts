import { queryTerms } from '../../shared/fold.ts'
import { stopWords } from '../../shared/fold-words.ts'
import type { WordCounts } from './corpus.ts'
import { compoundParts, isEverydayWord } from './related-words.ts'

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
  kindly telling beforehand
  shows showing showed show sign blinks happens happening anyone just only really actually maybe about regarding concerning remember forgot
  under written stands fix solve ask asks asked asking sensei mr mrs ms senhor senhora senor senora madame monsieur mme herr signor signora pani ponas ponia`.split(
    /\s+/,
  ),
)

/** `no` and `nr` stand anywhere. */
const abbreviation = /^\p{Script=Latin}{1,2}$/u
/** Other words of the data that a search is widened by, at most. */
const mostRelated = 10

/** How somebody is addressed, behind a name. */
const honorific = /(?<=\p{L})-(?:san|sama|kun|chan|sensei)(?![\p{L}])/giu
const another = /(?<!\p{L})not\s+(\p{L}[\p{L}\p{M}]+?)(['’]?s)?(?!\p{L}|['’]\p{L})/giu
const ofTheAsker = /(?<!\p{L})(?:mine|my|own)(?!\p{L})/iu
const setsApart = /(?:[,;(–—-]|(?<!\p{L})(?:mine|own))$/iu
const clauseIsOver = /^\s*(?:[^\p{L}\p{N}\s]|$)/u

/** Whose thing is not meant: "mine, not Ada's". Not "my phone is not charging", nor "which of my bills are not paid". */
function othersIn(question: string): RegExpExecArray[] {
  return [...question.matchAll(another)].filter((match) => {
    const [all, name = '', ending = ''] = match
    const before = question.slice(0, match.index).trimEnd()
    if (!ofTheAsker.test(before)) return false
    if (/^['’]/u.test(ending)) return true
    const mayBeName = ending !== '' || /^\p{Lu}/u.test(name) || setsApart.test(before)
    return mayBeName && clauseIsOver.test(question.slice(match.index + all.length))
  })
}

/** Whose thing a question says that it does not mean. Folded. */
export const namesExcluded = (question: string): string[] =>
  othersIn(question).flatMap(([, name = '']) => queryTerms(name))

/** The question without how people are addressed and whose thing it does not mean. */
export function plainQuestion(question: string): string {
  const others = othersIn(question).map(([all]) => all)
  return others.reduce((rest, other) => rest.replace(other, ' '), question).replace(honorific, '')
}

/** What somebody said they would do is what they promised. */
const saidWould =
  /(?<!\p{L})(?:i|we|he|she|they) (?:said|told \p{L}+) (?:that )?(?:(?:i|we|he|she|they) would|(?:i|we|he|she|they)['’]d)(?!\p{L})/iu

/** The content words of a question that say what it asks for; all of them when none does. Folded. */
export function tellingTerms(question: string): string[] {
  const plain = plainQuestion(question)
  const asked = [...queryTerms(plain), ...(saidWould.test(plain) ? ['promised'] : [])]
  const telling = asked.filter((term) => !emptyWords.has(term))
  return telling.length > 0 ? telling : asked
}

/** In letters. */
const shortestHalf = 3

/** `band` and `saw` of `bandsaw`, where the data writes them apart. */
function apart(term: string, { frequency }: Pick<DataWords, 'frequency'>): readonly string[] {
  for (let at = shortestHalf; at <= term.length - shortestHalf; at++) {
    const halves = [term.slice(0, at), term.slice(at)]
    if (
      !halves.some((half) => emptyWords.has(half) || stopWords.has(half)) &&
      frequency(halves.join(' ')) > 0
    )
      return halves
  }
  return [term]
}

/** The terms, with the parts of each compound that stands nowhere in the data, as in no other form. */
export const knownParts = (terms: readonly string[], words: DataWords): string[] =>
  terms.flatMap((term) => {
    if (isEverydayWord(term) || words.frequency(term) > 0) return [term]
    const parts = apart(term, words)
    if (parts.length > 1) return parts
    return words.related(term).length > 0 ? [term] : compoundParts(term)
  })

/** What a search is put in the data's own words with. */
export type DataWords = Pick<WordCounts, 'related' | 'frequency'>

/** Words that stand in the place of one that the data does not have, at most. */
const mostStandIns = 3

/**
 * The query with each word that stands nowhere in the data replaced by those that the data has for it, or left out where
 * there are none: how much of a search a file holds is counted by words, and these would never be held.
 */
export function translated(query: string, words: DataWords): string {
  const { related, frequency } = words
  const standing = (term: string) => (frequency(term) > 0 ? [term] : related(term).slice(0, mostStandIns))
  const asked = queryTerms(query)
  const terms = knownParts(tellingTerms(query), words).flatMap(standing)
  return terms.length === 0 || terms.join(' ') === asked.join(' ') ? query : terms.join(' ')
}

/** The question with other words behind it that the data has for its words: for searches, never for a model. */
export function widened(question: string, words: DataWords): string {
  const asked = tellingTerms(question)
  const terms = knownParts(asked, words)
  const others = new Set([...terms, ...terms.flatMap((term) => words.related(term))])
  const wanted = [...others].filter((word) => !abbreviation.test(word) && !asked.includes(word))
  return [question, ...wanted.slice(0, mostRelated)].join(' ')
}
