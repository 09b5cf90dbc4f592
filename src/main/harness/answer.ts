/** Writes the answer from the side channel's exact bytes, if a source supports one. */
import { looselyContains } from '../../shared/fold.ts'
import { textOf } from '../../shared/ledger.ts'
import type { EmitRunEvent } from '../../shared/run-event.ts'
import type { Source } from '../../shared/turn.ts'
import type { Engine } from '../model/engine.ts'
import type { FoundDate, FoundEvent } from '../tools/tool.ts'
import { isAnswer, lineInstead } from './answer-checks.ts'
import { askedValue, givesAll } from './asked-value.ts'
import type { WeightedTerm } from './coverage.ts'
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

const answerTokens = 96
const answerTimeMs = 60_000
/** Says nothing: what a model makes of the question alone. */
const emptySource = { title: 'Notebook', passage: '-' }
const yes = 'Yes:'
const no = 'No.'

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

/** The reply when it holds, else the source's own words; null where neither does. */
function checked(reply: string, reading: Reading, task: AnswerTask, support: number): DraftAnswer | null {
  const { question, emit } = task
  const text = reply.split(/\n\s*\n/)[0]?.trim() ?? ''
  if (isAnswer(text, reading, task)) {
    if (text !== reply) emit({ type: 'text-replace', text })
    const isPartial = !givesAll(text, question)
    return { text, sources: sourcesOf(text, reading, question), ...(isPartial && { isPartial }) }
  }
  const line = lineInstead(text, reading, task, support)
  const shown = line === null ? '' : `${reading.title}:\n${line}`
  emit({ type: 'text-replace', text: shown })
  return line === null ? null : { text: shown, sources: [...reading.sources] }
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
