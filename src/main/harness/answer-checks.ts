/** Whether what the model says of a source is an answer, and which line of the source stands for it where it is none. Code, no model. */
import { fold, looselyContains, looseMatcher, queryTerms } from '../../shared/fold.ts'
import { isEverydayWord } from '../search/related-words.ts'
import { askedValue, figuresIn, givesMoney, givesNumber, givesValue } from './asked-value.ts'
import { askingWord, fullName, heldShare, holdsName, type WeightedTerm } from './coverage.ts'
import { ungrounded } from './grounding.ts'
import type { Reading } from './readings.ts'

/** What was asked. */
export interface Asked {
  readonly question: string
  /** The question's words with their rarity. */
  readonly terms: readonly WeightedTerm[]
}

/** An answer of which less stands in the source is the model's own idea. */
const leastOwnWords = 0.5
/** A line that holds less of the question than this share of the best line is about something like it. */
const likeShare = 0.75
/** What one line must hold of what its passage holds to stand for it. */
const tellingShare = 0.5
/** "Dr Mercier" is said of Mercier. Folded. */
const address = /^(?:dr|dra|prof|mr|mrs|ms|herr|frau|sr|sra|senhora?|mme?)$/
/**
 * What a yes must be worth, in log-odds, for the line of a source where the model only says the question again: of 19 such
 * the four below it were wrong.
 */
const leastForSilence = 0.7
/** What is asked for is a name, or which of a kind: "which lake". Folded. */
const asksForName = /(?<!\p{L})(?:\p{L}*names?|nom|nome|cognome|apelido|apellido)(?!\p{L})/u
const kindAsked = /(?<!\p{L})(?:which|what|welche[rsnm]?|quel(?:le)?s?|qual|quais) (\p{L}+)/gu

/** The rest of the names of those whom the question names: "Odalys Mercier said so" of "what did odalys say". Folded. */
function restOfNames(text: string, question: string): Set<string> {
  const asked = fold(question)
  if (asksForName.test(asked)) return new Set()
  const kinds = new Set([...asked.matchAll(kindAsked)].map(([, kind]) => kind))
  // "Hotel Aurora" says which hotel.
  const isOfQuestion = (name: string) =>
    looselyContains(question, name) && !isEverydayWord(name) && !kinds.has(name)
  const names = [...text.matchAll(fullName)].map(([, ...both]) =>
    both.flatMap((name) => queryTerms(name ?? '')),
  )
  return new Set(names.filter((both) => both.some(isOfQuestion)).flat())
}

/** The content words of a text that the question does not have. Folded. */
function addedWords(text: string, question: string): string[] {
  const rest = restOfNames(text, question)
  return queryTerms(text).filter(
    (word) => !looselyContains(question, word) && !rest.has(word) && !address.test(word),
  )
}

/** Share, 0–1, of what an answer says beyond the question that the source says too; 0 when it only says the question again. */
function wordsOfSource(answer: string, source: string, question: string): number {
  const added = addedWords(answer, question)
  const asked = figuresIn(question)
  if (added.length === 0) return figuresIn(answer).some((figure) => !asked.includes(figure)) ? 1 : 0
  return added.filter(looseMatcher(source)).length / added.length
}

/** The lines of a table in a text: two and more with as many commas, semicolons or bars each. */
function rowsOf(lines: readonly string[]): readonly string[] {
  const tables = [',', ';', '|'].flatMap((sign) => {
    const signs = (line: string) => line.split(sign).length - 1
    return [...Map.groupBy(lines, signs)].flatMap(([count, rows]) =>
      count > 1 && rows.length > 1 ? [rows] : [],
    )
  })
  return tables.sort((a, b) => b.length - a.length)[0] ?? []
}

/** In a table what is said must stand in a row about what was asked, where there is such a row. */
function isOfRow(answer: string, passage: string, { question, terms }: Asked): boolean {
  // A row without a figure names the columns: its words are of all rows.
  const rows = rowsOf(passage.split('\n')).filter((line) => figuresIn(line).length > 0)
  const meant = Math.max(0, ...rows.map((row) => heldShare(row, terms)))
  const figures = figuresIn(answer).filter((figure) => !figuresIn(question).includes(figure))
  const holding = rows.filter((row) => figuresIn(row).some((figure) => figures.includes(figure)))
  return meant === 0 || holding.length === 0 || holding.some((row) => heldShare(row, terms) >= meant)
}

const asksOfCode = (terms: readonly WeightedTerm[]) =>
  terms.some(({ isName, forms: [name = ''] }) => isName && /\p{N}/u.test(name))

/** `E24`, `LAMP-2`. */
const hasCode = (line: string) => /(?<![\p{L}\p{N}])\p{Lu}+-?\p{N}+(?![\p{L}\p{N}])/u.test(line)

/**
 * What an answer adds may not come from a line about another code, beside the line about the one that was asked.
 * Which line is meant by other words the model knows better.
 */
function isOfLine(answer: string, passage: string, { question, terms }: Asked): boolean {
  const names = terms.filter(({ isName }) => isName)
  const ofCode = asksOfCode(terms)
  const all = passage.split('\n')
  if (names.length === 0 || rowsOf(all).length > 0) return true
  const added = addedWords(answer, question)
  const lines = all.map((line) => {
    const holds = looseMatcher(line)
    return {
      about: heldShare(line, names),
      said: added.filter(holds).length,
      isOfOther: ofCode && hasCode(line),
    }
  })
  const meant = Math.max(0, ...lines.map(({ about }) => about))
  const most = Math.max(0, ...lines.map(({ said }) => said))
  if (most === 0) return true
  const saying = lines.filter(({ said }) => said === most)
  return saying.some(({ about, isOfOther }) =>
    about === 0 ? meant === 0 || !isOfOther : about >= meant * likeShare,
  )
}

