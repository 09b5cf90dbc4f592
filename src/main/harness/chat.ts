/** Replies without a plan: small talk and general knowledge, and direct mode, where granted tools are bound as they are. */
import { type LabelledText, textOf } from '../../shared/ledger.ts'
import type { EmitRunEvent } from '../../shared/run-event.ts'
import type { Dispatch, Source } from '../../shared/turn.ts'
import type { BoundTool, EarlierTurn, Reply } from '../model/engine.ts'
import type { Found, Tool } from '../tools/tool.ts'
import { asksForAction, cannotAct } from './actions.ts'
import type { DraftAnswer } from './answer.ts'
import { answerTask } from './answer-task.ts'
import { looksLikeCall } from './call-text.ts'
import { noteCut } from './cut-short.ts'
import { repeatNudge } from './dispatch.ts'
import { createEvidence } from './evidence.ts'
import { ungrounded } from './grounding.ts'
import { createTurnGuards, type TurnGuards } from './guards.ts'
import { asksAboutOwner } from './own-words.ts'
import type { HarnessPorts } from './ports.ts'
import { labelled, promptPieces } from './prompts.ts'
import { createSideChannel, type Haul, type SideChannel } from './side-channel.ts'
import { ToolLoopHalt } from './signals.ts'

export interface ChatInput {
  readonly question: string
  /** The conversation so far, oldest first, already within its budget. */
  readonly earlier: readonly EarlierTurn[]
  readonly dispatches: Dispatch[]
  readonly signal: AbortSignal
  readonly emit: EmitRunEvent
}

/** Longest reply, in tokens. */
export const chatTokens = 400
const chatTimeMs = 120_000

const noReply = 'I have no answer to that. Ask it in other words.'

/** Small talk and general knowledge: nothing is looked at. Call syntax is no reply. */
export async function replyWithoutTools(ports: HarnessPorts, input: ChatInput): Promise<string> {
  if (asksForAction(input.question)) {
    input.emit({ type: 'text-delta', text: cannotAct })
    return cannotAct
  }
  const instructions = promptPieces('chat', { base: labelled('base', ports.base()) })
  const { text, end } = await reply(ports, input, instructions, [])
  if (text !== '' && !looksLikeCall(text)) {
    noteCut(end, input.emit)
    return text
  }
  input.emit({ type: 'text-replace', text: noReply })
  return noReply
}

async function reply(
  ports: HarnessPorts,
  { question, earlier, signal, emit }: ChatInput,
  instructions: readonly LabelledText[],
  tools: readonly BoundTool[],
): Promise<Reply> {
  // What only the owner's data can answer is not answered without a look at it.
  const mustLook = tools.length > 0 && asksAboutOwner(question)
  const session = await ports.engine.createSession({
    role: 'direct',
    tag: 'answer',
    instructions: textOf(instructions),
    labels: { instructions },
    earlier,
    tools,
    mustCall: mustLook ? 'first' : 'free',
  })
  try {
    return await session.respond(question, {
      signal,
      maxTokens: chatTokens,
      timeLimitMs: chatTimeMs,
      onText: (delta) => emit({ type: 'text-delta', text: delta }),
    })
  } finally {
    await session.dispose()
  }
}

/** Takes back what was shown, where anything was: it does not hold. */
function takingBack(emit: EmitRunEvent): { readonly emit: EmitRunEvent; takeBack(): void } {
  let isShown = false
  return {
    emit(event) {
      if (event.type === 'text-delta') isShown = true
      emit(event)
    },
    takeBack() {
      if (isShown) emit({ type: 'text-replace', text: '' })
      isShown = false
    },
  }
}

/** What lives as long as a turn of direct mode. */
interface DirectState {
  readonly guards: TurnGuards
  readonly sideChannel: SideChannel
  /** A sentence that was written before a call is no part of the reply. */
  takeBack(): void
}

/** A tool bound directly: its own repeats and budget are enforced here, since no dispatch stands before it. */
function bindDirectly(tool: Tool, input: ChatInput, state: DirectState): BoundTool {
  const { question, dispatches, emit } = input
  const { guards, sideChannel } = state
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    async execute(args, { signal }) {
      state.takeBack()
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

/** The sources' own answer, where the model's words say nothing or say what no source says. Null when none supports one. */
async function answerFromFound(
  ports: HarnessPorts,
  { question, signal, emit }: ChatInput,
  hauls: readonly Haul[],
): Promise<DraftAnswer | null> {
  const dateIsAnswer = hauls.every(({ tool }) => tool === 'current_date')
  const task = answerTask(ports, { question, signal, emit }, { dateIsAnswer })
  const evidence = createEvidence(task, new Set())
  for (const haul of hauls) {
    const answer = await evidence.take(haul)
    if (answer !== null) return answer
  }
  return (await evidence.rest()) ?? evidence.partial()
}

/** Whether the model's own words may stand: they are words, and nothing in them comes from nowhere. */
function holds(text: string, question: string, hauls: readonly Haul[]): boolean {
  if (text === '' || looksLikeCall(text)) return false
  const known = hauls.flatMap(({ found }) => found.map((item) => JSON.stringify(item))).join('\n')
  return hauls.length === 0 || ungrounded(text, known, question).length === 0
}

/**
 * Direct mode: a plain conversation with the granted tools bound. A halt keeps what was found; where the model's words do not
 * hold, the answer is written from that. Null when nothing was found that answers.
 */
export async function replyDirectly(ports: HarnessPorts, given: ChatInput): Promise<DraftAnswer | null> {
  const { emit, takeBack } = takingBack(given.emit)
  const input = { ...given, emit }
  const sideChannel = createSideChannel()
  const state: DirectState = { guards: createTurnGuards(), sideChannel, takeBack }
  const tools = ports.grantedTools.map((tool) => bindDirectly(tool, input, state))
  const hauls = () => sideChannel.hauls()
  let said: Reply = { text: '', end: 'done' }
  try {
    said = await reply(ports, input, ports.document(), tools)
  } catch (error) {
    if (!(error instanceof ToolLoopHalt)) throw error
  }
  const { text, end } = said
  if (holds(text, input.question, hauls())) {
    noteCut(end, emit)
    return { text, sources: hauls().flatMap(({ found }) => found.slice(0, 3).map(sourceOf)) }
  }
  takeBack()
  return answerFromFound(ports, input, hauls())
}
