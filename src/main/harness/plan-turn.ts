/** A turn in plan mode: each part of the question is planned, followed and answered; a plan that finds nothing gets a second. */
import type { EmitRunEvent } from '../../shared/run-event.ts'
import { inTurns } from '../../shared/steps.ts'
import type { Plan, Source, Turn, TurnEnd, TurnMode } from '../../shared/turn.ts'
import type { EarlierTurn } from '../model/engine.ts'
import { askSource } from './answer.ts'
import { answerTask } from './answer-task.ts'
import { askedValue, holdsPhone, holdsValue } from './asked-value.ts'
import { type AttemptOutcome, looksUp, runAttempt, type TurnState } from './attempt.ts'
import { type ChatInput, replyWithoutTools } from './chat.ts'
import { heldShare, weighTerms } from './coverage.ts'
import { mayBeOwn } from './evident-handles.ts'
import { standalone } from './follow-up.ts'
import { createTurnGuards } from './guards.ts'
import { type PlannerOutcome, runPlanner } from './planner.ts'
import type { HarnessPorts } from './ports.ts'
import { questionParts } from './question-parts.ts'
import { readShort } from './readings.ts'

/** How a turn came out, whatever its mode. */
export interface TurnBody {
  readonly text: string
  readonly sources: readonly Source[]
  readonly end: TurnEnd
  readonly mode: TurnMode
  readonly plan: Plan | null
  readonly replanned: boolean
  readonly error?: NonNullable<Turn['error']>
}

export interface PlannedInput extends ChatInput, Pick<TurnState, 'lock'> {
  /** Asked in one line with the question before it. */
  readonly isSecond?: boolean
}

/** By its own scores the model is sure, and there is no look. Eight of forty requests of general knowledge had as much. */
const sureOfNoTool = 0.9

const placeNames: Readonly<Record<string, string>> = {
  Notebook: 'your notebook',
  Files: 'your files',
  Memory: 'your memory log',
  Calendar: 'your calendar',
}

/** "I looked in … and found nothing": the honest end. */
export function nothingFound(places: readonly string[], what = 'this'): string {
  const names = places.map((place) => placeNames[place] ?? place)
  const last = names.at(-1)
  if (last === undefined) return 'I have nowhere to look for that and found nothing.'
  const where = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
  return `I looked in ${where} and found nothing that answers ${what}.`
}

/** What L2 reads of the conversation: the last exchange. */
function earlierText(earlier: readonly EarlierTurn[]): string {
  const last = earlier.at(-1)
  return last === undefined ? '' : `Before, the user asked: ${last.user}\nand was told: ${last.reply}\n`
}

/**
 * The handle to try when the first plan found nothing: the next-ranked one, or the next of the menu. Only one that looks
 * something up: today's date answers no question that it was not picked for.
 */
function nextHandle(outcome: PlannerOutcome, { namespace }: HarnessPorts): string | null {
  const ranked = outcome.candidates.map(({ handle }) => handle).filter((handle) => handle !== null)
  const order = ranked.length > 0 ? ranked : namespace.menu().map(({ slug }) => slug)
  const others = order.filter((handle) => !outcome.handles.includes(handle))
  return others.find((handle) => namespace.expand([handle]).tools.some(looksUp)) ?? null
}

/** How a question, or a part of one, came out. */
interface PartBody extends TurnBody {
  /** What was looked at, by pill label, in order. */
  readonly places: readonly string[]
}

/** What a question, or a part of one, is asked with, and how it was planned. */
interface PlannedPart {
  readonly state: TurnState
  readonly planned: PlannerOutcome
}

async function plan(ports: HarnessPorts, input: PlannedInput): Promise<PlannedPart> {
  const { question, earlier, signal } = input
  const said = input.isSecond === true ? `and ${question}` : question
  const told = ports.switches.followUps ? standalone(said, earlier, ports.corpus) : said
  const leans = told !== said
  const state: TurnState = {
    ...input,
    question: leans ? told : question,
    earlier: earlierText(earlier),
    guards: createTurnGuards(),
    asked: new Set(),
  }
  const isFollowUp = earlier.length > 0
  const request = { question: state.question, signal, withRationale: true, isFollowUp, leans }
  return { state, planned: await runPlanner(ports, request) }
}

const needsNoTool = ({ planned }: PlannedPart) => planned.handles.length === 0

/** Follows the plan, and a second one where it finds nothing. */
async function carryOut(ports: HarnessPorts, { state, planned }: PlannedPart): Promise<PartBody> {
  let outcome = await runAttempt(ports, { ...planned, replanned: false }, state)
  const first = outcome
  const next = nextHandle(planned, ports)
  const replanned = outcome.answer === null && next !== null && ports.switches.replan
  if (replanned) {
    state.guards.reset()
    outcome = await runAttempt(ports, { handles: [next], rationale: `I'll use @${next}.`, replanned }, state)
  }
  return {
    ...endOf(outcome),
    mode: 'plan',
    plan: outcome.answer === null ? first.plan : outcome.plan,
    replanned,
    places: [...new Set([...first.places, ...outcome.places])],
  }
}

function endOf({ answer }: AttemptOutcome): Pick<TurnBody, 'text' | 'sources' | 'end'> {
  return answer === null
    ? { text: '', sources: [], end: 'not-found' }
    : { text: answer.text, sources: answer.sources, end: 'answered' }
}

/** Events of a second part: what is shown of it stands below the first. */
function below(text: string, emit: EmitRunEvent): EmitRunEvent {
  let isEmpty = true
  return (event) => {
    if (event.type === 'text-delta') {
      emit(isEmpty ? { ...event, text: `\n${event.text}` } : event)
      isEmpty = false
    } else if (event.type === 'text-replace') {
      emit({ ...event, text: `${text}\n${event.text}` })
      isEmpty = false
    } else emit(event)
  }
}

