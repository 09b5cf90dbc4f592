/** Whether a source can be about a question at all: the question's rare words must stand in it. Code, no model. */
import { fold, looseMatcher, looseMatcherSteps, queryTerms } from '../../shared/fold.ts'
import { atOnce, type Steps } from '../../shared/steps.ts'
import { isEverydayWord } from '../search/related-words.ts'
import { emptyWords, knownParts, plainQuestion, tellingTerms } from '../search/telling-terms.ts'
import { isKindOfValue, kindsOfValue } from './asked-value.ts'
import { isDayName } from './day-words.ts'
import type { Corpus } from './ports.ts'

export interface WeightedTerm {
  /** Folded; the word of the question first, then other words of the data for the same thing. */
  readonly forms: readonly string[]
  /** Squared inverse document frequency: a rare word outweighs several common ones. */
  readonly weight: number
  readonly isName: boolean
  /** A name in small letters, by what it has: a paper of it may name another, or nobody. */
  readonly isPossessor?: boolean
  /** Neither it nor another word for it stands anywhere in the owner's data. */
  readonly isUnknown: boolean
  /** It says what kind of value is asked for. */
  readonly isKind?: boolean
}

/** What an unknown word weighs beside one that stands in a single document: it may be a synonym, or the point. */
const unknownShare = 0.25

/**
 * What a word for the kind of value weighs ("number", "phone", "price"): forms and tables give the value without it.
 */
const kindShare = 0.3

/** A word that nearly every document holds still says a little. */
const leastRarity = 0.05

/** What a value is asked of says more than the other words: "I need my passport number for a form". */
const headGain = 2.5
/** Days and months are seldom written out where they are meant. */
const calendarShare = 0.25
const values =
  'numbers?|no|nr|phone|mobile|code|price|cost|date|size|colour|color|password|address|extension|pin'
const valueAfter = new RegExp(`([\\p{L}\\p{N}-]+)(?:['’]s)?\\s+(?:${values})(?![\\p{L}])`, 'gu')
const valueBefore = new RegExp(
  `(?:${values})\\s+(?:of|on|in|for|from|to)\\s+(?:(?:the|my|our|an?|his|her|their|current|new)\\s+)*([\\p{L}\\p{N}-]+)`,
  'gu',
)
/** What a word weighs that stands only in a clause about why it is asked. */
const contextShare = 0.3
/** And where the clause that asks means something of it: "her number". */
const meantShare = 0.6
/** What a source keeps of its fit that does not say whose the thing is. */
const withoutPossessor = 0.45
/** First and last name, as far as their capitals tell. */
export const fullName = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{M}'’-]+)[ \t]+(\p{Lu}[\p{L}\p{M}'’-]+)/gu
/** `5x` is no code. */
const times = /^\p{N}+x$/u

/** Words of a question in German, where every noun has a capital. */
const german =
  /(?<![\p{L}])(?:ist|sind|war|wie|was|wer|wo|wann|welche[rsnm]?|habe|hat|mein\p{L}*|der|das|den|dem|und|nicht|für)(?![\p{L}])/iu

