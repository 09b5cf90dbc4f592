/** A question that asks two things ("what is her number, and when do we meet") as two questions. Code, no model. */
import { fold, queryTerms } from '../../shared/fold.ts'
import { stopWords } from '../../shared/fold-words.ts'
import { emptyWords } from '../search/telling-terms.ts'
import { askedValue, isKindOfValue } from './asked-value.ts'

const interrogatives =
  'what|whats|which|who|whos|whose|whom|when|whens|where|wheres|how|since when|until when|till when|by when|jusqu.?à quand|até que dia|até quando|a que horas|at what|wer|wen|wem|wessen|was|wann|wo|wie|wieviel|welche[rsnm]?|quel(?:le)?s?|qui|quand|où|comment|combien|quem|qual|quais|quando|onde|quanto|qui[eé]n|cu[aá]l|cu[aá]ndo|d[oó]nde|cu[aá]nto|kada|kur|kiek|kas'
/** A verb asks where somebody or something comes after it: "and can she", not "and has the key". */
const verbs =
  '(?:(?:is|are|was|were|do|does|did|can|could|should|must|may|will|would|ist|sind|kann|darf|muss|soll) (?:the|der|die|das|(?-i:\\p{Lu})\\p{L}+)|(?:is|are|was|were|do|does|did|can|could|should|must|may|will|would|has|have|ist|sind|kann|darf|muss|soll|hat) (?:i|we|he|she|it|they|that|this|there|my|our|ich|wir|er|sie|es|mein\\p{L}*|unser\\p{L}*))'
const asking = new RegExp(`(?<![\\p{L}])(?:${interrogatives}|${verbs})(?![\\p{L}])`, 'iu')
/** "The number of": what is asked for in so many words. */
const theValue = '(?:the )?(?:number|phone|code|price|date|address|name|password|size) of'
/** Where a second question may begin: behind a question mark, or behind "and" with a word that asks. */
const boundary = new RegExp(
  `[?？]\\s*(?=\\p{L})(?!\\w+=)|[,;.]?\\s+(?=(?:and|und|et|y|e|ir)[,\\s]+(?:also[,\\s]+)?(?:(?:(?:on|at|by|in|from|for|with|to) )?(?:${interrogatives}|${verbs})|${theValue})(?![\\p{L}]))|[、。]\\s*(?=それと|あと|また)`,
  'giu',
)
const joining = /^(?:(?:and|und|et|y|e|ir)[,\s]+(?:also[,\s]+)?|それと|あと|また)/iu
const askingInJapanese = /いくら|いつ|どこ|誰|何|どの|どれ|どう/u
/** Of characters: what is longer holds a text that somebody pasted, and its questions are not the person's. */
const longestAsked = 600
/** "When I am in Rome, …" asks nothing yet. */
const condition =
  /^\s*(?:when|where|wenn|wann|wo|quand|quando|cuando)\s+(?=(?:i|we|you|he|she|they|ich|wir|je|nous)\s)/iu
/** In words: "and when" is of the same thing, and is told with it. */
const shortestPart = 2

const isTelling = (term: string) => !stopWords.has(term) && !emptyWords.has(term) && !isKindOfValue(term)
const asks = (text: string) =>
  asking.test(text.replace(/['’]/gu, '')) || askedValue(text) !== null || askingInJapanese.test(text)

const lastOf = (text: string, sign: RegExp) => [...text.matchAll(sign)].at(-1)?.index ?? -1
/** Whether a text ends in the middle of words that it quotes. */
const isQuoting = (text: string) =>
  (text.match(/(?<!\p{N})"/gu) ?? []).length % 2 === 1 ||
  lastOf(text, /[“„«]/gu) > lastOf(text, /[”»]|(?<=„[^“]*)“/gu) ||
  lastOf(text, /(?<![\p{L}\p{N}])['‘](?=[\p{L}\p{N}])/gu) > lastOf(text, /(?<=\S)['’](?!\p{L})/gu)

/** Whether a text is a question by itself, about something that it names. */
const isFirst = (text: string) =>
  asks(text.replace(condition, '')) && queryTerms(text).some(isTelling) && !isQuoting(text)
/** Or about what the first one is about: then it may say no more than what is asked of it. */
const isSecond = (text: string, isJoined: boolean) =>
  (asks(text) || isJoined) && (fold(text).split(/\s+/).length >= shortestPart || askingInJapanese.test(text))

/** At least one, without what joins them; the question itself where it asks one thing. */
export function questionParts(question: string): readonly string[] {
  if (question.length > longestAsked) return [question]
  for (const found of question.matchAll(boundary)) {
    const first = question.slice(0, found.index).trim()
    const rest = question.slice(found.index + found[0].length).trim()
    const second = rest.replace(joining, '')
    if (isFirst(first) && isSecond(second, rest !== second)) return [first, second]
  }
  return [question]
}
