/** Questions that lean on what was said before ("and when does it expire"), in words that stand by themselves. Code, no model. */
import { fold, queryTerms } from '../../shared/fold.ts'
import { stopWords } from '../../shared/fold-words.ts'
import type { EarlierTurn } from '../model/engine.ts'
import { isEverydayWord } from '../search/related-words.ts'
import { emptyWords } from '../search/telling-terms.ts'
import { isKindOfValue } from './asked-value.ts'
import { isDayName } from './day-words.ts'
import type { Corpus } from './ports.ts'

/** Words of the exchange before that a question is told with, at most: its subject, and whom the reply named. */
const mostSubject = 6
const mostNamed = 3
/** A reply with more lines is a list, and its names are of many things. */
const longestReply = 240
/** A question with more words says itself what it is about, in words. */
const longestOpen = 7
/** Of exchanges that lean on one another. */
const furthestBack = 3

const opener =
  /^\s*(?:(?:ok|okay|thanks|thank you|great|good|hm+|danke|merci)[\s,.!]+)*(?:and|also|und|et|y|e|ir)[\s,]+(?=\S)/iu
const instead =
  /^\s*(?:(?:ok|okay|thanks|great|and|but|so|und|et)[\s,]+)*(?:what about|how about|and what about|was ist mit|wie (?:ist|steht) es mit|et pour|e quanto a|y)[\s,]+(?=\S)/iu
const asking =
  /(?<!\p{L})(?:what|whats|which|who|whos|whose|whom|when|whens|where|wheres|how|hows|till|is|are|was|were|do|does|did|can|could|should|must|will|would|has|have|until|since|wer|wen|wem|wessen|was|wann|wo|wie|wieviel|welche[rsnm]?|ist|sind|war|hat|habe|kann|muss|soll|bis wann|seit wann|quel(?:le)?s?|qui|quand|ou|comment|combien|quem|qual|quais|quando|onde|quanto|quien|cual|cuando|donde|cuanto|kada|kur|kiek|kas)(?!\p{L})/u
/** Somebody, and something, that only what was said before can name. Folded. */
const somebody =
  /(?<!\p{L})(?:he|him|his|she|her|hers|they|them|their|theirs|hes|shes|theyre|er|ihm|ihn|ihr|ihre[nmrs]?|sein(?:e[nmrs]?)?|elle|lui|leur|ele|ela|dele|dela)(?!\p{L})/u
const something =
  /(?<!\p{L})(?:it|its|this|these|those|(?:is|was|does|did|of|for|about|on|with|at|to|and|when|where|by|said|do|after|before) that(?= *$| *[?!.,]| (?:ok|okay|fine|one|still|too|again|day|then|cost|mean|take|start|end|happen)(?!\p{L}))|that (?:one|day|place|thing)|(?:same|other|which|next|last|first|second) one|(?<!(?:is|are|was|were) )there(?= *$| *[?!.])|davon|damit|dafur|dort|dahin)(?!\p{L})/u
/** Words that stand for nothing before them. Folded. */
const dummy =
  /(?<!\p{L})(?:what (?:time|day|date|year) is it|(?:is|was|isnt|does) it (?:true|possible|normal|safe|legal|ok to|okay to|better|raining|snowing|cold|hot|warm|late|going to|rain|snow|matter)|hows? (?:is )?it going|its (?:raining|cold|hot|late)|this (?:week|month|year|morning|afternoon|evening|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter))(?!\p{L})/gu
/** Asked of the assistant, of the world, or of the words of the reply themselves. Folded. */
const ofElse =
  /(?<!\p{L})(?:what does (?:that|it|this) mean|you|your|yourself|why|joke|warum|pourquoi|translate|in (?:english|german|french|spanish|portuguese)|du|dein\p{L}*|what(?:s| is) the (?:time|date)|todays? date|what (?:day|date) is (?:it|today))(?!\p{L})/u
/** "What colour is it": what is asked of the thing stands before it. Folded. */
const askedOfIt =
  /^\s*(?:(?:and|so|ok|but)[\s,]+)*(?:what|which|how)(?: \p{L}+){0,4} (?:is|was|are|were|does|did|do|has|have|should|can|must|will|would) (?:he|she|they|it|that|this|those|these|his|her|their|its)(?!\p{L})/u