const sentencesOf = (text: string) =>
  text.split('\n').flatMap((line) => line.split(/(?<=[.!?])\s+(?=\p{Lu})/u))

/** What must not be, or is not. Folded. */
const negative =
  /(?<!\p{L})(?:not|never|no longer|cannot|avoid\p{L}*|allerg\p{L}*|intoleran\p{L}*|(?:do|does|did|can|must|should|is|was|has|have)n['’]?t|nicht|nie|kein\p{L}*|vertrag\p{L}* nicht|nao|jamais|ne|pas)(?!\p{L})/u

/**
 * What an answer adds may not come from a sentence about something else, beside one about what was asked: "Paracetamol is
 * fine" is not what one must not take. A figure may, since what it is of is often said before.
 */
function isOfSentence(answer: string, passage: string, { question, terms }: Asked): boolean {
  const added = addedWords(answer, question)
  if (added.length === 0 || figuresIn(answer).length > 0) return true
  const asksNegative = negative.test(fold(question))
  return passage.split('\n').every((line) => {
    const sentences = sentencesOf(line).map((sentence) => ({
      about: heldShare(sentence, terms),
      said: added.filter(looseMatcher(sentence)).length,
      isNegative: negative.test(fold(sentence)),
    }))
    const most = Math.max(...sentences.map(({ about }) => about))
    const isMeant = ({ about, isNegative }: (typeof sentences)[number]) =>
      most === 0 || (about > 0 && (!asksNegative || isNegative))
    const saying = sentences.filter(({ said }) => said === added.length)
    return saying.length === 0 || saying.some(isMeant) || !sentences.some(isMeant)
  })
}

/** The one sentence of a line that is about a code of the question: `E24`. Null for none and for several. */
function sentenceOfCode(line: string, terms: readonly WeightedTerm[]): string | null {
  const codes = terms.filter(({ isName, forms: [name = ''] }) => isName && /\p{N}/u.test(name))
  const sentences = sentencesOf(line).filter((sentence) => holdsName(sentence, codes))
  const [only, ...others] = sentences
  return only === undefined || others.length > 0 ? null : only
}

/** The line of a passage that says most of what was asked; all of it where none says most of what the passage holds. */
function tellingLine(passage: string, question: string, terms: readonly WeightedTerm[]): string {
  const value = askedValue(question)
  const all = passage.split('\n').filter((line) => line.trim() !== '')
  // The first row of a table only names its columns.
  const [heading] = rowsOf(all)
  const giving = all.filter(
    (line) =>
      line !== heading &&
      givesValue(line, question, value) &&
      givesNumber(line, passage, question) &&
      givesMoney(line, passage, question),
  )
  // A name or code of the question says more surely which line is meant than its other words do.
  const named = giving.filter((line) => holdsName(line, terms))
  const lines = named.length > 0 ? named : giving
  const whole = heldShare(passage, terms)
  const [best = ''] = [...lines].sort((a, b) => heldShare(b, terms) - heldShare(a, terms))
  if (whole === 0 || heldShare(best, terms) < whole * tellingShare) return passage
  // A line that only says what was asked about is a heading: what it says of it comes next.
  const next = all[all.indexOf(best) + 1] ?? ''
  const ofCode = sentenceOfCode(best, terms)
  if (ofCode !== null && saysMore(ofCode, question)) return ofCode
  const isHeading = /^#{1,6} /.test(best) || queryTerms(best).every((word) => looselyContains(question, word))
  return isHeading ? `${best}\n${next}`.trim() : best
}

/** Whether a text says anything that the question does not. */
function saysMore(text: string, question: string): boolean {
  const asked = figuresIn(question)
  return addedWords(text, question).length > 0 || figuresIn(text).some((figure) => !asked.includes(figure))
}

/**
 * Whether all that is said stands in the source, in its words, from a row, line and sentence about what was asked, and gives
 * the kind of value that was asked for.
 */
export function isAnswer(text: string, { title, passage, joinedLine }: Reading, asked: Asked): boolean {
  const { question } = asked
  const source = `${title}\n${passage}`
  return (
    text !== '' &&
    ungrounded(text, source, question).length === 0 &&
    wordsOfSource(text, source, question) >= leastOwnWords &&
    isOfRow(text, passage, asked) &&
    (joinedLine !== undefined || isOfLine(text, passage, asked)) &&
    isOfSentence(text, passage, asked) &&
    givesValue(text, question, askedValue(question)) &&
    givesNumber(text, passage, question) &&
    givesMoney(text, passage, question)
  )
}

/**
 * The source's own words for what was said of it. Null where they would not show it: two sources say it only together, or
 * neither they nor what was said add anything to the question.
 * @param support of the model's yes, in log-odds
 */
export function lineInstead(
  text: string,
  { passage, joinedLine }: Reading,
  { question, terms }: Asked,
  support: number,
): string | null {
  const line = joinedLine === undefined ? tellingLine(passage, question, terms) : joinedLine
  // "Is the pier closed" and "the kettle shows R2" are answered by a line that says so.
  if (line === null || !askingWord.test(fold(question))) return line
  const isUnsure = support < leastForSilence && !asksOfCode(terms) && !saysMore(text, question)
  return isUnsure || !saysMore(line, question) ? null : line
}
