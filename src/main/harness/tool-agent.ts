/** L3: one tool, one call, then gone. */
import { PixieError } from '../../shared/errors.ts'
import type { Arguments, ArgumentValue, ValueSchema } from '../../shared/json-schema.ts'
import { type LabelledText, textOf } from '../../shared/ledger.ts'
import type { Engine } from '../model/engine.ts'
import type { Tool, ToolResult } from '../tools/tool.ts'
import { looksLikeCall } from './call-text.ts'
import { labelled, prompt, promptPieces } from './prompts.ts'
import { ToolAgentDone } from './signals.ts'

export interface ToolAgentInput {
  readonly tool: Tool
  readonly step: number
  readonly instruction: string
  readonly question: string
  readonly signal: AbortSignal
  /** Whether L3 reads the person's own words beside the instruction. */
  readonly personWords: boolean
  /** Called once, when the real tool starts. */
  onToolStart(): void
}

export interface ToolAgentRun {
  readonly arguments: Arguments
  readonly result: ToolResult
  /** What goes back to L2: L3's report, or the tool's compact result. */
  readonly text: string
}

const agentTokens = 120
const agentTimeMs = 60_000

/** Arguments made in code when the model made none: the question for each text, nothing for each list. */
function plainArguments(tool: Tool, question: string): Arguments {
  const plain = (schema: ValueSchema): ArgumentValue => {
    if (schema.type === 'array') return []
    return schema.format === 'date' ? '' : question.slice(0, schema.maxLength)
  }
  return Object.fromEntries(
    Object.entries(tool.parameters.properties).map(([name, schema]) => [name, plain(schema)]),
  )
}

/** Whether code leaves a model anything to decide about a call. */
export function isOpen(
  tool: Tool,
  words: { readonly question: string; readonly instruction: string | null },
): boolean {
  if (tool.followsWords === true || Object.keys(tool.parameters.properties).length === 0) return false
  return (tool.resolveArguments?.(words) ?? null) === null
}

/** What L3 reads: the instruction, the person's words, and what code already knows. */
function toolAgentInput(
  { tool, instruction, question, personWords }: ToolAgentInput,
  known: Arguments | null,
): LabelledText[] {
  const takesArguments = Object.keys(tool.parameters.properties).length > 0
  const isToldTwice = instruction === question
  const person = [labelled('guidance', "The user's own words: "), labelled('question', question)]
  return promptPieces('tool-agent-input', {
    instruction: labelled('request', instruction),
    person: personWords && takesArguments && !isToldTwice ? person : '',
    known:
      known === null
        ? ''
        : `\nUse ${Object.entries(known)
            .map(([name, value]) => `${name} ${String(value)}`)
            .join(', ')}.`,
  })
}

/**
 * One fresh session with an empty history and one real tool. The tool's own guards are off in here: dispatch owns
 * repeats and budgets. Rejects with what the tool threw.
 */
export async function runToolAgent(engine: Engine, input: ToolAgentInput): Promise<ToolAgentRun> {
  const { tool, instruction, question, signal } = input
  const known = tool.resolveArguments?.({ question, instruction }) ?? null
  let ran: { arguments: Arguments; result: ToolResult } | null = null
  const run = async (args: Arguments, toolSignal: AbortSignal): Promise<ToolResult> => {
    if (ran !== null) return ran.result
    input.onToolStart()
    const used = known ?? args
    const result = await tool.run(used, { signal: toolSignal, question, instruction })
    ran = { arguments: used, result }
    return result
  }
  const compact = engine.profile.toolAgentReply === 'compact'
  const session = await engine.createSession({
    role: 'l3',
    tag: `l3.${tool.name}.${input.step}`,
    instructions: prompt('tool-agent', { tool: tool.name, rules: tool.craftingRules }),
    tools: [
      {
        name: tool.name,
        description: tool.description,
        parameters: tool.parameters,
        async execute(args, context) {
          const result = await run(args, context.signal)
          if (compact) throw new ToolAgentDone()
          return result.text
        },
      },
    ],
    mustCall: 'once',
  })
  let report = ''
  try {
    const inputPieces = toolAgentInput(input, known)
    const reply = await session.respond(textOf(inputPieces), {
      inputPieces,
      signal,
      maxTokens: agentTokens,
      timeLimitMs: agentTimeMs,
    })
    report = reply.text
  } catch (error) {
    if (!(error instanceof ToolAgentDone)) throw error
  } finally {
    await session.dispose()
  }
  const result = await run(plainArguments(tool, question), signal)
  if (ran === null)
    throw new PixieError('engine-failed', {
      what: 'The tool did not run',
      value: tool.name,
      hint: 'Ask again.',
    })
  return {
    arguments: (ran as { arguments: Arguments }).arguments,
    result,
    text: usefulReport(report) ?? result.text,
  }
}

type PlainCall = Pick<ToolAgentInput, 'tool' | 'question' | 'signal' | 'onToolStart'> & {
  /** Null where nobody but the person said what is wanted. */
  readonly instruction: string | null
}

/**
 * A call that no agent crafts: with what code knows, with the arguments that L2 wrote, or with plain ones. Rejects with what
 * the tool threw.
 */
export async function runWithoutAgent(
  { tool, question, instruction, signal, onToolStart }: PlainCall,
  written: Arguments | null,
): Promise<ToolAgentRun> {
  const known = tool.resolveArguments?.({ question, instruction }) ?? null
  const used = known ?? written ?? plainArguments(tool, question)
  onToolStart()
  const result = await tool.run(used, { signal, question, instruction })
  return { arguments: used, result, text: result.text }
}

/** L3's words when they say something; null when they are empty, a second copy of the call, or nothing but the instruction. */
function usefulReport(report: string): string | null {
  const text = report.trim()
  return text === '' || looksLikeCall(text) ? null : text
}
