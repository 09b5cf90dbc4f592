/** Writes the answer from the side channel's exact bytes, if a source supports one. */
import { fold, looselyContains, looseMatcher, queryTerms } from '../../shared/fold.ts'
import { textOf } from '../../shared/ledger.ts'
import type { EmitRunEvent } from '../../shared/run-event.ts'
import type { Source } from '../../shared/turn.ts'
import type { Engine } from '../model/engine.ts'
import { isEverydayWord } from '../search/related-words.ts'
import type { FoundDate, FoundEvent } from '../tools/tool.ts'
import { askedValue, figuresIn, givesAll, givesMoney, givesNumber, givesValue } from './asked-value.ts'
import { askingWord, fullName, heldShare, holdsName, type WeightedTerm } from './coverage.ts'
import { noteCut } from './cut-short.ts'
import { ungrounded } from './grounding.ts'
import { answerFromDate, answerFromEvents, countsTime, eventLine } from './list-answers.ts'
import type { Corpus, WordRange } from './ports.ts'
import { answerExamples, labelled, prompt, promptPieces } from './prompts.ts'
import type { Reading } from './readings.ts'
import type { Haul } from './side-channel.ts'
import type { Switches } from './switches.ts'

export interface DraftAnswer {
  readonly text: string
  readonly sources: readonly Source[]
  /** Less than was asked for, "in June" for a date: an answer where no other source says more. */
  readonly isPartial?: boolean
}

export interface AnswerTask {
  readonly engine: Engine
  readonly switches: Switches
  readonly question: string
  /** The question's words with their rarity. */
  readonly terms: readonly WeightedTerm[]
  readonly corpus: Corpus
  /** The question is about the asker. */
  readonly isAboutOwner: boolean
  /** What the range words of the question mean. */
  readonly range: WordRange | null
  /** `YYYY-MM-DD` in the owner's zone. */
  readonly today: string
  /** True when the plan's only tool is the date: then the date is the answer, else only a step to it. */
  readonly dateIsAnswer: boolean
  /** The second plan of the turn: the question was understood otherwise at first. */
  readonly isReplan: boolean
  readonly signal: AbortSignal
  readonly emit: EmitRunEvent
}

/** An answer of which less stands in the source is the model's own idea. */
const leastOwnWords = 0.5
/** A line that holds less of the question than this share of the best line is about something like it. */
const likeShare = 0.75
/** What one line must hold of what its passage holds to stand for it. */
const tellingShare = 0.5
const answerTokens = 96
const answerTimeMs = 60_000
/** Says nothing: what a model makes of the question alone. */
const emptySource = { title: 'Notebook', passage: '-' }
/** "Dr Mercier" is said of Mercier. Folded. */
const address = /^(?:dr|dra|prof|mr|mrs|ms|herr|frau|sr|sra|senhora?|mme?)$/
/**
 * What a yes must be worth, in log-odds, for the line of a source where the model only says the question again: of 19 such
 * the four below it were wrong.
 */
