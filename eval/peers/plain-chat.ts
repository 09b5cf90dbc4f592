/**
 * The plain way: one chat session with every tool bound under its full schema and today's date in the system text. On the
 * library's own session it is peer (a); on Pixie's engine, which turns narrated calls into real ones, it is (a′).
 */
import type { BoundTool, Engine } from '../../src/main/model/engine.ts'
import type { Pixie } from '../../src/main/pixie.ts'
import { createTools } from '../../src/main/tools/registry.ts'
import type { Found, Tool } from '../../src/main/tools/tool.ts'
import { PixieError } from '../../src/shared/errors.ts'
import type { Dispatch, Source } from '../../src/shared/turn.ts'
import { createGrader } from '../ask-pixie.ts'
import { gradeOutcome } from '../grade.ts'
import type { Graded, System } from '../system.ts'
import type { Asked } from '../tasks.ts'
import type { Layer } from '../trial.ts'
import { standInTools } from './stand-in-tools.ts'

/** As Pixie: three calls of a tool in a turn; the fourth ends it. */
const callsPerTool = 3
const replyTokens = 400
const turnTimeMs = 240_000

class StepLimit extends Error {}

function systemText({ clock }: Pixie): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: clock.zone }).format(
    clock.now(),
  )
  return `You are a helpful assistant with access to the user's own files, calendar, notebook and memory log. Today is ${day}. Use the tools to find what the user asks about and answer from what they return, briefly. If the tools do not have it, say that you could not find it.`
}

/** What a person would be shown of it: here the model read the tool's text, so that is what it may rely on. */
function sourceOf(found: Found): Source {
  const base = { kind: found.kind, id: found.id, path: null, location: null }
  switch (found.kind) {
    case 'file':
      return { ...base, title: found.title, path: found.path, quote: '' }
    case 'note':
    case 'date':
      return { ...base, title: found.title, quote: found.text }
    case 'memory':
      return { ...base, title: found.who ?? '', quote: found.text }
    case 'event':
      return { ...base, title: found.title, location: found.start, quote: `${found.start} ${found.end}` }
  }
}

interface Log {
  readonly dispatches: Dispatch[]
  readonly sources: Source[]
}

function spend(name: string, counts: Map<string, number>): void {
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  if (count > callsPerTool) throw new StepLimit(name)
}

function bind(tool: Tool, question: string, log: Log, counts: Map<string, number>): BoundTool {
  const { name, description, parameters } = tool
  return {
    name,
    description,
    parameters,
    async execute(args, { signal }) {
      spend(name, counts)
      const started = performance.now()
      const { text, found } = await tool.run(args, { signal, question, instruction: null })
      const ms = Math.round(performance.now() - started)
      const step = log.dispatches.length + 1
      log.dispatches.push({
        step,
        tool: name,
        instruction: '',
        arguments: args,
        outcome: 'ran',
        result: text,
        ms,
      })
      log.sources.push(...found.map(sourceOf))
      return text
    },
  }
}

/** A further tool: it is there to be told apart, and has nothing. */
function bindStandIn(tool: Omit<BoundTool, 'execute'>, log: Log, counts: Map<string, number>): BoundTool {
  return {
    ...tool,
    async execute(args) {
      spend(tool.name, counts)
      const step = log.dispatches.length + 1
      const result = 'Nothing found.'
      log.dispatches.push({
        step,
        tool: tool.name,
        instruction: '',
        arguments: args,
        outcome: 'ran',
        result,
        ms: 0,
      })
      return result
    },
  }
}

interface Said {
  readonly answer: string
  readonly end: string
  readonly sessions: unknown[]
}

async function chat(
  engine: Engine,
  pixie: Pixie,
  { task, question }: Asked,
  tools: readonly BoundTool[],
  signal: AbortSignal,
): Promise<Said> {
  const earlier = task.earlier.map((said) => ({ user: said.question, reply: said.answer }))
  const instructions = systemText(pixie)
  const session = await engine.createSession({ role: 'direct', tag: 'chat', instructions, earlier, tools })
  const record = () => [{ role: 'direct', instructions, input: question, ...session.record() }]
  try {
    const { text, end } = await session.respond(question, {
      signal,
      maxTokens: replyTokens,
      timeLimitMs: turnTimeMs,
    })
    return { answer: text, end: end === 'done' ? 'answered' : 'limit', sessions: record() }
  } catch (error) {
    if (error instanceof StepLimit) return { answer: '', end: 'limit', sessions: record() }
    // Too many schemas for the window: the turn cannot start, which is a result.
    if (error instanceof PixieError && error.code === 'context-exceeded')
      return {
        answer: '',
        end: 'error',
        sessions: [{ role: 'direct', input: question, error: error.message }],
      }
    throw error
  } finally {
    await session.dispose()
  }
}

async function ask(
  pixie: Pixie,
  asked: Asked,
  _layer: Layer,
  signal: AbortSignal,
  toolCount: number,
): Promise<Graded> {
  const log: Log = { dispatches: [], sources: [] }
  const counts = new Map<string, number>()
  const own = createTools({ ...pixie, weekStart: () => pixie.settings.get('weekStart') })
  const tools = [
    ...own.map((tool) => bind(tool, asked.question, log, counts)),
    ...standInTools(toolCount - own.length).map((tool) => bindStandIn(tool, log, counts)),
  ]
  const said = await pixie.engine.use(signal, (engine) => chat(engine, pixie, asked, tools, signal))
  const outcome = { ...said, ...log, chosen: null }
  const grades = await gradeOutcome(asked, outcome, createGrader(pixie, signal))
  const { answer, end, sessions } = said
  return { handle: null, answer, end, grades, dispatches: log.dispatches, sessions }
}

/** @param toolCount Pixie's six and as many stand-ins as are missing */
export function plainChat(name: string, toolCount: number): System {
  return {
    name: `${name}, ${toolCount} tools`,
    plans: false,
    ask: (pixie, asked, layer, signal) => ask(pixie, asked, layer, signal, toolCount),
  }
}
