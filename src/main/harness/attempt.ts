/** One plan carried out: expand, follow the steps, run what was skipped, and say whether there is an answer. */
import { type LabelledText, textOf } from '../../shared/ledger.ts'
import type { EmitRunEvent } from '../../shared/run-event.ts'
import type { Dispatch, Plan } from '../../shared/turn.ts'
import type { BoundTool } from '../model/engine.ts'
import type { Tool } from '../tools/tool.ts'
import type { DraftAnswer } from './answer.ts'
import { answerTask } from './answer-task.ts'
import { askedValue } from './asked-value.ts'
import { looksLikeCall } from './call-text.ts'
import { createCallTool, createDirectTool } from './call-tool.ts'
import { createDispatcher, type Dispatcher } from './dispatch.ts'
import { createEvidence, type Evidence } from './evidence.ts'
import { chooseTool, type FollowerOutcome, followerInstructions, runFollower } from './follower.ts'
import type { GenerationLock } from './generation-lock.ts'
import type { TurnGuards } from './guards.ts'
import { asksAboutOwner } from './own-words.ts'
import type { HarnessPorts, Namespace, SkillSteps } from './ports.ts'
import { createSideChannel, type SideChannel } from './side-channel.ts'
import { AnswerFound, StepsTakenOver, ToolLoopHalt } from './signals.ts'

/** What lives as long as a turn, over both plans. */
export interface TurnState {
  readonly question: string
  /** Earlier exchanges of the conversation as L2 reads them; empty for none. */
  readonly earlier: string
  readonly guards: TurnGuards
  readonly lock: GenerationLock
  readonly dispatches: Dispatch[]
  /** Sources that the model was asked about already. */
  readonly asked: Set<string>
  readonly signal: AbortSignal
  readonly emit: EmitRunEvent
}

export interface AttemptOutcome {
  readonly answer: DraftAnswer | null
  readonly plan: Plan
  /** What was looked at, by pill label, in order. */
  readonly places: readonly string[]
}

export interface Attempt {
  readonly handles: readonly string[]
  readonly rationale: string
  /** The second plan of the turn. */
  readonly replanned: boolean
}

function announce(
  ports: HarnessPorts,
  attempt: Attempt,
  emit: EmitRunEvent,
): { plan: Plan; tools: readonly Tool[] } {
  const { tools, missing } = ports.namespace.expand(attempt.handles)
  const shown: Plan = {
    handles: attempt.handles.map((slug) => `@${slug}`),
    rationale: attempt.rationale,
    tools: namesOf(tools),
  }
  emit({ type: 'plan', plan: shown, replanned: attempt.replanned })
  for (const { slug, why } of missing) emit({ type: 'notice', text: `@${slug} is left out: ${why}` })
  return { plan: shown, tools }
}

/** Skills among the steps that bring exactly one tool L2 may use: a model that names the skill means that tool. */
function skillTools(namespace: Namespace, steps: readonly SkillSteps[]): Map<string, Tool> {
  const map = new Map<string, Tool>()
  for (const { slug } of steps.flatMap(({ nested }) => nested)) {
    const [only, ...others] = namespace.expand([slug]).tools.filter((tool) => tool.l2Exposed)
    if (only !== undefined && others.length === 0) map.set(slug, only)
  }
  return map
}

/** Runs `work`; the answer that ended it, or null. A halt ends it too and is no failure. */
async function untilAnswer(work: () => Promise<void>): Promise<DraftAnswer | null> {
  try {
    await work()
  } catch (error) {
    if (error instanceof AnswerFound) return error.answer
    if (!(error instanceof ToolLoopHalt)) throw error
  }
  return null
}

/** Tools of the skill that L2 never called, in the order of its steps, asked with the person's own words. */
async function runSkipped(
  tools: readonly Tool[],
  state: TurnState,
  dispatcher: Dispatcher,
): Promise<DraftAnswer | null> {
  return untilAnswer(async () => {
    for (const tool of tools)
      if (state.guards.calls(tool.name) === 0) await dispatcher.ask(tool, state.question)
  })
}

