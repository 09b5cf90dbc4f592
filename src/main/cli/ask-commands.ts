/** `pixie ask` and `pixie route`: turns of the agent, and its planner alone. */

import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import type { Turn } from '../../shared/turn.ts'
import type { Agent } from '../agent.ts'
import type { Command, CommandInput, CommandOutput } from './command.ts'
import { openSample } from './sample-commands.ts'
import { runTasks } from './tasks.ts'
import { assertSucceeded, createTurnPrinter, sourcesText } from './turn-text.ts'

const Task = z.object({ question: z.string(), conversation: z.string().optional() })

async function agentOf(input: CommandInput): Promise<Agent> {
  if (input.options.sample === true && input.options.profile !== undefined)
    throw new PixieError('usage', {
      what: '--sample and --profile cannot go together',
      hint: 'To ask a sample profile of your own: pixie sample DIR, then --profile DIR.',
    })
  const pixie = input.options.sample === true ? await openSample(input) : await input.pixie()
  return pixie.agent
}

/** Either a question or `--tasks`, never both. */
function questionOf({ args: [question], options: { tasks } }: CommandInput, command: string): string | null {
  if ((question === undefined) === (typeof tasks === 'string')) return question ?? null
  throw new PixieError('usage', {
    what: question === undefined ? 'A question is missing' : 'A question and --tasks cannot go together',
    hint: `Write: pixie ${command} "QUESTION", or: pixie ${command} --tasks FILE.jsonl`,
  })
}

/** What each token was spent on is in the trace, `pixie trace show`. */
function printed(turn: Turn): Omit<Turn, 'ledger'> {
  const { ledger, ...shown } = turn
  return shown
}

async function askOne(input: CommandInput, question: string): Promise<CommandOutput | null> {
  const { io, json, signal, options } = input
  const agent = await agentOf(input)
  const isStreaming = !json && options['no-stream'] !== true
  const printer = createTurnPrinter(io)
  const turn = await agent.ask({
    question,
    conversation: typeof options.conversation === 'string' ? options.conversation : null,
    signal,
    emit: (event) => {
      if (isStreaming || (!json && event.type !== 'text-delta')) printer.show(event)
    },
  })
  if (turn.error !== undefined && turn.answer !== '' && isStreaming) io.write('\n')
  assertSucceeded(turn)
  if (!isStreaming) return { json: printed(turn), text: `${turn.answer}\n${sourcesText(turn.sources)}` }
  printer.finish(turn)
  return null
}

const ask: Command = {
  name: 'ask',
  summary: 'Ask a question and get an answer with its source',
  args: ['[QUESTION]'],
  options: {
    conversation: { type: 'string', value: 'ID', help: 'go on with this conversation' },
    'no-stream': { type: 'boolean', help: 'print the answer when it is whole' },
    tasks: {
      type: 'string',
      value: 'FILE.jsonl',
      help: 'ask each line {id, question}; one line of JSON comes out for each',
    },
    sample: { type: 'boolean', help: 'ask the made-up sample person, made on first use' },
  },
  example: 'pixie ask "What is my passport number?"',
  async run(input) {
    const question = questionOf(input, 'ask')
    if (question !== null) return askOne(input, question)
    const agent = await agentOf(input)
    await agent.prepare(input.signal)
    const { io, signal, options } = input
    return runTasks(
      String(options.tasks),
      io,
      Task,
      async (task) => {
        const turn = await agent.ask({
          question: task.question,
          conversation: task.conversation ?? null,
          signal,
          emit: () => {},
        })
        return printed(assertSucceeded(turn))
      },
      signal,
    )
  },
}

const percent = (probability: number) => `${(probability * 100).toFixed(1).padStart(5)} %`

const route: Command = {
  name: 'route',
  summary: 'Show which handle the planner picks for a question, and how sure it is',
  args: ['[QUESTION]'],
  options: {
    tasks: {
      type: 'string',
      value: 'FILE.jsonl',
      help: 'route each line {id, question}; one line of JSON comes out for each',
    },
    sample: { type: 'boolean', help: 'with the skills of the sample person' },
  },
  example: 'pixie route "What is on tomorrow?"',
  async run(input) {
    const question = questionOf(input, 'route')
    const agent = await agentOf(input)
    const { io, signal, options } = input
    if (question === null) {
      await agent.prepare(signal)
      return runTasks(String(options.tasks), io, Task, (task) => agent.route(task.question, signal), signal)
    }
    const found = await agent.route(question, signal)
    const lines = found.candidates.map(
      ({ handle, probability }) => `${percent(probability)}  ${handle ?? 'no tool'}`,
    )
    return { json: found, text: lines.join('\n') }
  },
}

export const askCommands: readonly Command[] = [ask, route]