const capitalized = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]+(?![\p{L}\p{N}])/gu
/** "And Ada's", "and mine": of whom the same is asked; and where the question before says it. */
const ofAsker = /^(?:mine|ours)$/iu
const ofSomebody = /^(?:my )?\p{L}[\p{L}\p{M}-]+['’]s(?: own| one)?$/iu
const ofThing = /^(?:the|an?|of|for|in|on|at|der|die|das|le|la|les|el|o)\s/iu
/** "With which club": nothing is said of whom. */
const fragment =
  /^\s*(?:with|at|in|on|for|from|to|by|of|mit|bei|avec|com)\s+(?=(?:which|what|whom|whose|how|welche\p{L}*|wem|quel\p{L}*|que)(?!\p{L}))/iu
const whose =
  /(?<![\p{L}])(?:my|our|\p{L}[\p{L}\p{M}-]+(?<!(?:what|who|where|when|how|it|that))['’]s)(?![\p{L}])/iu
const determiner = /(?<!\p{L})(?:my|our|the)\s+$/iu
const possessor = /^(?:(?:of|for|in|on)\s+)?(?=(?:my|our)\s)/iu
const words = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’.-]*[\p{L}\p{M}\p{N}])?/gu
const dayWord =
  /^(?:today|tonight|tomorrow|yesterday|week|weekend|month|year|next|last|heute|morgen|gestern|woche|monat|demain|amanha)$/

const isDay = (term: string) => dayWord.test(term) || isDayName(term)
const saysMore = (term: string) =>
  !stopWords.has(term) && !emptyWords.has(term) && !isKindOfValue(term) && !asking.test(term)
const isTelling = (term: string) => saysMore(term) && !isDay(term)
const tellingIn = (text: string) => queryTerms(text).filter(isTelling)

/** "The price": of what was spoken of, not in its place. */
function saysOnlyKind(text: string): boolean {
  const terms = queryTerms(text)
  return terms.some(isKindOfValue) && !terms.some((term) => saysMore(term) || isDay(term))
}

/** Whether a pronoun has nothing before it in the question that it could stand for. */
function isOpenPronoun(asked: string, pronoun: RegExp): boolean {
  const at = asked.search(pronoun)
  if (at < 0) return false
  const before = tellingIn(asked.slice(0, at)).length
  const isLast = asked.slice(at).trim().split(/\s+/).length === 1
  return askedOfIt.test(asked) || before < (isLast ? 2 : 1)
}

const stands = (term: string, corpus: Corpus) =>
  corpus.frequency(term) > 0 || (term.endsWith('s') && corpus.frequency(term.slice(0, -1)) > 0)

const leansOnThing = (question: string) =>
  something.test(fold(question).replace(/['’]/gu, '').replace(dummy, ' '))

/** How a question leans on what was said: by another thing in the place of the last, by a pronoun, by leaving out what it is about. */
type Leaning = 'instead' | 'person' | 'thing' | 'open'

function leaningOf(question: string, corpus: Corpus): Leaning | null {
  const asked = fold(question).replace(/['’]/gu, '').replace(dummy, ' ')
  if (ofElse.test(asked) || asked.trim() === '') return null
  if (isOpenPronoun(asked, somebody)) return 'person'
  if (isOpenPronoun(asked, something)) return 'thing'
  const rest = question.replace(instead, '').replace(opener, '')
  if ((rest.match(words) ?? []).length > longestOpen) return null
  const isAsked = asking.test(fold(rest).replace(/['’]/gu, ''))
  const goesOn = rest !== question
  if (goesOn && !isAsked) return saysOnlyKind(rest) ? 'open' : 'instead'
  if (fragment.test(question)) return 'open'
  const own = queryTerms(rest).filter(saysMore)
  const isOpen = goesOn ? own.length < 2 && !own.some((term) => stands(term, corpus)) : own.length === 0
  return (isAsked || /[?？]\s*$/u.test(question)) && isOpen ? 'open' : null
}

const isName = (word: string, corpus: Corpus) =>
  queryTerms(word).some((term) => isTelling(term) && !isEverydayWord(term) && stands(term, corpus))

/** Names in a text, as they are written. */
const namesOf = (text: string, corpus: Corpus) =>
  [...new Set(text.match(capitalized) ?? [])].filter((word) => isName(word, corpus))

/** What the exchange before was about, in small letters: no source need hold these names. */
function subjectOf({ user, reply }: EarlierTurn, leaning: Leaning, corpus: Corpus): string[] {
  const saying = (text: string, isSaid: (term: string) => boolean) =>
    (text.match(words) ?? []).filter((word) => queryTerms(word).some(isSaid)).slice(0, mostSubject)
  const isList = reply.length > longestReply || reply.trim().includes('\n')
  const asked = saying(user, isTelling)
  // Where only a day was asked about, what was there is meant.
  if (asked.length === 0) asked.push(...saying(isList ? user : `${user} ${reply}`, saysMore))
  const named = leaning === 'thing' || isList ? [] : namesOf(reply, corpus).slice(0, mostNamed)
  return [...new Set([...asked, ...named].map((word) => word.toLowerCase()))]
}

/** Whom the last exchange named that named anybody. */
function namedBefore(earlier: readonly EarlierTurn[], corpus: Corpus): string[] {
  for (const { user, reply } of earlier.toReversed().slice(0, furthestBack)) {
    const names = namesOf(`${reply}\n${user}`, corpus)
    if (names.length > 0) return names.slice(0, mostNamed)
  }
  return []
}

/** Where the last thing named in a question stands: its names or days where the other has such, else its last words that tell. */
function lastNamed(question: string, isLike: (word: string) => boolean): readonly [number, number] | null {
  const all = [...question.matchAll(words)]
  const last = all.findLastIndex(([word]) => isLike(word))
  if (last < 0) return null
  let first = last
  while (first > 0 && isLike(all[first - 1]?.[0] ?? '')) first--
  const [from, to] = [all[first], all[last]]
  return from === undefined || to === undefined ? null : [from.index, to.index + to[0].length]
}

/** `of the boiler` behind `the number of the`: without the words that stand there already. */
function withoutTail(other: string, start: string): string {
  if (determiner.test(start)) return other.replace(/^(?:(?:of|for|in|on) )?the\s+/iu, '')
  const wordsOf = (text: string) => fold(text).trim().split(/\s+/)
  const said = wordsOf(start)
  const added = wordsOf(other)
  for (let n = added.length - 1; n > 0; n--)
    if (said.slice(-n).join(' ') === added.slice(0, n).join(' ')) return other.split(/\s+/).slice(n).join(' ')
  return other
}

/** The question before with another thing in the place of the last it named: "when is the dentist", "and the hairdresser". */
function withInstead(before: string, question: string, corpus: Corpus): string {
  const other = question
    .replace(instead, '')
    .replace(opener, '')
    .replace(/[\s?？!.]+$/u, '')
    .trim()
  const isOfName = isName(other, corpus)
  const hasName = namesOf(before, corpus).length > 0
  if (ofAsker.test(other) || ofSomebody.test(other) || (isOfName && !hasName && !ofThing.test(other)))
    if (whose.test(before)) return before.replace(whose, () => (ofAsker.test(other) ? 'my' : other))
  const inDays = queryTerms(other).some(isDay) || /\p{N}/u.test(other)
  const likes: readonly ((word: string) => boolean)[] = inDays
    ? [(word) => queryTerms(word).some(isDay) || /^\p{N}/u.test(word)]
    : [...(isOfName ? [(word: string) => isName(word, corpus)] : []), (word) => tellingIn(word).length > 0]
  const place = likes.map((isLike) => lastNamed(before, isLike)).find((found) => found !== null) ?? null
  if (place === null) return `${before.replace(/[\s?？!.]+$/u, '')} ${other}`
  const start = before.slice(0, place[0])
  const end = before.slice(place[1])
  // "The number of my" and "of my cat" have one "my".
  if (determiner.test(start) && possessor.test(other))
    return `${start.replace(determiner, '')}${other.replace(possessor, '')}${end}`
  return `${start}${withoutTail(other, start)}${end}`
}

/**
 * The question with what it leaves out: "passport number: and when does it expire". As it is where it says itself what it is
 * about, where it is asked of the assistant, and where nothing was said before.
 * @param earlier oldest first
 */
export function standalone(question: string, earlier: readonly EarlierTurn[], corpus: Corpus): string {
  const last = earlier.at(-1)
  const leaning = last === undefined ? null : leaningOf(question, corpus)
  if (last === undefined || leaning === null) return question
  const before = standalone(last.user, earlier.slice(0, -1).slice(1 - furthestBack), corpus)
  if (leaning === 'instead') return withInstead(before, question, corpus)
  const exchange = { user: before, reply: last.reply }
  const names = leaning === 'person' ? namedBefore(earlier, corpus) : []
  // "What do they take for it" needs both.
  const isAlone = names.length > 0 && !leansOnThing(question)
  const subject = isAlone
    ? names
    : [...names, ...subjectOf(exchange, names.length > 0 ? 'thing' : leaning, corpus)]
  return subject.length === 0 ? question : `${subject.join(' ')}: ${question}`
}