/** The likeliest source that says who is meant need not be the one. Where the Notebook is read through, that takes a call of it. */
const leadsFollowed = 2
const leadsBeforeReading = 1

/** Looks for what a source lacks under the names that it gives, in every place, once. */
async function followLead(
  tools: readonly Tool[],
  { evidence, dispatcher, pace }: Pick<Bench, 'evidence' | 'dispatcher' | 'pace'>,
): Promise<DraftAnswer | null> {
  const lead = evidence.nextLead()
  if (lead === null) return null
  const words = [...lead.names, ...lead.missing].join(' ')
  pace.isFollowing = true
  return untilAnswer(async () => {
    for (const tool of tools.filter(looksUp)) await dispatcher.ask(tool, words)
  })
}

/** What the owner's own facts may say in quite other words. */
const asksOwnFact = (question: string) => asksAboutOwner(question) && askedValue(question) === null

/** The last resort for such facts: the Notebook is read through, not searched. */
async function readNotebook(
  tools: readonly Tool[],
  { question }: TurnState,
  { evidence, dispatcher, sideChannel }: Pick<Bench, 'evidence' | 'dispatcher' | 'sideChannel'>,
): Promise<DraftAnswer | null> {
  const notebook = tools.find(({ name }) => name === 'check_notebook')
  if (notebook === undefined || !asksOwnFact(question)) return null
  const before = sideChannel.hauls().length
  const answer = await untilAnswer(() => dispatcher.ask(notebook, ''))
  const haul = sideChannel.hauls()[before]
  return answer ?? (haul === undefined ? null : evidence.readThrough(haul))
}

/** Without a tool that looks anything up, L2's own text is the answer. */
function ownText(text: string, emit: EmitRunEvent): DraftAnswer | null {
  if (text === '' || looksLikeCall(text)) return null
  emit({ type: 'text-delta', text })
  return { text, sources: [] }
}

/** False for the tools that say nothing about the owner's data by themselves. */
export const looksUp = (tool: Tool) => tool.name !== 'current_date' && tool.name !== 'list_devices'

/** What L2 may do with the plan, as it is set up for one attempt. */
interface Bench {
  /** Of the plan. */
  readonly exposed: readonly Tool[]
  /** These and further ones: what L2 may ask. */
  readonly callable: readonly Tool[]
  readonly bound: readonly BoundTool[]
  readonly instructions: readonly LabelledText[]
  readonly evidence: Evidence
  /** A lead is followed through all places before the model is asked about what they brought. */
  readonly pace: { isFollowing: boolean }
  readonly sideChannel: SideChannel
  readonly dispatcher: Dispatcher
}

const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name)

/** What L2 is given to call: `call_tool` alone, or without tool-agents the tools themselves. */
function bindTools(
  { engine, switches }: HarnessPorts,
  tools: readonly Tool[],
  { dispatch, call }: Dispatcher,
): BoundTool[] {
  if (tools.length === 0) return []
  let calls = 0
  const counted = async (result: Promise<string>): Promise<string> => {
    const text = await result
    calls++
    if (calls === engine.profile.followerCalls) throw new StepsTakenOver()
    return text
  }
  if (!switches.toolAgents)
    return tools.map((tool) => createDirectTool(tool, (...asked) => counted(call(...asked))))
  return [createCallTool(namesOf(tools), engine.profile, (...asked) => counted(dispatch(...asked)))]
}

