/** Writes the answer from the side channel's exact bytes, if a source supports one. */
import { looselyContains } from '../../shared/fold.ts'
import { textOf } from '../../shared/ledger.ts'
import type { EmitRunEvent } from '../../shared/run-event.ts'
import { inTurns, type Steps } from '../../shared/steps.ts'
import type { Source } from '../../shared/turn.ts'
import type { Engine } from '../model/engine.ts'
import type { FoundDate, FoundEvent, FoundFile, FoundMemory, FoundNote } from '../tools/tool.ts'
import { coverageSteps, holdsName, type WeightedTerm } from './coverage.ts'
import { noteCut } from './cut-short.ts'
import { ungrounded } from './grounding.ts'
import { answerFromDate, answerFromEvents, eventLine } from './list-answers.ts'
import { locate, passageSteps } from './passage.ts'
import type { WordRange } from './ports.ts'
import { answerExamples, labelled, prompt, promptPieces } from './prompts.ts'
import type { Haul } from './side-channel.ts'
import type { Switches } from './switches.ts'

export interface DraftAnswer {
  readonly text: string
  readonly sources: readonly Source[]
}

export interface AnswerTask {
  readonly engine: Engine
  readonly switches: Switches
  readonly question: string
  /** The question's words with their rarity. */
  readonly terms: readonly WeightedTerm[]
  /** What the range words of the question mean. */
  readonly range: WordRange | null
  /** True when the plan's only tool is the date: then the date is the answer, else only a step to it. */
  readonly dateIsAnswer: boolean
  /** The second plan of the turn: the question was understood otherwise at first. */
  readonly isReplan: boolean
  readonly signal: AbortSignal
  readonly emit: EmitRunEvent
}

/** Longest passage shown to the model, in tokens: at 91 prompt tokens/s on the default model, about two seconds. */
const passageTokens = 180
/** How many sources of one haul are tried: each costs a prompt evaluation. */
const sourcesTried = 2
/** Notes and log lines shown together as one source. */
const linesTogether = 4
const answerTokens = 96
const answerTimeMs = 60_000
const yes = 'Yes:'
const no = 'No.'

/** What the model is asked about: a passage and where it is from. */
export interface Reading {
  readonly title: string
  /** What the model reads, verbatim from the sources. */
  readonly passage: string
  readonly sources: readonly Source[]
  readonly coverage: number
}

const bestPart = (text: string, { terms, engine }: AnswerTask) =>
  passageSteps(text, terms, (part) => engine.countTokens(part), passageTokens)

function* readFile(file: FoundFile, task: AnswerTask): Steps<Reading> {
  const passage = yield* bestPart(file.text, task)
  return {
    title: file.title,
    passage: passage.text,
    coverage: yield* coverageSteps(`${file.title}\n${file.path}\n${file.text}`, task.terms),
    sources: [
      {
        kind: 'file',
        id: file.id,
        title: file.title,
        path: file.path,
        location: locate(file.text, passage.from, file.location),
        quote: passage.text,
      },
    ],
  }
}

interface ShortText {
  readonly source: Source
  /** What the model reads of it. */
  readonly text: string
}

function* readShort(title: string, items: readonly ShortText[], task: AnswerTask): Steps<Reading[]> {
  const rated: (ShortText & { readonly coverage: number })[] = []
  for (const item of items)
    rated.push({ ...item, coverage: yield* coverageSteps(`${item.source.title}\n${item.text}`, task.terms) })
  rated.sort((a, b) => b.coverage - a.coverage)
  const best = rated[0]
  if (best === undefined) return []
  const together: typeof rated = []
  let left = passageTokens
  // Each must be about the question by itself: words of one and the value of another make a wrong answer.
  const own = rated.filter(
    (item) => item.coverage >= Math.min(best.coverage, task.engine.profile.coverageThreshold),
  )
  for (const item of own.slice(0, linesTogether)) {
    const tokens = task.engine.countTokens(item.text) + 1
    if (tokens > left && together.length > 0) continue
    together.push(item)
    left -= tokens
  }
  const parts: string[] = []
  for (const { text } of together) parts.push((yield* bestPart(text, task)).text)
  return [
    {
      title,
      passage: parts.join('\n'),
      coverage: best.coverage,
      sources: together.map(({ source }) => source),
    },
  ]
}

function noteText(note: FoundNote): ShortText {
  const text = note.title === '' || note.text.includes(note.title) ? note.text : `${note.title}: ${note.text}`
  return {
    source: { kind: 'note', id: note.id, title: note.title, path: null, location: null, quote: note.text },
    text,
  }
}

