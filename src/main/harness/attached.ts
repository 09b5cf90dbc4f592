/** A question about one file that the person put beside it: answered from that file's text and nothing else. */
import { queryTerms } from '../../shared/fold.ts'
import type { EmitRunEvent } from '../../shared/run-event.ts'
import { inTurns } from '../../shared/steps.ts'
import type { Source } from '../../shared/turn.ts'
import { type AnswerTask, askSource, type DraftAnswer } from './answer.ts'
import { answerTask } from './answer-task.ts'
import { heldShare } from './coverage.ts'
import { locate, type Passage, passageSteps } from './passage.ts'
import type { HarnessPorts } from './ports.ts'
import type { Reading } from './readings.ts'

export interface AttachedText {
  /** Absolute. */
  readonly path: string
  /** Null when the file has no text that can be read. */
  readonly text: string | null
  /** Why there is no text, or what is missing of it, in plain words; null when there is nothing to say. */
  readonly remark: string | null
  /** `page 1`, `paragraph 1` or `line 1`: how places in this kind of file are named. */
  readonly location: string | null
}

export interface Attachment {
  readonly name: string
  /** Rejects with a `PixieError` when the file cannot be read at all, and with `stopped`. */
  read(signal: AbortSignal): Promise<AttachedText>
}

interface AttachedInput {
  readonly question: string
  readonly attachment: Attachment
  readonly signal: AbortSignal
  readonly emit: EmitRunEvent
}

/** Longest passage of it that the model reads at once, in tokens: the file is known to be meant, so more than in a search. */
const passageTokens = 300
/** How many passages are tried: each costs a prompt evaluation. */
const passagesTried = 3
/** For a question about the whole: its beginning, in tokens. */
const beginningTokens = 900
/** Of an answer about the whole. */
const overviewTokens = 240
/** What a question about a file takes of the window beside itself, at most: instructions with examples, the file, the answer. */
export const attachedTokens = beginningTokens + overviewTokens + 400
/** In UTF-16 units, more than `beginningTokens` ever are. */
const beginningLength = 12_000

/** Words that ask about a file as a whole and name nothing in it. Folded. */
const wholeWords = new Set(
  `summarise summarize summary summaries summing sum overview gist outline main point points key content contents
  document doc file pdf text paper page letter mail email note article attachment attached read say says said explain
  describe tell mean means short briefly sentence sentences one two three line lines words happens happening
  zusammenfassen zusammenfassung fasse fass inhalt datei dokument kurz worum geht uberblick
  resume resumer resumen resumir documento archivo fichier contenu contenido`.split(/\s+/),
)

const asksForWhole = (question: string) => queryTerms(question).every((term) => wholeWords.has(term))

export async function replyFromAttachment(
  ports: HarnessPorts,
  input: AttachedInput,
): Promise<{ text: string; sources: readonly Source[]; end: 'answered' | 'not-found' }> {
  const { attachment, signal, emit } = input
  const pill = { step: 1, label: 'Files' } as const
  emit({ type: 'pill', pill: { ...pill, state: 'running', detail: '' } })
  let file: AttachedText
  try {
    file = await attachment.read(signal)
  } catch (error) {
    emit({ type: 'pill', pill: { ...pill, state: 'failed', detail: attachment.name } })
    throw error
  }
  const state = file.text === null ? 'nothing' : 'done'
  emit({ type: 'pill', pill: { ...pill, state, detail: attachment.name } })
  if (file.text !== null && file.remark !== null)
    emit({ type: 'notice', text: `${attachment.name}: ${file.remark}.` })
  const answer = file.text === null ? null : await answerFromText(ports, input, { ...file, text: file.text })
  if (answer !== null) return { ...answer, end: 'answered' }
  return { text: nothingIn(attachment.name, file), sources: [], end: 'not-found' }
}

function nothingIn(name: string, { text, remark }: AttachedText): string {
  if (text !== null) return `I read ${name} and found nothing in it that answers this.`
  return `I could not take any text out of ${name}${remark === null ? '' : ` (${remark})`}, so I cannot answer from it.`
}

async function answerFromText(
  ports: HarnessPorts,
  { question, attachment, signal, emit }: AttachedInput,
  file: AttachedText & { readonly text: string },
): Promise<DraftAnswer | null> {
  const task = answerTask(ports, { question, signal, emit })
  const reading = ({ text, from }: Passage): Reading => ({
    title: attachment.name,
    passage: text,
    coverage: 1,
    sources: [
      {
        kind: 'file',
        id: file.path,
        title: attachment.name,
        path: file.path,
        location: locate(file.text, from, file.location),
        quote: text,
      },
    ],
  })
  if (asksForWhole(question)) {
    const beginning = await inTurns(
      passageSteps(file.text.slice(0, beginningLength), [], countsOf(ports), beginningTokens),
    )
    // Whether a text holds a summary of itself is no question; it is made from what is there.
    const unchecked = { ...task, switches: { ...task.switches, supportCheck: false } }
    return beginning.text === ''
      ? null
      : askSource(reading(beginning), unchecked, { maxTokens: overviewTokens })
  }
  for await (const passage of bestPassages(file.text, task, countsOf(ports))) {
    const answer = await askSource(reading(passage), task)
    if (answer !== null) return answer
  }
  return null
}

const countsOf =
  ({ engine }: HarnessPorts) =>
  (text: string) =>
    engine.countTokens(text)

/** Best first; none overlaps another, each stands in the text as it is. */
async function* bestPassages(
  text: string,
  { terms }: AnswerTask,
  countTokens: (text: string) => number,
): AsyncGenerator<Passage> {
  const best = async (segment: Passage) => {
    const { text, from } = await inTurns(passageSteps(segment.text, terms, countTokens, passageTokens))
    return { segment, text, from: segment.from + from, share: heldShare(text, terms) }
  }
  let left = [await best({ text, from: 0 })]
  for (let tried = 0; tried < passagesTried; tried++) {
    const [first, ...others] = left.filter((each) => each.text !== '').sort((a, b) => b.share - a.share)
    if (first === undefined) return
    yield { text: first.text, from: first.from }
    const { segment } = first
    const end = first.from + first.text.length
    const before = await best({ text: segment.text.slice(0, first.from - segment.from), from: segment.from })
    const after = await best({ text: segment.text.slice(end - segment.from), from: end })
    left = [before, after, ...others]
  }
}
