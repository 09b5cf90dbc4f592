/**
 * What code can see before L1's scores are read: a question that asks for nothing but a date, one whose words name events,
 * one that has nothing to do with the owner. Each counts for the handles that it speaks for, beside the model's own scores.
 */
import { fold, queryTerms } from '../../shared/fold.ts'
import { stopWords } from '../../shared/fold-words.ts'
import { isEverydayWord } from '../search/related-words.ts'
import { emptyWords } from '../search/telling-terms.ts'
import type { FoundEvent, FoundNote, Tool } from '../tools/tool.ts'
import { asksForAction } from './actions.ts'
import { askedValue, wantsPhone } from './asked-value.ts'
import { looksUp } from './attempt.ts'
import { type WeightedTerm, weighTerms } from './coverage.ts'
import { answerFromEvents } from './list-answers.ts'
import { isOfOwnWords, mentionsOwner, standsInOwnData } from './own-words.ts'
import type { Corpus, HarnessPorts, WordRange } from './ports.ts'

/** Natural logarithm of the odds by which evidence moves a handle; chosen on requests that no report counts. */
const strength = {
  date: 4,
  events: 3,
  general: 2.5,
  own: 2.5,
  leaning: 1.5,
  name: 1,
  paper: 1.5,
  action: 6,
} as const

/** Words that a question about a date alone is made of. Folded. */
const dateWords =
  /^(?:date|dates|day|days|weekday|week|weeks|weekend|month|year|number|calendar|today|tomorrow|yesterday|tonight|next|last|this|first|second|third|coming|ago|now|after|before|one|two|three|four|five|six|seven|eight|nine|ten|datum|tag|tage|wochentag|woche|wochen|monat|jahr|kw|heute|morgen|gestern|ubermorgen|nachste[nrms]?|letzte[nrms]?|kommende[nrms]?|der|die|das|ist|welche[nrms]?|\p{N}+(?:st|nd|rd|th)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|january|february|march|april|may|june|july|august|september|october|november|december)$/u
const asksForDate =
  /(?<![\p{L}])(?:(?:what|which)(?:'s| is| was| are| were)?(?: the)? (?:dates?|day|weekday|week|month|year)|what(?:'s| is) today|welche[rsn]? (?:datum|tag|wochentag|woche)|der wievielte)(?![\p{L}])/iu

export function asksForDateOnly(question: string): boolean {
  return asksForDate.test(question) && queryTerms(question).every((term) => dateWords.test(term))
}

/** Until when something is valid. Folded. */
const asksForEnd =
  /(?<!\p{L})(?:(?:runs?|ran) out|expir\p{L}*|valid(?:ity)?|good (?:until|till)|laps(?:e|es|ing)|lauft .*ab|ablauf\p{L}*|abgelaufen|gultig\p{L}*|venc(?:e|en|eu)|caduc\p{L}*|scad\p{L}*|valable|validite|perim\p{L}*|verloopt|geldig|giltig\p{L}*|gar ut|wygas\p{L}*|waz(?:ny|na|ne)|galioja|baigiasi)(?!\p{L})/u
const end = /(?<!\p{L})(?:end(?:s|ing)?|ende[nt]?|(?:se )?termin[ae]|finisce|slutar|eindigt)(?!\p{L})/u
const paperWords = `(?:${[
  'contract|lease|tenancy|agreement|passport|warranty|guarantee|policy|insurance|licen[cs]e',
  'visa|permit|membership|subscription|certificate|mandate|\\p{L}*vertrag|\\p{L}*versicherung|garantie|\\p{L}*pass|\\p{L}*ausweis|mitgliedschaft|abo|contrat|bail|contrato|contratto|contract|hyreskontrakt|umowa|sutartis',
].join('|')})s?(?!\\p{L})`
const validPaper = new RegExp(`(?<!\\p{L})${paperWords}`, 'u')
/** "The lease" is somebody's; "a passport" and what was long ago are the world's. */
const knownPaper = new RegExp(
  `^(?!.*(?:did|was|were) ).*(?<!\\p{L})(?:(?:the|this|der|die|das|den|le|la|el|il|het) |l['’])${paperWords}`,
  'u',
)
/** An event that is such an end itself: "Passport expires", "Last day of the lease". Folded. */
const isAnEnd = /(?<!\p{L})(?:last day|deadline|due|frist|lauft|fin|slutar|koniec|pabaiga)(?!\p{L})/u