function memoryText(line: FoundMemory): ShortText {
  const day = line.at.slice(0, 10)
  const who = line.who === null ? line.logKind : `${line.logKind}, ${line.who}`
  return {
    source: {
      kind: 'memory',
      id: line.id,
      title: `${who}, ${day}`,
      path: null,
      location: null,
      quote: line.text,
    },
    text: `${day} (${who}): ${line.text}`,
  }
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

/** Asks the model whether the passage answers the question, and for the answer. Null when it does not. */
export async function askSource(
  reading: Reading,
  task: AnswerTask,
  { maxTokens = answerTokens }: { readonly maxTokens?: number } = {},
): Promise<DraftAnswer | null> {
  const { engine, question, signal, emit } = task
  const session = await engine.createSession({
    role: 'answer',
    tag: 'answer',
    instructions: prompt('answer'),
    labels: { earlier: 'examples' },
    earlier: answerExamples(),
  })
  try {
    const inputPieces = promptPieces('answer-input', {
      title: labelled('results', reading.title),
      passage: labelled('results', reading.passage),
      question: labelled('question', question),
    })
    const input = textOf(inputPieces)
    if (task.switches.supportCheck) {
      const [yesScore = 0, noScore = 0] = await session.score(input, {
        signal,
        inputPieces,
        replyStart: '',
        candidates: [yes, no],
      })
      if (yesScore - noScore < engine.profile.supportThreshold) return null
    }
    const reply = await session.respond(input, {
      signal,
      inputPieces,
      replyStart: yes,
      maxTokens,
      timeLimitMs: answerTimeMs,
      onText: (text) => emit({ type: 'text-delta', text }),
    })
    const draft = checked(reply.text, reading, task)
    if (draft.text === reply.text) noteCut(reply.end, emit)
    return draft
  } finally {
    await session.dispose()
  }
}

/** The reply when all in it stands in the source; the exact passage otherwise. */
function checked(reply: string, reading: Reading, { question, emit }: AnswerTask): DraftAnswer {
  const text = reply.split(/\n\s*\n/)[0]?.trim() ?? ''
  if (text !== '' && ungrounded(text, `${reading.title}\n${reading.passage}`, question).length === 0) {
    if (text !== reply) emit({ type: 'text-replace', text })
    return { text, sources: sourcesOf(text, reading, question) }
  }
  const exact = `${reading.title}:\n${reading.passage}`
  emit({ type: 'text-replace', text: exact })
  return { text: exact, sources: [...reading.sources] }
}

function fromEvents(haul: Haul, task: AnswerTask): DraftAnswer | null {
  const events = haul.found.filter((item): item is FoundEvent => item.kind === 'event')
  const answer = answerFromEvents(task.question, events, task.range, task.isReplan)
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

function fromDate(date: FoundDate, task: AnswerTask): DraftAnswer {
  const text = answerFromDate(task.question, date, task.range)
  task.emit({ type: 'text-delta', text })
  return {
    text,
    sources: [{ kind: 'date', id: date.id, title: date.title, path: null, location: null, quote: date.text }],
  }
}

/** Sources of a haul worth asking about, best first: the located file, then notes, then log lines. */
function* readings(haul: Haul, task: AnswerTask): Steps<Reading[]> {
  // A question without a word asks for nothing that a source could hold.
  if (task.terms.length === 0) return []
  const files: FoundFile[] = []
  const notes: ShortText[] = []
  const lines: ShortText[] = []
  for (const item of haul.found) {
    if (item.kind === 'file') files.push(item)
    if (item.kind === 'note') notes.push(noteText(item))
    if (item.kind === 'memory') lines.push(memoryText(item))
  }
  const all: Reading[] = []
  for (const file of files) all.push(yield* readFile(file, task))
  all.push(...(yield* readShort('Notebook', notes, task)), ...(yield* readShort('Memory log', lines, task)))
  const enough = task.switches.rareWords ? task.engine.profile.coverageThreshold : 0
  return all
    .filter((reading) => reading.passage !== '' && reading.coverage >= enough)
    .sort((a, b) => b.coverage - a.coverage)
    .slice(0, sourcesTried)
}

/**
 * The last thing tried: pages of persons whom the question names, whatever words they use. Such a page is about the
 * person but may lack every other word of the question, so better sources come first.
 */
export async function answerFromPages(hauls: readonly Haul[], task: AnswerTask): Promise<DraftAnswer | null> {
  const pages = new Map<string, ShortText>()
  for (const item of hauls.flatMap(({ found }) => found))
    if (item.kind === 'note' && holdsName(item.title, task.terms)) pages.set(item.id, noteText(item))
  const [reading] = await inTurns(readShort('Notebook', [...pages.values()], task))
  const enough = task.engine.profile.coverageThreshold
  // Where the words stand, it has been asked already.
  if (reading === undefined || reading.coverage >= enough) return null
  return askSource(reading, task)
}

/** The answer that one dispatch's haul supports, streamed and checked; null when it supports none. */
export async function answerFrom(haul: Haul, task: AnswerTask): Promise<DraftAnswer | null> {
  if (haul.tool === 'queryCalendar') return fromEvents(haul, task)
  const date = haul.found.find((item): item is FoundDate => item.kind === 'date')
  if (date !== undefined) return task.dateIsAnswer ? fromDate(date, task) : null
  for (const reading of await inTurns(readings(haul, task))) {
    const answer = await askSource(reading, task)
    if (answer !== null) return answer
  }
  return null
}
