/** What one `call_tool` sets in motion: resolve, repeat, budget, L3. The deterministic gate between L2 and a real tool. */
import { PixieError, toWireError } from '../../shared/errors.ts'
import type { Arguments } from '../../shared/json-schema.ts'
import type { EmitRunEvent } from '../../shared/run-event.ts'
import type { Dispatch, DispatchOutcome } from '../../shared/turn.ts'
import type { Engine } from '../model/engine.ts'
import type { Tool, ToolResult } from '../tools/tool.ts'
import { withoutCalls } from './call-text.ts'
import { isCopied } from './copied-instruction.ts'
import type { GenerationLock } from './generation-lock.ts'
import type { TurnGuards } from './guards.ts'
import type { Haul, SideChannel } from './side-channel.ts'
import { ToolLoopHalt } from './signals.ts'
import type { Switches } from './switches.ts'
import { isOpen, runToolAgent, runWithoutAgent, type ToolAgentRun } from './tool-agent.ts'

/** Dispatches of a plan that reach no tool (nudges, unknown names) before the loop is ended: a model that only spins. */
const idleDispatches = 2

export const repeatNudge = 'You already made that exact call. Use what you have, or do something different.'

export interface DispatchContext {
  readonly engine: Engine
  readonly switches: Switches
  readonly question: string
  /** What L2 was given besides the question: an instruction made of its words only is a copy. */
  readonly promptText: string
  /** The exposed tools, in binding order. */
  readonly tools: readonly Tool[]
  /** Skills of the plan that stand for one exposed tool, by slug: `fetch-file` is `find_file`. */
  readonly skillTools: ReadonlyMap<string, Tool>
  readonly guards: TurnGuards
  readonly lock: GenerationLock
  readonly sideChannel: SideChannel
  /** Every dispatch of the turn, over both plans; its length is the step counter. */
  readonly dispatches: Dispatch[]
  readonly signal: AbortSignal
  readonly nowMs: () => number
  readonly emit: EmitRunEvent
  /** Tried after each dispatch that brought something; may throw to end L2. */
  onHaul(haul: Haul): Promise<void>
}

/**
 * The exposed tool that a model's word means: `@`, space and letter case aside, by tool name or slug, or by the slug of
 * a skill that wraps one tool.
 */
export function resolveTool(
  word: string,
  tools: readonly Tool[],
  skillTools: ReadonlyMap<string, Tool>,
): Tool | null {
  const name = word.replace(/[@\s]/g, '').toLowerCase()
  const direct = tools.find((tool) => tool.name.toLowerCase() === name || tool.slug === name)
  return direct ?? skillTools.get(name.replaceAll('_', '-')) ?? null
}

function unknownToolText(word: string, tools: readonly Tool[]): string {
  const available = tools.map(({ name }) => name).join(', ')
  return `There is no tool '${word}'. Available: ${available}. Choose one, or reply with your answer.`
}

function pillDetail(tool: Tool, { arguments: args, result }: ToolAgentRun): string {
  const [first] = result.found
  if (first?.kind === 'date') return first.today
  if (tool.name === 'queryCalendar' && args.start)
    return args.start === args.end ? `${args.start}` : `${args.start} – ${args.end}`
  if (first?.kind === 'file') return first.title
  return result.found.length === 0 ? '' : String(result.found.length)
}

export interface Dispatcher {
  /** `call_tool`'s function. Resolves to what L2 reads; throws `ToolLoopHalt` and what `onHaul` throws. */
  dispatch(word: string, instruction: string): Promise<string>
  /** As `dispatch`, of a tool that L2 has bound itself. */
  call(tool: Tool, args: Arguments): Promise<string>
  /** Asks a tool in plain words without the model: what is left of the steps. The same gate; throws as `dispatch` does. */
  ask(tool: Tool, words: string): Promise<void>
}

/** What is wanted of a tool: words for its agent, or, without agents, what L2 wrote itself. */
interface Request {
  readonly tool: Tool
  /** Plain words: L2's, or those that code asks with. */
  readonly instruction: string
  /** The person's words, or what code asks instead of them. */
  readonly words: string
  /** L3 crafts the call; else it is made of `written`, or of the words. */
  readonly isCrafted: boolean
  readonly written: Arguments | null
}

