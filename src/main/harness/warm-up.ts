/** Ahead of questions: the beginnings that the sessions of any turn have in common are evaluated, so that none waits for them. */
import { setImmediate as nextCycle } from 'node:timers/promises'
import type { Engine, SessionSpec } from '../model/engine.ts'
import type { Tool } from '../tools/tool.ts'
import { askSource } from './answer.ts'
import { answerTask } from './answer-task.ts'
import { runAttempt } from './attempt.ts'
import { createGenerationLock } from './generation-lock.ts'
import { createTurnGuards } from './guards.ts'
import { runPlanner } from './planner.ts'
import type { HarnessPorts, ScoreCache } from './ports.ts'
import { isOpen, runToolAgent } from './tool-agent.ts'

/** A skill more is not warmed: the engine keeps a few beginnings more than these, its tools' and two others. */
const mostSkills = 12

/** Ends a dry run. */
const enough = new Error('the session is known')

const nothing = () => {}
const unsaid = { question: '', instruction: '' }

/** Runs a part of a turn for nobody, up to its first session. Null when it comes to none. */
async function firstSession(
  ports: HarnessPorts,
  run: (dry: HarnessPorts) => Promise<unknown>,
): Promise<SessionSpec | null> {
  const seen: SessionSpec[] = []
  const { engine, namespace } = ports
  const dry: Engine = {
    model: engine.model,
    profile: engine.profile,
    contextTokens: engine.contextTokens,
    countTokens: (text) => engine.countTokens(text),
    createSession(spec) {
      seen.push(spec)
      return Promise.reject(enough)
    },
    usage: () => engine.usage(),
    dispose: () => Promise.resolve(),
  }
  const expand: typeof namespace.expand = (slugs) => {
    const { tools, missing } = namespace.expand(slugs)
    return { tools: tools.map((tool) => ({ ...tool, run: () => Promise.reject(enough) })), missing }
  }
  try {
    await run({ ...ports, engine: dry, namespace: { ...namespace, expand } })
  } catch (error) {
    if (error !== enough) throw error
  }
  return seen[0] ?? null
}

/** L2's of a skill; null where it evaluates nothing, since there is one tool to choose. */
async function followerSession(ports: HarnessPorts, slug: string, signal: AbortSignal) {
  const state = {
    question: '',
    earlier: '',
    guards: createTurnGuards(),
    lock: createGenerationLock(),
    dispatches: [],
    asked: new Set<string>(),
    signal,
    emit: nothing,
  }
  const attempt = { handles: [slug], rationale: '', replanned: false }
  const first = await firstSession(ports, (dry) => runAttempt(dry, attempt, state))
  return first?.role === 'l2' ? first : null
}

/** The tools whose calls a model crafts. */
function craftedTools({ engine, switches, namespace }: HarnessPorts, slugs: readonly string[]): Tool[] {
  if (!switches.toolAgents) return []
  const tools = slugs.flatMap((slug) => namespace.expand([slug]).tools.filter((tool) => tool.l2Exposed))
  return [...new Set(tools)].filter((tool) => engine.profile.craftedCalls === 'all' || isOpen(tool, unsaid))
}

/** Of all that a question may need, the needed ones last, since the engine holds those best. */
async function* sessionsOf(
  ports: HarnessPorts,
  signal: AbortSignal,
): AsyncGenerator<SessionSpec | null, void, void> {
  const menu = ports.namespace.menu().map(({ slug }) => slug)
  const agent = { ...unsaid, step: 1, personWords: true, signal, onToolStart: nothing }
  for (const tool of craftedTools(ports, menu))
    yield await firstSession(ports, (dry) => runToolAgent(dry.engine, { ...agent, tool }))
  for (const slug of menu.slice(0, mostSkills)) yield await followerSession(ports, slug, signal)
  const passage = { title: '', passage: '', sources: [], coverage: 1 }
  const question = { question: '', signal, emit: nothing }
  yield await firstSession(ports, (dry) => askSource(passage, answerTask(dry, question)))
  if (menu.length > 0) yield await firstSession(ports, (dry) => runPlanner(dry, planned(signal)))
}

const planned = (signal: AbortSignal) => ({ question: '', signal, withRationale: false, isFollowUp: false })

/** The planner's scores for an empty request, which it keeps, and no others. */
async function keepEmptyScores(ports: HarnessPorts, signal: AbortSignal): Promise<void> {
  const { engine, switches, namespace } = ports
  if (namespace.menu().length === 0 || !switches.scoredPlanner) return
  if (!switches.plannerCalibration || engine.profile.plannerCalibration === 0) return
  const scoreCache: ScoreCache = {
    get(key) {
      if (ports.scoreCache.get(key) !== null) throw enough
      return null
    },
    set(key, scores) {
      ports.scoreCache.set(key, scores)
      throw enough
    },
  }
  try {
    await runPlanner({ ...ports, scoreCache }, planned(signal))
  } catch (error) {
    if (error !== enough) throw error
  }
}

/**
 * Evaluates one after the other what is not kept yet; does nothing on an engine that keeps nothing. Rejects when the signal
 * aborts, and with what the engine throws; what was done by then stays.
 */
export async function warmUp(ports: HarnessPorts, signal: AbortSignal): Promise<void> {
  const { engine } = ports
  if (engine.warm === undefined) return
  for await (const session of sessionsOf(ports, signal)) {
    if (session !== null) await engine.warm(session, signal)
    // Texts are counted on this thread, which has other things to answer.
    await nextCycle()
    signal.throwIfAborted()
  }
  await keepEmptyScores(ports, signal)
}