const leastForSilence = 0.7
const yes = 'Yes:'
const no = 'No.'

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
function isOfRow(
  answer: string,
  passage: string,
  { question, terms }: Pick<AnswerTask, 'question' | 'terms'>,
): boolean {
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
function isOfLine(
  answer: string,
  passage: string,
  { question, terms }: Pick<AnswerTask, 'question' | 'terms'>,
): boolean {
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
function isOfSentence(
  answer: string,
  passage: string,
  { question, terms }: Pick<AnswerTask, 'question' | 'terms'>,
): boolean {
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

/** The sources of an answer, those first that hold what it says. Sources that hold nothing of it go. */
function sourcesOf(text: string, reading: Reading, question: string): Source[] {
  if (reading.sources.length === 1) return [...reading.sources]
  const missing = (source: Source) => ungrounded(text, `${source.title}\n${source.quote}`, question).length
  const words = text.split(/\s+/)
  const shared = (source: Source) => words.filter((word) => looselyContains(source.quote, word)).length
  const ranked = [...reading.sources].sort((a, b) => missing(a) - missing(b) || shared(b) - shared(a))
  const first = ranked[0]
  return first === undefined ? [] : [first]
}

export interface AskOptions {
  readonly maxTokens?: number
  /** The source shares few words with the question: the profile's certainty is wanted, not only its threshold. */
  readonly isCertain?: boolean
}

/** Asks the model whether the passage answers the question, and for the answer. Null when it does not. */
export async function askSource(
  reading: Reading,
  task: AnswerTask,
  { maxTokens = answerTokens, isCertain = false }: AskOptions = {},
): Promise<DraftAnswer | null> {
  const { engine, question, signal, emit } = task
  const { supportThreshold, certaintyThreshold, certaintyOf } = engine.profile
  const session = await engine.createSession({
    role: 'answer',
    tag: 'answer',
    instructions: prompt('answer'),
    labels: { earlier: 'examples' },
    earlier: answerExamples(),
  })
  try {
    const piecesOf = ({ title, passage }: Pick<Reading, 'title' | 'passage'>) =>
      promptPieces('answer-input', {
        title: labelled('results', title),
        passage: labelled('results', passage),
        question: labelled('question', question),
      })
    const supportOf = async (read: Pick<Reading, 'title' | 'passage'>) => {
      const pieces = piecesOf(read)
      const [yesScore = 0, noScore = 0] = await session.score(textOf(pieces), {
        signal,
        inputPieces: pieces,
        replyStart: '',
        candidates: [yes, no],
      })
      return yesScore - noScore
    }
    const inputPieces = piecesOf(reading)
    const input = textOf(inputPieces)
    let support = Number.POSITIVE_INFINITY
    if (task.switches.supportCheck) {
      const before = isCertain && certaintyOf === 'gain' ? await supportOf(emptySource) : 0
      support = await supportOf(reading)
      if (support < supportThreshold || (isCertain && support - before < certaintyThreshold)) return null
    }
    const reply = await session.respond(input, {
      signal,
      inputPieces,
      replyStart: yes,
      maxTokens,
      timeLimitMs: answerTimeMs,
      onText: (text) => emit({ type: 'text-delta', text }),
    })
    const draft = checked(reply.text, reading, task, support)
    if (draft === null) return null
    if (draft.text === reply.text) noteCut(reply.end, emit)
    return draft
  } finally {
    await session.dispose()
  }
}

/** Whether a text says anything that the question does not. */
function saysMore(text: string, question: string): boolean {
  const asked = figuresIn(question)
  return addedWords(text, question).length > 0 || figuresIn(text).some((figure) => !asked.includes(figure))
}

/**
 * The reply when all in it stands in the source and it gives what was asked for; the source's own words otherwise. Null where
 * these would not show it: two sources say it only together.
 */
function checked(
  reply: string,
  reading: Reading,
  { question, terms, emit }: AnswerTask,
  support: number,
): DraftAnswer | null {
  const text = reply.split(/\n\s*\n/)[0]?.trim() ?? ''
  const source = `${reading.title}\n${reading.passage}`
  const isOfSource =
    ungrounded(text, source, question).length === 0 && wordsOfSource(text, source, question) >= leastOwnWords
  if (
    text !== '' &&
    isOfSource &&
    isOfRow(text, reading.passage, { question, terms }) &&
    (reading.joinedLine !== undefined || isOfLine(text, reading.passage, { question, terms })) &&
    isOfSentence(text, reading.passage, { question, terms }) &&
    givesValue(text, question, askedValue(question)) &&
    givesNumber(text, reading.passage, question) &&
    givesMoney(text, reading.passage, question)
  ) {
    if (text !== reply) emit({ type: 'text-replace', text })
    const isPartial = !givesAll(text, question)
    return { text, sources: sourcesOf(text, reading, question), ...(isPartial && { isPartial }) }
  }
  const line =
    reading.joinedLine === undefined ? tellingLine(reading.passage, question, terms) : reading.joinedLine
  // "Is the pier closed" and "the kettle shows R2" are answered by a line that says so.
  const isOpen = askingWord.test(fold(question))
  const isUnsure = isOpen && support < leastForSilence && !asksOfCode(terms) && !saysMore(text, question)
  const isSilent = isOpen && line !== null && !saysMore(line, question)
  if (line === null || isUnsure || isSilent) {
    emit({ type: 'text-replace', text: '' })
    return null
  }
  const exact = `${reading.title}:\n${line}`
  emit({ type: 'text-replace', text: exact })
  return { text: exact, sources: [...reading.sources] }
}

/** How much of the question an event must have: more where the question was not understood as one about the calendar first. */
function leastNamed({ isReplan, range }: AnswerTask): number {
  if (isReplan) return 2 / 3
  return range === null ? 1 / 3 : 0
}

/** Events of an understood range, or named by the question, listed by code; null when neither. */
export function fromEvents(haul: Haul, task: AnswerTask): DraftAnswer | null {
  // Looked at last, for a phone number or a price: an event of that name has none.
  if (task.isReplan && askedValue(task.question) === 'figure' && !countsTime(task.question)) return null
  const events = haul.found.filter((item): item is FoundEvent => item.kind === 'event')
  const answer = answerFromEvents(task.question, events, task.range, {
    leastNamed: leastNamed(task),
    related: task.corpus.related,
    today: task.today,
  })
  if (answer === null) return null
  task.emit({ type: 'text-delta', text: answer.text })
  const sources = answer.events.map(
    (event): Source => ({
      kind: 'event',
      id: event.id,
      title: event.title,
      path: null,
      location: event.start,
      quote: eventLine(event),
    }),
  )
  return { text: answer.text, sources }
}

/** Today and the range that the words mean. */
export function fromDate(date: FoundDate, task: AnswerTask): DraftAnswer {
  const text = answerFromDate(task.question, date, task.range)
  task.emit({ type: 'text-delta', text })
  return {
    text,
    sources: [{ kind: 'date', id: date.id, title: date.title, path: null, location: null, quote: date.text }],
  }
}