/** What is paid or done for a contract says nothing about its end. */
function asksForValidity(question: string): boolean {
  const asked = fold(question)
  return asksForEnd.test(asked) || (end.test(asked) && validPaper.test(asked))
}

/** Until when the lease runs is asked of the owner's papers, also where they call it otherwise. */
const asksForOwnPaper = (question: string) => asksForValidity(question) && knownPaper.test(fold(question))

function saysEnd({ title }: FoundEvent): boolean {
  const folded = fold(title)
  return asksForEnd.test(folded) || end.test(folded) || isAnEnd.test(folded)
}

/** Whether the calendar has events that the words of the question name. */
async function hasNamedEvents(
  question: string,
  range: WordRange | null,
  { ports: { grantedTools, corpus }, signal }: { ports: HarnessPorts; signal: AbortSignal },
): Promise<boolean> {
  const calendar = grantedTools.find(({ name }) => name === 'queryCalendar')
  if (calendar === undefined) return false
  const args = calendar.resolveArguments?.({ question, instruction: null }) ?? {}
  const { found } = await calendar.run(args, { signal, question, instruction: null })
  const events = found.filter((item): item is FoundEvent => item.kind === 'event')
  const meant = asksForValidity(question) ? events.filter(saysEnd) : events
  const words = { leastNamed: range === null ? 2 / 3 : 1 / 2, related: corpus.related }
  return answerFromEvents(question, meant, range, words) !== null
}

/** Whether the calendar has events that the question names, or that its days are asked about with no other words. */
async function namesEvents(question: string, ports: HarnessPorts, signal: AbortSignal): Promise<boolean> {
  const range = ports.resolveRange(question)
  const value = askedValue(question)
  // A figure stands in a paper or a note, also where an event has the same name.
  if (value === 'figure' || (range === null && value !== 'moment')) return false
  return hasNamedEvents(question, range, { ports, signal })
}

/** Talk of a calendar, and a number of days that only it can count. Folded. */
const calendarTalk =
  /(?<!\p{L})(?:calendar|diary|agenda|schedule\p{L}*|meetings?|appointments?|events?|visits?|free|busy|booked|plans?|planned|until|till|left|away|kalender|termine?|bis|noch|frei)(?!\p{L})/u

/** A figure that no event can give: none is named, nor a time, nor the calendar. */
async function isFigureOfPaper(question: string, ports: HarnessPorts, signal: AbortSignal): Promise<boolean> {
  if (askedValue(question) !== 'figure' || calendarTalk.test(fold(question))) return false
  if (ports.resolveRange(question) !== null) return false
  return !(await hasNamedEvents(question, null, { ports, signal }))
}

/** A skill of prose alone tells no date. */
const tellsDateOnly = (tools: readonly Tool[]) =>
  tools.some(({ name }) => name === 'current_date') && !tools.some(looksUp)

export interface EvidenceInput {
  readonly question: string
  readonly isFollowUp: boolean
  /** The question is told with what was said before, on which it leans. */
  readonly leans?: boolean
  readonly signal: AbortSignal
}

/** What to add to the log-probability of a handle, or of null for "no tool". */
export async function handleEvidence(
  ports: HarnessPorts,
  { question, isFollowUp, leans = false, signal }: EvidenceInput,
): Promise<(handle: string | null) => number> {
  const toolsOf = (handle: string): readonly Tool[] => ports.namespace.expand([handle]).tools
  if (asksForDateOnly(question))
    return (handle) => (handle !== null && tellsDateOnly(toolsOf(handle)) ? strength.date : 0)
  if (asksForAction(question))
    return (handle) => (handle !== null && toolsOf(handle).some(looksUp) ? -strength.action : 0)
  if (await namesEvents(question, ports, signal))
    return (handle) =>
      handle !== null && toolsOf(handle).some(({ name }) => name === 'queryCalendar') ? strength.events : 0
  const forLooking = await lookingEvidence(ports, { question, isFollowUp, leans, signal })
  const forCalendarOnly = (await isFigureOfPaper(question, ports, signal)) ? -strength.paper : 0
  return (handle) => {
    const all = handle === null ? [] : toolsOf(handle)
    const tools = all.filter(looksUp)
    // The date has no figure of a paper either.
    if (tools.length === 0) return tellsDateOnly(all) ? forCalendarOnly : 0
    return forLooking + (tools.every(({ name }) => name === 'queryCalendar') ? forCalendarOnly : 0)
  }
}

/** What is wanted is words, not a number. Folded. */
const ofWords = /^\s*(?:please |pls )*(?:translate|define|explain|spell|write|invent|what does)(?!\p{L})/u