function setUp(ports: HarnessPorts, attempt: Attempt, tools: readonly Tool[], state: TurnState): Bench {
  const { engine, switches, namespace, furtherTools = [] } = ports
  const exposed = tools.filter((tool) => tool.l2Exposed)
  const callable = [...exposed, ...furtherTools]
  const steps = attempt.handles.map((slug) => namespace.steps(slug)).filter((skill) => skill !== null)
  const instructions = followerInstructions(steps, callable, !switches.toolAgents)
  const evidence = createEvidence(
    answerTask(ports, state, { dateIsAnswer: !exposed.some(looksUp), isReplan: attempt.replanned }),
    state.asked,
  )
  const pace = { isFollowing: false }
  const lookedEverywhere = () =>
    !pace.isFollowing && exposed.every((tool) => !looksUp(tool) || state.guards.calls(tool.name) > 0)
  const sideChannel = createSideChannel()
  const dispatcher = createDispatcher({
    ...state,
    engine,
    switches,
    promptText: `${attempt.rationale}\n${textOf(instructions)}`,
    tools: callable,
    skillTools: skillTools(namespace, steps),
    sideChannel,
    nowMs: () => performance.now(),
    async onHaul(haul) {
      if (!switches.earlyAnswer) return
      const answer = (await evidence.take(haul)) ?? (lookedEverywhere() ? await evidence.rest() : null)
      if (answer !== null) throw new AnswerFound(answer)
    },
  })
  const bound = bindTools(ports, callable, dispatcher)
  return { exposed, callable, bound, instructions, evidence, pace, sideChannel, dispatcher }
}

/** L2: its loop, or the scored choice of its first call. */
function follow(
  { engine, switches }: HarnessPorts,
  rationale: string,
  { callable, bound, instructions }: Bench,
  { question, earlier, signal }: TurnState,
  needsReply: boolean,
): Promise<FollowerOutcome> {
  const toolsPart = switches.toolAgents ? 'call-tool' : 'tool'
  const tools = bound
  const input = {
    engine,
    rationale,
    question,
    earlier,
    instructions,
    tools,
    toolsPart,
    needsReply,
    signal,
  } as const
  const isScored = engine.profile.followerChoice === 'scored' && switches.toolAgents && !needsReply
  const [callTool] = bound
  if (!isScored || callTool === undefined) return runFollower(input)
  return chooseTool(input, namesOf(callable), callTool)
}

/** Follows the steps, then what L2 left out, then what is left to ask; the first answer ends it. */
async function findAnswer(
  ports: HarnessPorts,
  { rationale, replanned }: Attempt,
  bench: Bench,
  state: TurnState,
): Promise<DraftAnswer | null> {
  const { engine, switches } = ports
  const { exposed, evidence, pace, sideChannel, dispatcher } = bench
  const { emit } = state
  const needsReply = !exposed.some(looksUp)
  // A second plan has nothing left to decide: the places of its skill are looked at in order.
  const isFollowed = needsReply || !replanned || engine.profile.followerCalls === null
  const outcome: FollowerOutcome = isFollowed
    ? await follow(ports, rationale, bench, state, needsReply)
    : { kind: 'halt' }
  if (outcome.kind === 'answer') return outcome.answer
  let answer = switches.skippedTools ? await runSkipped(exposed, state, dispatcher) : null
  if (!switches.earlyAnswer) for (const haul of sideChannel.hauls()) answer ??= await evidence.take(haul)
  answer ??= await evidence.rest()
  const leads = !replanned && asksOwnFact(state.question) ? leadsBeforeReading : leadsFollowed
  for (let lead = 0; lead < leads; lead++)
    answer ??= (await followLead(exposed, { evidence, dispatcher, pace })) ?? (await evidence.rest())
  if (!replanned) answer ??= await readNotebook(exposed, state, { evidence, dispatcher, sideChannel })
  if (!replanned) answer ??= await evidence.lastResort()
  answer ??= evidence.partial()
  if (outcome.kind === 'reply' && needsReply) answer ??= ownText(outcome.text, emit)
  return answer
}

export async function runAttempt(
  ports: HarnessPorts,
  attempt: Attempt,
  state: TurnState,
): Promise<AttemptOutcome> {
  const { plan, tools } = announce(ports, attempt, state.emit)
  const bench = setUp(ports, attempt, tools, state)
  const answer = await findAnswer(ports, attempt, bench, state)
  const asked = bench.exposed.filter((tool) => looksUp(tool) && state.guards.calls(tool.name) > 0)
  return { answer, plan, places: [...new Set(asked.map(({ pill }) => pill))] }
}
