/** Replies without a plan: small talk and general knowledge, and direct mode, where granted tools are bound as they are. */
import type { EmitRunEvent } from '../../shared/run-event.ts'
import type { Dispatch, Source } from '../../shared/turn.ts'
import type { BoundTool, EarlierTurn } from '../model/engine.ts'
import type { Found, Tool } from '../tools/tool.ts'
import type { DraftAnswer } from './answer.ts'
import { repeatNudge } from './dispatch.ts'
import { createTurnGuards, type TurnGuards } from './guards.ts'
import type { HarnessPorts } from './ports.ts'
import { prompt } from './prompts.ts'
import { createSideChannel, type SideChannel } from './side-channel.ts'
import { ToolLoopHalt } from './signals.ts'

export interface ChatInput {
  readonly question: string
  /** The conversation so far, oldest first, already within its budget. */
  readonly earlier: readonly EarlierTurn[]
  readonly dispatches: Dispatch[]
  readonly signal: AbortSignal
  readonly emit: EmitRunEvent
}

const chatTokens = 400
const chatTimeMs = 120_000

/** Small talk and general knowledge: nothing is looked at. */
export async function replyWithoutTools(ports: HarnessPorts, input: ChatInput): Promise<string> {
  return reply(ports, input, prompt('chat', { base: ports.base() }), [])
}

async function reply(
  ports: HarnessPorts,
  { question, earlier, signal, emit }: ChatInput,
  instructions: string,
  tools: readonly BoundTool[],
): Promise<string> {
  const session = await ports.engine.createSession({
    role: 'direct',
    tag: 'answer',
    instructions,
    earlier,
    tools,
  })
  try {
    const { text } = await session.respond(question, {
      signal,
      maxTokens: chatTokens,
      timeLimitMs: chatTimeMs,
      onText: (delta) => emit({ type: 'text-delta', text: delta }),
    })
    return text
  } finally {
    await session.dispose()
  }
}

/** A tool bound directly: its own repeats and budget are enforced here, since no dispatch stands before it. */
function bindDirectly(tool: Tool, input: ChatInput, guards: TurnGuards, sideChannel: SideChannel): BoundTool {
  const { question, dispatches, emit } = input
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    async execute(args, { signal }) {
      const step = dispatches.length + 1
      const started = performance.now()
      const record = (outcome: Dispatch['outcome'], result: string) => {
        const ms = Math.round(performance.now() - started)
        dispatches[step - 1] = {
          step,
          tool: tool.name,
          instruction: '',
          arguments: args,
          outcome,
          result,
          ms,
        }
      }
      if (guards.isRepeat(tool.name, JSON.stringify(args))) {
        record('repeat', repeatNudge)
        return repeatNudge
      }
      if (!guards.spend(tool.name)) {
        const halt = new ToolLoopHalt(tool.name)
        record('halt', halt.message)
        throw halt
      }
      const pill = { step, label: tool.pill }
      emit({ type: 'pill', pill: { ...pill, state: 'running', detail: '' } })
      try {
        const result = await tool.run(args, { signal, question, instruction: null })
        sideChannel.add({ step, tool: tool.name, found: result.found })
        record('ran', result.text)
        emit({
          type: 'pill',
          pill: { ...pill, state: result.found.length > 0 ? 'done' : 'nothing', detail: '' },
        })
        return result.text
      } catch (error) {
        record('error', error instanceof Error ? error.message : String(error))
        emit({ type: 'pill', pill: { ...pill, state: 'failed', detail: '' } })
        throw error
      }
    },
  }
}

function sourceOf(item: Found): Source {
  const base = { id: item.id, path: null, location: null }
  switch (item.kind) {
    case 'file':
      return { ...base, kind: 'file', title: item.title, path: item.path, location: item.location, quote: '' }
    case 'note':
      return { ...base, kind: 'note', title: item.title, quote: item.text }
    case 'memory':
      return { ...base, kind: 'memory', title: `${item.logKind}, ${item.at.slice(0, 10)}`, quote: item.text }
    case 'event':
      return { ...base, kind: 'event', title: item.title, location: item.start, quote: item.title }
    case 'date':
      return { ...base, kind: 'date', title: item.title, quote: item.text }
  }
}

/** Direct mode: a plain conversation with the granted tools bound. A halt keeps what was found and what was said. */
export async function replyDirectly(ports: HarnessPorts, input: ChatInput): Promise<DraftAnswer> {
  const guards = createTurnGuards()
  const sideChannel = createSideChannel()
  const tools = ports.grantedTools.map((tool) => bindDirectly(tool, input, guards, sideChannel))
  const sources = () => sideChannel.hauls().flatMap(({ found }) => found.slice(0, 3).map(sourceOf))
  try {
    const text = await reply(ports, input, ports.document(), tools)
    return { text, sources: sources() }
  } catch (error) {
    if (!(error instanceof ToolLoopHalt)) throw error
    return { text: '', sources: sources() }
  }
}