/** Share of what a request says that must stand in the data for a look at it before it is answered as general knowledge. */
const leastKnownOfGeneral = 0.5

/**
 * Whether a request that seems to need no tool may be about the owner's data all the same: half of its words stand there,
 * and it asks neither for a meaning nor for words nor for something to do.
 */
export function mayBeOwn(question: string, corpus: Corpus): boolean {
  if (asksForAction(question) || definition.test(question) || ofWords.test(fold(question))) return false
  const telling = weighTerms(question, corpus).filter(({ isKind }) => !isKind)
  const known = telling.filter(({ isUnknown }) => !isUnknown)
  return known.length >= telling.length * leastKnownOfGeneral && standsInFew(known, corpus)
}

/** For looking anything up, or where it is negative against it. */
async function lookingEvidence(ports: HarnessPorts, input: EvidenceInput): Promise<number> {
  const { question } = input
  // Whom one calls is in one's own data: a model that is asked makes a number up.
  if (
    (wantsPhone(question) && !ofWords.test(fold(question))) ||
    isOwn(ports, question) ||
    asksValueOfRareWord(ports, question) ||
    isKeywords(ports, question)
  )
    return strength.own
  // A value of what was just spoken of: a model that is asked makes one up.
  if (input.leans === true && askedValue(question) !== null) return strength.leaning
  const named = await asksAboutNamed(ports, input)
  if (named !== 'nobody') return named === 'page' ? strength.own : strength.name
  return isGeneral(ports, input) ? -strength.general : 0
}

/** A word in more documents than so many, or this share of them, says nothing about whose it is. */
const fewDocuments = 5
const fewShare = 0.17