/** Words inside the question that begin with a capital, and codes such as `e24`: they must not all be missing. */
export function nameWords(question: string): Set<string> {
  const capital = german.test(question)
    ? []
    : question.match(/(?<=[\p{L}\p{N},;:]\s+["'“‘(]?)\p{Lu}[\p{L}\p{M}\p{N}'’-]+/gu)
  const codes = question.match(/(?=[\p{L}-]*\p{N})(?=[\p{N}-]*\p{L})[\p{L}\p{N}-]+/gu) ?? []
  const words = [...(capital ?? []), ...codes].flatMap((word) => queryTerms(word))
  return new Set(words.filter((word) => !isDayName(word) && !times.test(word)))
}

/** `duarte` of "duarte's passport": whose a thing is, in whatever letters. */
const possessor = /(?<![\p{L}\p{N}])(\p{L}[\p{L}\p{M}-]+)['’]s(?![\p{L}\p{N}])/gu
const timeWord = /^(?:today|yesterday|tomorrow|tonight|day|week|month|year|season)$/

function possessors(question: string, corpus: Corpus): string[] {
  const words = [...question.matchAll(possessor)].flatMap(([, word = '']) => queryTerms(word))
  return words.filter((word) => !timeWord.test(word) && !isEverydayWord(word) && corpus.frequency(word) > 0)
}

/** What a value is asked of: `passport` of "passport number" and of "the number on my passport". Folded. */
function headWords(question: string): Set<string> {
  const folded = fold(question)
  const before = [...folded.matchAll(valueAfter)].map(([, word = '']) => word)
  const after = [...folded.matchAll(valueBefore)].map(([, word = '']) => word)
  // "The passport number for a form" is not about the form.
  const telling = (words: readonly string[]) =>
    words.flatMap((word) => queryTerms(word)).filter((word) => !isKindOfValue(word) && !emptyWords.has(word))
  const heads = telling(before)
  return new Set(heads.length > 0 ? heads : telling(after))
}

/** What asks, in a clause. Folded. */
export const askingWord =
  /(?<![\p{L}])(?:what|whats|which|who|whos|whose|whom|when|whens|where|wheres|how|hows|why|was|wer|wen|wem|wessen|wann|wo|wie|wieviel|wozu|warum|welche[rsnm]?|que|quel(?:le)?s?|quoi|qui|quand|comment|combien|qual|quais|quem|quando|onde|quanto|como|cual|quien|cuando|donde|cuanto|kas|kur|kada|kiek|koks|kokia)(?![\p{L}])/u
const pronoun =
  /(?<!\p{L})(?:his|her|hers|him|their|them|its|it|that|this|those|these|dessen|deren|ihr|sein|dort|da)(?!\p{L})/u
/** Neither "Dr. Weber" nor "the flour, the eggs" are two clauses. */
const clauseEnd =
  /[;:!?…][,;:.!?…]*\s+|,+\s+(?!(?:and|or|the|und|oder|der|die|das)\s|\S+ (?:and|or|und|oder) \S+$)|(?<!(?<!\p{L})(?:dr|prof|mr|mrs|ms|sr|sra|hr|fr|st|no|nr|tel|ext|vs|ca|jr|\p{L}))\.+\s+|\s[-–—]+\s|(?<=(?<!\p{L})(?:(?:wants?|needs?|would like|have) to know|(?:is|are|keeps?) asking(?: me)?|asks?(?: me)?|asked(?: me)?|wonders?|wondering|will wissen|fragt(?: mich)?))\s+(?=(?:what|which|who|whose|when|where|how|why|if|whether|was|wer|wann|wo|wie|welche[rsnm]?)(?!\p{L}))/iu

/** "Because I am away", "before we leave": a reason without a comma. Not "since when", "before the choir". */
const reason = String.raw`(?:because|since|before|weil|bevor)\s+(?:i|we|he|she|they|it|you|ich|wir|er|sie|es)(?:['’]\p{L}+)?\s`
const reasonBegins = new RegExp(String.raw`\s+(?=${reason})`, 'iu')
const isReason = new RegExp(`^\\s*${reason}`, 'iu')
/** In English "was" asks nothing there. Folded. */
const toldOfPast = /(?<!\p{L})(?:i|he|she|it|there) was(?!\p{L})/gu

/** The clauses of a question that ask, without those that say why; none where no word in it asks. */
export function askingClauses(question: string): readonly string[] {
  const clauses = question.split(clauseEnd).flatMap((clause) => clause.split(reasonBegins))
  return clauses.filter(
    (clause) => !isReason.test(clause) && askingWord.test(fold(clause).replace(toldOfPast, ' ')),
  )
}

/**
 * What the words of clauses weigh that only say why something is asked ("filling in a form, what is …"): all as much as
 * others where the clause that asks has no word of the data.
 */
function contextShares(question: string, corpus: Corpus): (term: string) => number {
  const clauses = question.split(clauseEnd).filter((clause) => clause.trim() !== '')
  const asking = clauses.filter((clause) => askingWord.test(fold(clause)))
  if (asking.length === 0 || asking.length === clauses.length) return () => 1
  const asked = new Set(asking.flatMap((clause) => tellingTerms(clause)))
  const isKnown = (term: string) => corpus.frequency(term) > 0 || corpus.related(term).length > 0
  if (![...asked].some((term) => !emptyWords.has(term) && !isKindOfValue(term) && isKnown(term)))
    return () => 1
  const share = asking.some((clause) => pronoun.test(fold(clause))) ? meantShare : contextShare
  return (term) => (asked.has(term) ? 1 : share)
}

/** `abilio` of "abilios number", where the data has nobody of the longer name. */
const withoutEnding = (name: string, corpus: Corpus): string[] =>
  name.endsWith('s') && corpus.frequency(name.slice(0, -1)) > 0 ? [name.slice(0, -1)] : []

/** The question's content words with their rarity in the owner's own data. */
export function weighTerms(question: string, corpus: Corpus): WeightedTerm[] {
  const names = nameWords(plainQuestion(question))
  const owners = new Set(possessors(question, corpus))
  const size = Math.max(corpus.size(), 1)
  const heads = headWords(question)
  const shareInPlace = contextShares(question, corpus)
  const isKindHere = kindsOfValue(question)
  const parts = (term: string) => (names.has(term) ? [term] : knownParts([term], corpus))
  return tellingTerms(question)
    .flatMap(parts)
    .map((term) => {
      const isPossessor = owners.has(term) && !names.has(term)
      const isName = names.has(term) || isPossessor
      const isKnown = corpus.frequency(term) > 0
      const forms =
        isName && isKnown
          ? [term]
          : [term, ...(isName ? withoutEnding(term, corpus) : []), ...corpus.related(term)]
      const frequency = Math.max(...forms.map((form) => corpus.frequency(form)))
      const rarity = Math.max(Math.log((size + 1) / (Math.min(frequency, size) + 0.5)), leastRarity)
      const isUnknown = frequency === 0
      const isKind = isKindHere(term)
      const share = isName ? 1 : (isUnknown ? unknownShare : 1) * (isKind ? kindShare : 1)
      const gain = heads.has(term) ? headGain : isDayName(term) ? calendarShare : 1
      return {
        forms,
        weight: rarity ** 2 * share * gain * (isName ? 1 : shareInPlace(term)),
        isName,
        isUnknown,
        ...(isPossessor && { isPossessor }),
        ...(isKind && { isKind }),
      }
    })
}

/** Which of the terms stand in the text: bit `i` for term `i`. A question has far fewer than 31. */
export function heldTerms(text: string, terms: readonly WeightedTerm[]): number {
  return atOnce(heldSteps(looseMatcher(text), terms))
}

function* heldSteps(holds: (term: string) => boolean, terms: readonly WeightedTerm[]): Steps<number> {
  let held = 0
  for (const [i, { forms }] of terms.entries()) {
    for (const form of forms) {
      if (holds(form)) {
        held |= 1 << i
        break
      }
      yield
    }
  }
  return held
}

/** Share, 0–1, of the terms' weight that these have; 1 without terms. */
export function shareOf(held: number, terms: readonly WeightedTerm[]): number {
  let [share, total] = [0, 0]
  for (const [i, { weight }] of terms.entries()) {
    total += weight
    if ((held & (1 << i)) !== 0) share += weight
  }
  return total === 0 ? 1 : share / total
}

/** Share, 0–1, of the terms' weight that stands in the text; 1 without terms. Says which of two passages holds more. */
export function heldShare(text: string, terms: readonly WeightedTerm[]): number {
  return shareOf(heldTerms(text, terms), terms)
}

/**
 * Whether a whole source can be about the question, 0–1. Names are apart: one of them must stand, and then the other known
 * words decide, since a text about somebody need not be about what is asked. Without a name unknown words count against it:
 * "my bank account number" is not just any number.
 */
export function* coverageSteps(text: string, terms: readonly WeightedTerm[]): Steps<number> {
  const names = terms.filter(({ isName }) => isName)
  const others = terms.filter(({ isName }) => !isName)
  const holds = yield* looseMatcherSteps(text)
  const share = function* (some: readonly WeightedTerm[]) {
    return shareOf(yield* heldSteps(holds, some), some)
  }
  if (names.length === 0) return yield* share(others)
  const lacksName = (yield* share(names)) === 0
  // A paper with another's full name is somebody's already.
  if (lacksName && (text.search(fullName) >= 0 || !names.every(({ isPossessor }) => isPossessor))) return 0
  // Of somebody's number the name says whose it is; a page or a card gives it without the word.
  const telling = others.filter(({ isUnknown, isKind }) => !isUnknown && !isKind)
  return (yield* share(telling)) * (lacksName ? withoutPossessor : 1)
}

export const coverage = (text: string, terms: readonly WeightedTerm[]) => atOnce(coverageSteps(text, terms))

/** Whether a text, such as the title of a person's page, holds a name of the question. */
export function holdsName(text: string, terms: readonly WeightedTerm[]): boolean {
  const holds = looseMatcher(text)
  return terms.some(({ isName, forms }) => isName && forms.some((form) => holds(form)))
}
