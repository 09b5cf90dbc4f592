/** What the tools found as sources that a model can be asked about: a passage, where it is from, how far it fits the question. */
import type { Steps } from '../../shared/steps.ts'
import type { Source } from '../../shared/turn.ts'
import type { Engine } from '../model/engine.ts'
import type { FoundFile, FoundMemory, FoundNote } from '../tools/tool.ts'
import { givesKind } from './asked-value.ts'
import { coverageSteps, type WeightedTerm } from './coverage.ts'
import { dayInWords } from './day-words.ts'
import { locate, type Passage, passageSteps } from './passage.ts'
import type { WordRange } from './ports.ts'
import type { Haul } from './side-channel.ts'
import { type RowsMeant, rowsMeant } from './table.ts'

/**
 * Longest passage shown to the model, in tokens. On questions of our own as many answers stood in passages of 110 as of 180;
 * more lines cost time and are more to mistake for the right one.
 */
const passageTokens = 110
/** As much of the Notebook at a time, where it is read through. */
const throughTokens = 180
/** Notes and log lines shown together as one source. */
const linesTogether = 4
/** Lines that fit so much less than the best one are about something else. Share of the question's rarity. */
const togetherGap = 0.2
/** Sums of shares are off by less than this. */
const rounding = 1e-9
/** What a line in the first person is ahead of others when the asker asks about themselves: as much, so it stands alone. */
const ownGain = 0.2
const firstPerson = /(?<![\p{L}\p{N}])(?:i|my|mine|ich|mein\p{L}{0,2}|je|mon|ma|mes)(?![\p{L}\p{N}])/iu

/** What passages are chosen by. */
export interface ReadingTask {
  readonly question: string
  readonly engine: Pick<Engine, 'countTokens' | 'profile'>
  /** The question's words with their rarity. */
  readonly terms: readonly WeightedTerm[]
  /** The question is about the asker. */
  readonly isAboutOwner: boolean
  /** What the range words of the question mean. */
  readonly range: WordRange | null
}

/** What the model is asked about: a passage and where it is from. */
export interface Reading {
  readonly title: string
  /** What the model reads, verbatim from the sources; rows of a table with the names of their columns. */
  readonly passage: string
  readonly sources: readonly Source[]
  readonly coverage: number
  /**
   * Only of two sources joined: the line that may stand for what the model says, or null where it must say it itself, since
   * neither source shows it alone.
   */
  readonly joinedLine?: string | null
  /** Notes or log lines that others fit better: asked about when all else failed. */
  readonly isNext?: boolean
  /** Rows of a table that the question means alike, where there are several. */
  readonly alike?: readonly string[]
}

const bestPart = (text: string, { terms, engine, question }: ReadingTask, title = '') =>
  passageSteps(text, terms, (part) => engine.countTokens(part), passageTokens, {
    title,
    isWanted: givesKind(question),
  })

function* readFile(file: FoundFile, task: ReadingTask): Steps<Reading> {
  const meant = yield* rowsMeant(file, task.terms, task.range)
  const passage = meant === null ? yield* bestPart(file.text, task, file.title) : linesOf(file, meant)
  return {
    title: file.title,
    passage: meant === null ? passage.text : shownRows(meant).join('\n'),
    ...(meant?.areAlike === true ? { alike: shownRows(meant) } : {}),
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

const shownRows = ({ rows }: RowsMeant) => rows.map(({ shown }) => shown)

/** The rows as they stand in the file, under the names of their columns, and where the first one begins. */
function linesOf({ text }: FoundFile, { heading, rows }: RowsMeant): Passage {
  const lines = rows.map(({ line }) => line)
  return { text: [heading, ...lines].join('\n'), from: Math.max(0, text.indexOf(lines[0] ?? '')) }
}

export interface ShortText {
  readonly source: Source
  /** What the model reads of it. */
  readonly text: string
  /** Its day in words, for a question that has them. */
  readonly dayInWords?: string
}

/** Notes or log lines that fit best, as one source, and those that fit next best as another, should the first not hold it. */
export function* readShort(title: string, items: readonly ShortText[], task: ReadingTask): Steps<Reading[]> {
  const rated: RatedText[] = []
  for (const item of items) {
    const coverage = yield* coverageSteps(
      `${item.source.title}\n${item.text}\n${item.dayInWords ?? ''}`,
      task.terms,
    )
    const isOwn = task.isAboutOwner && firstPerson.test(item.text)
    rated.push({ ...item, coverage, rate: coverage + (isOwn ? ownGain : 0) })
  }
  rated.sort((a, b) => b.rate - a.rate)
  const first = together(rated, task)
  const next = together(
    rated.filter((item) => !first.includes(item) && item.coverage > 0),
    task,
  )
  const readings: Reading[] = []
  for (const [position, group] of [first, next].entries()) {
    const parts: string[] = []
    for (const { text } of group) parts.push((yield* bestPart(text, task)).text)
    if (group.length > 0)
      readings.push({
        title,
        passage: parts.join('\n'),
        coverage: group[0]?.coverage ?? 0,
        sources: group.map(({ source }) => source),
        ...(position > 0 && { isNext: true }),
      })
  }
  return readings
}

interface RatedText extends ShortText {
  readonly coverage: number
  readonly rate: number
}

/** The best of them with those that fit nearly as well, as many as a passage holds. */
function together(rated: readonly RatedText[], { engine }: ReadingTask): RatedText[] {
  const [best] = rated
  if (best === undefined) return []
  // Each must be about the question by itself: words of one and the value of another make a wrong answer.
  const least = Math.min(best.coverage, engine.profile.coverageThreshold)
  const near = rated.filter(
    ({ coverage, rate }) => coverage >= least && best.rate - rate < togetherGap - rounding,
  )
  const chosen: RatedText[] = []
  let left = passageTokens
  for (const item of near.slice(0, linesTogether)) {
    const tokens = engine.countTokens(item.text) + 1
    if (tokens > left && chosen.length > 0) continue
    chosen.push(item)
    left -= tokens
  }
  return chosen
}

export function noteText(note: FoundNote): ShortText {
  // Without a subject the title is the note's own beginning.
  const isBeginning = note.text.replace(/\s+/g, ' ').trim().startsWith(note.title.replace(/…$/, ''))
  const text = isBeginning || note.text.includes(note.title) ? note.text : `${note.title}: ${note.text}`
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
    dayInWords: dayInWords(day),
  }
}

/** Notes one after the other in as few passages as they fit in, whatever words they hold. */
export function readThrough(notes: readonly ShortText[], { engine }: Pick<ReadingTask, 'engine'>): Reading[] {
  const readings: Reading[] = []
  let [part, left]: [ShortText[], number] = [[], throughTokens]
  const close = () => {
    if (part.length === 0) return
    const passage = part.map(({ text }) => text).join('\n')
    readings.push({ title: 'Notebook', passage, coverage: 0, sources: part.map(({ source }) => source) })
  }
  for (const note of notes) {
    const tokens = engine.countTokens(note.text) + 1
    if (tokens > throughTokens) continue
    if (tokens > left) {
      close()
      ;[part, left] = [[], throughTokens]
    }
    part.push(note)
    left -= tokens
  }
  close()
  return readings
}

/** Every source of a haul, the one that fits the question best first. */
export function* readHaul(haul: Haul, task: ReadingTask): Steps<Reading[]> {
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
  return all.filter(({ passage }) => passage !== '').sort((a, b) => b.coverage - a.coverage)
}