/** What a word means and how a thing works is asked of anybody, also where the owner's data has the word. */
const definition =
  /^\s*(?:(?:cool|ok|okay|great|nice|thanks|and|so|but|now|hey|hm+)[\s,]+)*(?:what(?:'s| is| are) (?:an? )?[\p{L}-]+\s*[?？]?\s*$|what does .* (?:mean|stand for)|explain (?!my |our |the )|\p{L}[\p{L}-]+[,:]? what does (?:it|that) mean|.*difference between|how (?:do|does) (?!i\b|we\b|my\b).* work)/iu

/** All that is asked about stands in the owner's data, and some of it in few places. */
function isOwn({ corpus }: HarnessPorts, question: string): boolean {
  if (definition.test(question)) return false
  const terms = weighTerms(question, corpus)
  return isOfOwnWords(terms) && standsInFew(terms, corpus)
}

/** Whether one of the words, or another for it, stands in few documents. */
function standsInFew(terms: readonly WeightedTerm[], corpus: Corpus): boolean {
  const few = Math.max(fewDocuments, corpus.size() * fewShare)
  const documents = terms.flatMap(({ forms }) => forms.map((form) => corpus.frequency(form)))
  return documents.some((count) => count > 0 && count <= few)
}

/** "How much X", "when is the X": what is meant is the next word. What the world's things are like is asked otherwise. */
const askedOf =
  /(?<!\p{L})(?:how (?:much|many)|when (?:is|are|do|does|must|should|can)|wie ?viele?|wann (?:ist|sind|muss|soll)|combien de|cuant[oa]s?|quant[oaie]s?|hoeveel|hur mycket|ile|kiek) (?:(?:mg|ml|grams?|tablets?|drops?|litres?|of|the|d[eio]|der|die|das) )*(\p{L}+)/u
const ofTheWorld =
  /(?<!\p{L})(?:(?:is|are)(?: there)? in|(?:does|do|can|is|has|have) an?|in the (?:world|universe)|normally|usually|on average)(?!\p{L})/u
/** Shorter words are too often words of any text. In letters. */
const shortestRare = 6
/** A word in more documents is not the only place for what is asked of it. */
const fewestDocuments = 2
/** Share of what such a question says that must stand in the data, and how many of its words. */
const leastKnownOfRare = 0.5
const leastKnownWords = 2

/** A figure or moment of what the owner's data names in a place or two: "how much misoprostol if nothing else helps". */
function asksValueOfRareWord({ corpus }: HarnessPorts, question: string): boolean {
  const asked = fold(question)
  const word = askedOf.exec(asked)?.[1] ?? ''
  if (word.length < shortestRare || isEverydayWord(word) || emptyWords.has(word)) return false
  if (askedValue(question) === null || ofTheWorld.test(asked) || definition.test(question)) return false
  const documents = corpus.frequency(word)
  if (documents === 0 || documents > fewestDocuments) return false
  const terms = weighTerms(question, corpus)
  const known = terms.filter(({ isUnknown }) => !isUnknown)
  return known.length >= leastKnownWords && known.length >= terms.length * leastKnownOfRare
}

/** A few words with a question mark, or with a word for the value, and none that asks: typed as into a search. */
const asksInWords =
  /(?<!\p{L})(?:what|whats|which|who|whos|whose|when|where|how|why|is|are|was|were|do|does|did|can|could|will|would|should|have|has|am|any|explain|define|translate|write|compose|calculate|convert|suggest|recommend|invent|wer|wie|was|wo|wann|welche[rsnm]?|warum|ist|sind|hat|kann|gibt|vs|or|oder)(?!\p{L})/u
const mostKeywords = 4

/** "candesartan dose?", "booth number in cremona?": whoever types that into an assistant looks for something of their own. */
function isKeywords({ corpus }: HarnessPorts, question: string): boolean {
  if (asksInWords.test(fold(question)) || !(/[?？]\s*$/u.test(question) || askedValue(question) !== null))
    return false
  const terms = weighTerms(question, corpus).filter(({ forms: [word = ''] }) => !emptyWords.has(word))
  const telling = terms.filter(({ isKind }) => !isKind)
  const known = telling.filter(({ isUnknown }) => !isUnknown)
  return terms.length <= mostKeywords && known.length > 0 && known.length >= telling.length * leastKnownOfRare
}

/** "Is anais vegetarian": whom a question asks about that is answered yes or no. Not "is lisbon in Portugal", "is python a snake". */
const yesOrNo =
  /^\s*(?:(?:so|and|but|hey|ok|und)[,\s]+)*(?:is|was|does|did|has|can|could|will|would|should|ist|war|hat|kann|isst|mag|darf)\s+(\p{Ll}[\p{L}\p{M}]{2,})\s+(?!(?:an?|the|in|on|near|part|of|from|bigger|larger|older|better|worse|ein[e]?|der|die|das)(?!\p{L}))/u
/** The subject of a note about somebody; a longer title is the beginning of its text. In words. */
const longestSubject = 4

/**
 * Whether a yes-or-no question is about somebody of the owner's data whose name has no capital: `page` where the Notebook has
 * a page about them, `text` where a text has the name with a capital, or where several documents have it and no note says
 * that it is none.
 */
async function asksAboutNamed(
  { corpus, grantedTools }: HarnessPorts,
  { question, signal }: EvidenceInput,
): Promise<'page' | 'text' | 'nobody'> {
  const name = fold(yesOrNo.exec(question)?.[1] ?? '')
  if (name === '' || stopWords.has(name) || emptyWords.has(name) || isEverydayWord(name)) return 'nobody'
  const documents = corpus.frequency(name)
  if (documents === 0 || documents > Math.max(fewDocuments, corpus.size() * fewShare)) return 'nobody'
  const notebook = grantedTools.find((tool) => tool.name === 'check_notebook')
  const haul = await notebook?.run({ query: name }, { signal, question: name, instruction: null })
  const notes = (haul?.found ?? []).filter((item): item is FoundNote => item.kind === 'note')
  const written = (text: string) =>
    (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => fold(word) === name)
  const isName = (word: string) => /^\p{Lu}/u.test(word)
  const uses = notes.flatMap(({ title, text }) => written(`${title}\n${text}`))
  if (!uses.every(isName)) return 'nobody'
  const isPage = ({ title }: FoundNote) =>
    title.trim().split(/\s+/).length <= longestSubject && written(title).length > 0
  if (notes.some(isPage)) return 'page'
  return uses.length > 0 || documents > 1 ? 'text' : 'nobody'
}

/** "The price of the score": the world's things are not asked of like that, or L1 sees it. Folded. */
const figureOfThing =
  /(?<!\p{L})(?:price|cost|fee|phone|number|code|pin|iban|extension|password)s? (?:of|for) (?:the|this|that)(?!\p{L})/u

/** Nothing in the question is about the asker or stands in the asker's data. */
function isGeneral(ports: HarnessPorts, { question, isFollowUp }: EvidenceInput): boolean {
  return (
    !mentionsOwner(question) &&
    !asksForOwnPaper(question) &&
    !figureOfThing.test(fold(question)) &&
    ports.resolveRange(question) === null &&
    !isOfOwnWords(weighTerms(question, ports.corpus)) &&
    !standsInOwnData(question, ports.corpus, isFollowUp)
  )
}
