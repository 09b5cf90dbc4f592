/**
 * The plain way: one chat session with tools bound under their full schemas and today's date in the system text. With every
 * tool bound it is peer (a) on the library's own session, and (a′) on Pixie's engine, which turns narrated calls into real
 * ones. With a few that were picked before, it is the second stage of (b).
 */
import type { BoundTool, Engine } from '../../src/main/model/engine.ts'
import type { Pixie } from '../../src/main/pixie.ts'
import { PixieError } from '../../src/shared/errors.ts'
import { createGrader } from '../ask-pixie.ts'
import { gradeOutcome } from '../grade.ts'
import type { Graded, System } from '../system.ts'
import type { Asked } from '../tasks.ts'
import { type PeerTool, peerTools, StepLimit } from './peer-tools.ts'

const replyTokens = 400
const turnTimeMs = 240_000

function systemText({ clock }: Pixie): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: clock.zone }).format(
    clock.now(),
  )
  return `You are a helpful assistant with access to the user's own files, calendar, notebook and memory log. Today is ${day}. Use the tools to find what the user asks about and answer from what they return, briefly. If the tools do not have it, say that you could not find it.`
}

/** A question as a session is told it. */
export interface Request {
  readonly engine: Engine
  readonly question: string
  readonly earlier: readonly { readonly user: string; readonly reply: string }[]
  readonly signal: AbortSignal
  /** When the turn is over, on the clock of `performance.now`. */
  readonly deadline: number
  /** Every session of the turn, as it goes into the trace. */
  readonly sessions: unknown[]
}

/** Which of the tools the chat has bound. */
export type PickTools = (request: Request, tools: readonly PeerTool[]) => Promise<readonly PeerTool[]>

interface Said {
  readonly answer: string
  readonly end: string
}

async function chat(request: Request, instructions: string, tools: readonly BoundTool[]): Promise<Said> {
  const { engine, question, earlier, signal, deadline, sessions } = request
  const session = await engine.createSession({ role: 'direct', tag: 'chat', instructions, earlier, tools })
  try {
    const { text, end } = await session.respond(question, {
      signal,
      maxTokens: replyTokens,
      timeLimitMs: Math.max(1, Math.round(deadline - performance.now())),
    })
    return { answer: text, end: end === 'done' ? 'answered' : 'limit' }
  } catch (error) {
    if (error instanceof StepLimit) return { answer: '', end: 'limit' }
    throw error
  } finally {
    sessions.push({ role: 'direct', tag: 'chat', instructions, input: question, ...session.record() })
    await session.dispose()
  }
}

/** Too many schemas for the window: the turn cannot start, which is a result. */
async function orTooLong({ sessions }: Request, work: Promise<Said>): Promise<Said> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof PixieError && error.code === 'context-exceeded')) throw error
    sessions.push({ role: 'direct', tag: 'chat', error: error.message })
    return { answer: '', end: 'error' }
  }
}

async function ask(
  pixie: Pixie,
  asked: Asked,
  signal: AbortSignal,
  { toolCount, pick }: { readonly toolCount: number; readonly pick: PickTools },
): Promise<Graded> {
  const { task, question } = asked
  const { tools, log } = peerTools(pixie, question, toolCount)
  const earlier = task.earlier.map((said) => ({ user: said.question, reply: said.answer }))
  const sessions: unknown[] = []
  const started = performance.now()
  const deadline = started + turnTimeMs
  const said = await pixie.engine.use(signal, (engine) => {
    const request = { engine, question, earlier, signal, deadline, sessions }
    const work = async () => {
      const picked = await pick(request, tools)
      return chat(
        request,
        systemText(pixie),
        picked.map(({ bound }) => bound),
      )
    }
    return orTooLong(request, work())
  })
  const answerMs = performance.now() - started
  const grades = await gradeOutcome(asked, { ...said, ...log, chosen: null }, createGrader(pixie, signal))
  return { handle: null, ...said, grades, dispatches: log.dispatches, sessions, answerMs }
}

/**
 * @param toolCount Pixie's six and as many stand-ins as are missing
 * @param pick default: all of them
 */
export function plainChat(
  name: string,
  toolCount: number,
  pick: PickTools = async (_, tools) => tools,
): System {
  return {
    name: `${name}, ${toolCount} tools`,
    plans: false,
    ask: (pixie, asked, _layer, signal) => ask(pixie, asked, signal, { toolCount, pick }),
  }
}