export function createDispatcher(context: DispatchContext): Dispatcher {
  const { engine, switches, question, tools, guards, lock, sideChannel, dispatches, signal, nowMs, emit } =
    context
  let idle = 0

  function record(entry: Omit<Dispatch, 'step' | 'ms'> & { step: number; started: number }): void {
    const { started, ...dispatch } = entry
    dispatches[entry.step - 1] = { ...dispatch, ms: Math.round(nowMs() - started) }
  }

  function nudge(
    step: number,
    tool: string,
    instruction: string,
    outcome: DispatchOutcome,
    text: string,
  ): string {
    record({ step, tool, instruction, arguments: null, outcome, result: text, started: nowMs() })
    idle++
    if (idle > idleDispatches) throw new ToolLoopHalt(tool)
    return text
  }

  async function runAgent(request: Request, step: number): Promise<ToolAgentRun> {
    const { tool, instruction, written, words } = request
    const onToolStart = () =>
      emit({ type: 'pill', pill: { step, label: tool.pill, state: 'running', detail: '' } })
    const input = { tool, question: words, signal, onToolStart }
    const isCrafted =
      request.isCrafted &&
      (engine.profile.craftedCalls === 'all' || isOpen(tool, { question: words, instruction }))
    if (!isCrafted || !switches.toolAgents) {
      const told = request.isCrafted && switches.toolAgents ? instruction : null
      return runWithoutAgent({ ...input, instruction: told }, written)
    }
    const { personWords } = switches
    return lock.run(signal, () => runToolAgent(engine, { ...input, step, instruction, personWords }))
  }

  /** Runs the tool and files what it brought. A tool that fails is a result L2 may react to, not an end. */
  async function run(request: Request, step: number): Promise<{ text: string; found: ToolResult['found'] }> {
    const { tool, instruction } = request
    const started = nowMs()
    const base = { step, tool: tool.name, instruction, started }
    const pill = { step, label: tool.pill }
    try {
      const done = await runAgent(request, step)
      const { found } = done.result
      const state = found.length > 0 ? 'done' : 'nothing'
      emit({ type: 'pill', pill: { ...pill, state, detail: pillDetail(tool, done) } })
      record({ ...base, arguments: done.arguments, outcome: 'ran', result: done.text })
      return { text: done.text, found }
    } catch (error) {
      if (signal.aborted || (error instanceof PixieError && error.code === 'stopped')) throw error
      emit({ type: 'pill', pill: { ...pill, state: 'failed', detail: '' } })
      const text = `${tool.name} failed: ${toWireError(error).message}`
      record({ ...base, arguments: null, outcome: 'error', result: text })
      return { text, found: [] }
    }
  }

  /** Repeat, budget, run, and what it brought. */
  async function carryOut(request: Request, isCopied: boolean): Promise<string> {
    const { tool, instruction, written } = request
    const step = dispatches.length + 1
    const base = { step, tool: tool.name, instruction, arguments: null, started: nowMs() }
    if (guards.isRepeat(tool.name, written === null ? instruction : JSON.stringify(written)) || isCopied)
      return nudge(step, tool.name, instruction, 'repeat', repeatNudge)
    if (!guards.spend(tool.name)) {
      const halt = new ToolLoopHalt(tool.name)
      record({ ...base, outcome: 'halt', result: halt.message })
      throw halt
    }
    // The slot is taken at once, so that two calls that overlap never share a step.
    record({ ...base, outcome: 'error', result: '' })
    const { text, found } = await run(request, step)
    const haul = { step, tool: tool.name, found }
    sideChannel.add(haul)
    await context.onHaul(haul)
    return withoutCalls(text)
  }

  return {
    async dispatch(word, given) {
      const tool = resolveTool(word, tools, context.skillTools)
      if (tool === null)
        return nudge(dispatches.length + 1, word, given, 'unknown-tool', unknownToolText(word, tools))
      const isCopy = switches.copiedInstructions && isCopied(given, question, context.promptText)
      const replaces = engine.profile.copiedInstruction === 'replace'
      const instruction = isCopy && replaces ? question : given
      return carryOut(
        { tool, instruction, words: question, isCrafted: true, written: null },
        isCopy && !replaces,
      )
    },
    call: (tool, written) =>
      carryOut({ tool, instruction: '', words: question, isCrafted: false, written }, false),
    async ask(tool, words) {
      await carryOut({ tool, instruction: words, words, isCrafted: false, written: null }, false)
    },
  }
}
