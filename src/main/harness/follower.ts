/** L2: follows the chosen skill's steps with one tool, on the native loop, steered from inside that tool. */
import { type LabelledText, type LedgerPart, textOf } from '../../shared/ledger.ts'
import type { BoundTool, Engine } from '../model/engine.ts'
import type { Tool } from '../tools/tool.ts'
import type { DraftAnswer } from './answer.ts'
import type { SkillSteps } from './ports.ts'
import { labelled, promptPieces } from './prompts.ts'
import { AnswerFound, StepsTakenOver, ToolLoopHalt } from './signals.ts'

export interface FollowerInput {
  readonly engine: Engine
  readonly rationale: string
  readonly question: string
  /** Earlier exchanges of the conversation as L2 reads them; empty for none. */
  readonly earlier: string
  /** Made by `followerInstructions`. */
  readonly instructions: readonly LabelledText[]
  /**
   * `call_tool`, or the plan's tools themselves; none for a skill that is prose alone. They throw `AnswerFound` or
   * `ToolLoopHalt` to end the loop.
   */
  readonly tools: readonly BoundTool[]
  readonly toolsPart: LedgerPart
  /** False when the answer is written from what the tools find: then a reply of L2 is cut off, since nobody reads it. */
  readonly needsReply: boolean
  readonly signal: AbortSignal
}

export type FollowerOutcome =
  | { readonly kind: 'answer'; readonly answer: DraftAnswer }
  /** Over without words; what was found stays. */
  | { readonly kind: 'halt' }
  | { readonly kind: 'reply'; readonly text: string }

/** A reply is known for one, and not for the sentence before a call, after this many characters. */
const knownReplyLength = 120
/** Upper bound over the whole loop: six calls of about 50 tokens and a reply. */
const followerTokens = 420
const followerTimeMs = 180_000

/**
 * Constant for a skill, so that its evaluation is reused: the steps, and one signature line a tool. The plan's sentence
 * changes with every turn and comes with the question.
 * @param tools bound tools in order; those not exposed to L2 get no line
 * @param hasSchemas L2 is shown the tools' full schemas, so that names are enough
 */
export function followerInstructions(
  steps: readonly SkillSteps[],
  tools: readonly Pick<Tool, 'l2Exposed' | 'name' | 'slug' | 'summary' | 'signature'>[],
  hasSchemas = false,
): LabelledText[] {
  const first = steps[0]
  const others = [...steps.slice(1), ...steps.flatMap(({ nested }) => nested)]
  const exposed = tools.filter((tool) => tool.l2Exposed)
  return promptPieces('follower', {
    handle: labelled('steps', first?.slug ?? exposed[0]?.slug ?? ''),
    steps: labelled('steps', first?.body ?? exposed.map(({ summary }) => summary).join('\n')),
    nested: others.map(({ slug, body }) => labelled('steps', `\nSteps of @${slug}:\n${body}\n`)),
    signatures: labelled(
      'signatures',
      exposed.map(({ name, signature }) => (hasSchemas ? name : signature)).join('\n'),
    ),
  })
}

const openSession = ({ engine, instructions, tools, toolsPart }: FollowerInput) =>
  engine.createSession({
    role: 'l2',
    tag: 'l2',
    instructions: textOf(instructions),
    labels: { instructions, tools: toolsPart },
    // A skill may be prose alone: then there is nothing to call.
    ...(tools.length === 0 ? {} : { tools, mustCall: 'first' as const }),
  })

const inputOf = ({ rationale, earlier, question }: FollowerInput): LabelledText[] =>
  promptPieces('follower-input', {
    rationale: labelled('plan', rationale),
    earlier: labelled('earlier', earlier),
    question: labelled('question', question),
  })

/**
 * The first call alone: its tool is scored among `names` where the model would write it, and asked with the person's own
 * words. Nothing is generated; with one name nothing is evaluated either.
 * @param names what `call_tool` may be given, in binding order
 */
export async function chooseTool(
  input: FollowerInput,
  names: readonly string[],
  callTool: BoundTool,
): Promise<FollowerOutcome> {
  const tool = names.length > 1 ? await likeliest(input, names, callTool) : names[0]
  try {
    if (tool !== undefined)
      await callTool.execute({ tool, instruction: input.question }, { signal: input.signal })
  } catch (error) {
    return outcomeOf(error)
  }
  return { kind: 'halt' }
}

async function likeliest(input: FollowerInput, names: readonly string[], callTool: BoundTool) {
  const session = await openSession(input)
  try {
    const inputPieces = inputOf(input)
    const scores = await session.score(textOf(inputPieces), {
      signal: input.signal,
      inputPieces,
      replyStart: { tool: callTool.name, argument: 'tool' },
      candidates: names,
    })
    return names[scores.indexOf(Math.max(...scores))]
  } finally {
    await session.dispose()
  }
}

/** How a loop ended that was ended from within its tool; rethrows what is no such end. */
function outcomeOf(error: unknown): FollowerOutcome {
  if (error instanceof AnswerFound) return { kind: 'answer', answer: error.answer }
  if (error instanceof ToolLoopHalt || error instanceof StepsTakenOver) return { kind: 'halt' }
  throw error
}

export async function runFollower(input: FollowerInput): Promise<FollowerOutcome> {
  const { signal } = input
  const session = await openSession(input)
  const cutOff = new AbortController()
  let said = 0
  try {
    const inputPieces = inputOf(input)
    const reply = await session.respond(textOf(inputPieces), {
      inputPieces,
      signal: AbortSignal.any([signal, cutOff.signal]),
      maxTokens: followerTokens,
      timeLimitMs: followerTimeMs,
      onText(text) {
        said += text.length
        if (!input.needsReply && said > knownReplyLength) cutOff.abort()
      },
    })
    return { kind: 'reply', text: reply.text }
  } catch (error) {
    if (cutOff.signal.aborted && !signal.aborted) return { kind: 'reply', text: '' }
    return outcomeOf(error)
  } finally {
    await session.dispose()
  }
}
