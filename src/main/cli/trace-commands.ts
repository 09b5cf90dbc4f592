import { PixieError } from '../../shared/errors.ts'
import { compareTurns, type Difference } from '../trace/compare.ts'
import { redactTrace } from '../trace/redact.ts'
import type { ListedTrace, Trace, TraceSession } from '../trace/traces.ts'
import type { Command, CommandInput } from './command.ts'
import { assertSucceeded, createTurnPrinter } from './turn-text.ts'

const defaultLimit = 20
const questionWidth = 60

const list: Command = {
  name: 'trace list',
  summary: 'Show the newest turns, newest first',
  args: [],
  options: { limit: { type: 'string', value: 'N', help: `How many (default ${defaultLimit})` } },
  example: 'pixie trace list --limit 5',
  async run({ pixie, options }) {
    const limit = parseLimit(options.limit)
    const listed = (await pixie()).traces.list(limit)
    return {
      json: listed.map(({ trace }) => trace),
      text: listed.length === 0 ? 'No turn was traced yet.' : listed.map(listLine).join('\n'),
    }
  },
}

const show: Command = {
  name: 'trace show',
  summary: 'Show every session of a turn',
  args: ['ID'],
  options: {},
  example: 'pixie trace show 0mi1k2',
  async run({ pixie, args: [id = ''] }) {
    const trace = (await pixie()).traces.get(id)
    return { json: trace, text: traceText(trace) }
  },
}

const exportTrace: Command = {
  name: 'trace export',
  summary: 'Print a trace as JSON, to keep or to show others',
  args: ['ID'],
  options: {
    redact: { type: 'boolean', help: "Replace the owner's words by their length and a short mark" },
  },
  example: 'pixie trace export 0mi1k2 --redact > trace.json',
  async run({ pixie, args: [id = ''], options }) {
    const { traces, fixedTexts } = await pixie()
    const whole = traces.get(id)
    const trace = options.redact === true ? redactTrace(whole, { fixedTexts: fixedTexts() }) : whole
    return { json: trace, text: JSON.stringify(trace, null, 2) }
  },
}

const replay: Command = {
  name: 'trace replay',
  summary: 'Ask the question of a trace again, in its mode on the present model, and show what differs',
  args: ['ID'],
  options: {},
  example: 'pixie trace replay 0mi1k2 --model qwen2.5-coder-0.5b-instruct',
  async run({ pixie, io, json, signal, args: [id = ''] }) {
    const { agent } = await pixie()
    const printer = createTurnPrinter(io)
    const { original, turn } = await agent.replay({
      trace: id,
      signal,
      emit: (event) => {
        if (!json && event.type !== 'text-delta') printer.show(event)
      },
    })
    assertSucceeded(turn)
    const differences = compareTurns(original.turn, turn)
    return {
      json: { trace: turn.trace, original: original.id, same: differences.length === 0, differences },
      text: [`Traced as ${turn.trace}.`, ...differencesText(differences)].join('\n'),
    }
  },
}

function differencesText(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return ['The same plan, dispatches and answer.']
  return differences.flatMap(({ what, before, after }) => [
    `${what} differs`,
    part('before', shown(before)),
    part('after', shown(after)),
  ])
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function parseLimit(given: CommandInput['options'][string]): number {
  if (given === undefined) return defaultLimit
  const limit = Number(given)
  if (Number.isSafeInteger(limit) && limit > 0) return limit
  throw new PixieError('usage', {
    what: '--limit takes a whole number above zero',
    value: String(given),
    hint: 'For example --limit 5.',
  })
}

function listLine({ trace, end }: ListedTrace): string {
  const count = trace.sessions.length
  const sessions = `${count} session${count === 1 ? ' ' : 's'}`.padStart(11)
  return [
    trace.id,
    trace.startedAt,
    (end ?? 'unfinished').padEnd(10),
    sessions,
    oneLine(trace.question),
  ].join('  ')
}

function traceText(trace: Trace): string {
  const head = `${trace.id}  ${trace.startedAt}\n${trace.question}`
  return [head, ...trace.sessions.map(sessionText)].join('\n\n')
}

function sessionText(session: TraceSession, index: number): string {
  const { tokens, ms, tools, error } = session
  const cost = `${tokens.evaluated} evaluated, ${tokens.reused} reused, ${tokens.generated} generated tokens, ${ms} ms`
  return [
    `${index + 1}. ${session.tag} (${session.role})  ${cost}`,
    ...(tools.length > 0 ? [part('tools', tools.map((tool) => tool.name).join(', '))] : []),
    part('instructions', session.instructions),
    part('input', session.input),
    part('output', session.output),
    ...(error ? [part('error', `${error.code}: ${error.message}`)] : []),
  ].join('\n')
}

function part(name: string, text: string): string {
  return `   ${name}:\n${text.replace(/^/gm, '     ')}`
}

function oneLine(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim())
  return characters.length <= questionWidth
    ? characters.join('')
    : `${characters.slice(0, questionWidth - 1).join('')}…`
}

export const traceCommands: readonly Command[] = [list, show, exportTrace, replay]