const foundText = ({ text, end, places }: PartBody, question: string) =>
  end === 'answered' ? text : nothingFound(places, `“${question}”`)

function both(first: PartBody, second: PartBody, questions: readonly [string, string]): TurnBody {
  if (first.end !== 'answered' && second.end !== 'answered')
    return { ...first, text: nothingFound([...new Set([...first.places, ...second.places])]) }
  const texts = [foundText(first, questions[0]), foundText(second, questions[1])]
  const [plan, other] = [first.plan ?? second.plan, second.plan]
  const ids = new Set(first.sources.map(({ id }) => id))
  return {
    text: [...new Set(texts)].join('\n'),
    sources: [...first.sources, ...second.sources.filter(({ id }) => !ids.has(id))],
    end: 'answered',
    mode: 'plan',
    plan: plan && {
      ...plan,
      handles: [...new Set([...plan.handles, ...(other?.handles ?? [])])],
      tools: [...new Set([...plan.tools, ...(other?.tools ?? [])])],
    },
    replanned: first.replanned || second.replanned,
  }
}

async function general(ports: HarnessPorts, chat: ChatInput, { planned }: PlannedPart): Promise<PartBody> {
  const text = planned.reply ?? (await replyWithoutTools(ports, chat))
  return { text, sources: [], end: 'answered', mode: 'plan', plan: null, replanned: false, places: [] }
}

/**
 * A look before it is answered as general knowledge, where the model is not sure that it is. Null where it is sure, or where
 * nothing is found; but a figure or day that half of the words say is the owner's is not made up then.
 */
async function lookFirst(ports: HarnessPorts, { state, planned }: PlannedPart): Promise<PartBody | null> {
  const { noToolByModel } = planned
  const next = nextHandle(planned, ports)
  if (!ports.switches.replan || next === null || noToolByModel === null || noToolByModel >= sureOfNoTool)
    return null
  if (!mayBeOwn(state.question, ports.corpus)) return null
  const attempt = { handles: [next], rationale: `I'll use @${next}.`, replanned: false }
  const outcome = await runAttempt(ports, attempt, state)
  if (outcome.answer === null && askedValue(state.question) === null) return null
  const { plan, places } = outcome
  return { ...endOf(outcome), mode: 'plan', plan, replanned: false, places }
}

async function planOne(ports: HarnessPorts, input: PlannedInput, part?: PlannedPart): Promise<PartBody> {
  const planned = part ?? (await plan(ports, input))
  if (!needsNoTool(planned)) return carryOut(ports, planned)
  return (await lookFirst(ports, planned)) ?? general(ports, input, planned)
}

const found = (body: PartBody): TurnBody =>
  body.end === 'answered' ? body : { ...body, text: nothingFound(body.places) }

/**
 * The second question asked of the source that answered the first, which people mean for the most part. Null where that has
 * too few of its words, no such value, or not the answer.
 */
async function ofSameSource(
  ports: HarnessPorts,
  input: PlannedInput,
  first: PartBody,
): Promise<PartBody | null> {
  const { question } = input
  const source = first.sources.find(({ kind }) => kind === 'file' || kind === 'note' || kind === 'memory')
  if (source === undefined) return null
  const { title, quote } = source
  const asked = weighTerms(question, ports.corpus).filter(({ isKind }) => !isKind)
  const coverage = heldShare(`${title}\n${quote}`, asked)
  if (coverage < ports.engine.profile.coverageThreshold) return null
  if (!holdsValue(quote, askedValue(question)) || !holdsPhone(quote, question)) return null
  const task = answerTask(ports, input)
  const [reading] = await inTurns(readShort(title, [{ source, text: quote }], task))
  const answer = reading === undefined ? null : await askSource(reading, task)
  if (answer === null || answer.isPartial === true) return null
  const { text, sources } = answer
  return { text, sources, end: 'answered', mode: 'plan', plan: null, replanned: false, places: [] }
}

/** Two questions in one, the second after the first as in a conversation. Where neither needs a tool, they are one. */
async function planTwo(
  ports: HarnessPorts,
  input: PlannedInput,
  questions: readonly [string, string],
): Promise<TurnBody> {
  const [question, next] = questions
  const alone = await plan(ports, { ...input, question })
  // Where it says too little by itself, both together may say where to look.
  const whole = needsNoTool(alone) ? await plan(ports, input) : alone
  if (needsNoTool(whole)) return found(await planOne(ports, input, whole))
  const looked = await carryOut(ports, { ...alone, planned: whole.planned })
  // No figure and no day is made up where that look found nothing.
  const isGeneral = needsNoTool(alone) && looked.end !== 'answered' && askedValue(question) === null
  const first = isGeneral ? await general(ports, { ...input, question }, alone) : looked
  const shown = foundText(first, question)
  input.emit({ type: 'text-replace', text: shown })
  // What is shown keeps them, should the second be stopped or fail.
  if (first.sources.length > 0) input.emit({ type: 'sources', sources: first.sources })
  const after = {
    ...input,
    question: next,
    isSecond: true,
    earlier: [...input.earlier, { user: question, reply: first.text }],
    emit: below(shown, input.emit),
  }
  const second = (await ofSameSource(ports, after, first)) ?? (await planOne(ports, after))
  return both(first, second, questions)
}

/** Streams on the way; the last text of the events is the answer's. */
export async function planTurn(ports: HarnessPorts, input: PlannedInput): Promise<TurnBody> {
  const [first, second] = ports.switches.questionParts ? questionParts(input.question) : [input.question]
  return first !== undefined && second !== undefined
    ? planTwo(ports, input, [first, second])
    : found(await planOne(ports, input))
}
