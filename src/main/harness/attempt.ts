/** One plan carried out: expand, follow the steps, run what was skipped, and say whether there is an answer. */
import type { EmitRunEvent } from '../../shared/run-event.ts'
import type { Dispatch, Plan } from '../../shared/turn.ts'
import type { Tool } from '../tools/tool.ts'
import { type AnswerTask, answerFrom, answerFromPages, type DraftAnswer } from './answer.ts'
import { looksLikeCall } from './call-text.ts'
import { weighTerms } from './coverage.ts'
import { createDispatcher, type Dispatcher } from './dispatch.ts'
import { followerInstructions, runFollower } from './follower.ts'
import type { GenerationLock } from './generation-lock.ts'
import type { TurnGuards } from './guards.ts'
import type { HarnessPorts, Namespace, SkillSteps } from './ports.ts'
import { createSideChannel } from './side-channel.ts'
import { AnswerFound, ToolLoopHalt } from './signals.ts'

/** What lives as long as a turn, over both plans. */
export interface TurnState {
  readonly question: string
  /** Earlier exchanges of the conversation as L2 reads them; empty for none. */
  readonly earlier: string
  readonly guards: TurnGuards
  readonly lock: GenerationLock
  readonly dispatches: Dispatch[]
  readonly signal: AbortSignal
  readonly emit: EmitRunEvent
}

export interface AttemptOutcome {
  readonly answer: DraftAnswer | null
  /** A tool's budget, or L2's own bounds, ended the steps. */
  readonly cut: 'halted' | 'limit' | null
  /** What was looked at, by pill label, in order. */
  readonly places: readonly string[]
}

export interface AttemptPlan {
  readonly handles: readonly string[]
  readonly rationale: string
}

function announce(
  ports: HarnessPorts,
  plan: AttemptPlan,
  replanned: boolean,
  emit: EmitRunEvent,
): { plan: Plan; tools: readonly Tool[] } {
  const { tools, missing } = ports.namespace.expand(plan.handles)
  const shown: Plan = {
    handles: plan.handles.map((slug) => `@${slug}`),
    rationale: plan.rationale,
    tools: tools.map(({ name }) => name),
  }
  emit({ type: 'plan', plan: shown, replanned })
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

/** Tools of the skill that L2 never called, asked with the person's own words. */
async function runSkipped(
  tools: readonly Tool[],
  state: TurnState,
  dispatcher: Dispatcher,
): Promise<DraftAnswer | null> {
  return untilAnswer(async () => {
    for (const tool of tools)
      if (state.guards.calls(tool.name) === 0) await dispatcher.dispatch(tool.name, state.question)
  })
}

/** Without a tool that looks anything up, L2's own text is the answer. */
function ownText(text: string, emit: EmitRunEvent): DraftAnswer | null {
  if (text === '' || looksLikeCall(text)) return null
  emit({ type: 'text-delta', text })
  return { text, sources: [] }
}

/** False for the tools that say nothing about the owner's data by themselves. */
export const looksUp = (tool: Tool) => tool.name !== 'current_date' && tool.name !== 'list_devices'

export async function runAttempt(
  ports: HarnessPorts,
  attempt: AttemptPlan & { readonly replanned: boolean },
  state: TurnState,
): Promise<AttemptOutcome & { readonly plan: Plan }> {
  const { engine, switches, namespace } = ports
  const { question, signal, emit } = state
  const { plan, tools } = announce(ports, attempt, attempt.replanned, emit)
  const exposed = tools.filter((tool) => tool.l2Exposed)
  const steps = attempt.handles
    .map((slug) => namespace.steps(slug))
    .filter((s): s is SkillSteps => s !== null)
  const instructions = followerInstructions(steps, tools)
  const sideChannel = createSideChannel()
  const task: AnswerTask = {
    engine,
    switches,
    question,
    terms: weighTerms(question, ports.corpus),
    range: ports.resolveRange(question),
    dateIsAnswer: !exposed.some(looksUp),
    isReplan: attempt.replanned,
    signal,
    emit,
  }
  const dispatcher = createDispatcher({
    engine,
    switches,
    question,
    promptText: instructions,
    tools: exposed,
    skillTools: skillTools(namespace, steps),
    guards: state.guards,
    lock: state.lock,
    sideChannel,
    dispatches: state.dispatches,
    signal,
    nowMs: () => performance.now(),
    emit,
    async onHaul(haul) {
      if (!switches.earlyAnswer) return
      const answer = await answerFrom(haul, task)
      if (answer !== null) throw new AnswerFound(answer)
    },
  })
  const outcome = await runFollower({
    engine,
    rationale: attempt.rationale,
    question,
    earlier: state.earlier,
    instructions,
    toolNames: exposed.map(({ name }) => name),
    signal,
    dispatch: dispatcher.dispatch,
  })
  const cut =
    outcome.kind === 'halt' ? 'halted' : outcome.kind === 'reply' && outcome.limited ? 'limit' : null
  let answer = outcome.kind === 'answer' ? outcome.answer : null
  if (answer === null && switches.skippedTools) answer = await runSkipped(exposed, state, dispatcher)
  if (!switches.earlyAnswer) for (const haul of sideChannel.hauls()) answer ??= await answerFrom(haul, task)
  if (switches.rareWords) answer ??= await answerFromPages(sideChannel.hauls(), task)
  if (answer === null && outcome.kind === 'reply' && !exposed.some(looksUp))
    answer = ownText(outcome.text, emit)
  const places = [
    ...new Set(exposed.filter(({ name }) => state.guards.calls(name) > 0).map(({ pill }) => pill)),
  ]
  return { answer, cut, places, plan }
}
