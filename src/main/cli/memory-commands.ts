import { PixieError } from '../../shared/errors.ts'
import { parseIsoTime } from '../iso-time.ts'
import { importFormats } from '../memory/import/formats.ts'
import type { ImportReport } from '../memory/import/import-file.ts'
import { memoryKinds } from '../memory/memory-line.ts'
import type { Command, CommandInput } from './command.ts'
import { choice, shownText, textArgument, textOption } from './text-argument.ts'

const defaultHits = 20
const mostHits = 1000

const add: Command = {
  name: 'memory add',
  summary: 'Add a line to the memory log (TEXT of - reads standard input, byte for byte)',
  args: ['TEXT'],
  options: {
    kind: { type: 'string', value: memoryKinds.join('|'), help: 'What sort of line it is (required)' },
    who: { type: 'string', value: 'W', help: 'Who said or wrote it' },
    at: { type: 'string', value: 'ISO', help: 'When, like 2026-11-30T09:00 (default now)' },
  },
  example: 'pixie memory add "See you at the lake" --kind message --who Ada --at 2026-06-01T18:30',
  async run(input) {
    const kind = choice(input, 'kind', memoryKinds)
    if (kind === null) {
      throw new PixieError('usage', {
        what: 'memory add needs to know what sort of line this is',
        hint: `Add --kind ${memoryKinds.join('|')}.`,
      })
    }
    const { memory, clock } = await input.pixie()
    const atMs = timeOption(input, clock.zone)
    const text = await textArgument(input, input.args[0] ?? '')
    const line = memory.add({ text, kind, who: textOption(input, 'who'), atMs })
    return { json: line, text: `Added as ${line.id}.` }
  },
}

const importCommand: Command = {
  name: 'memory import',
  summary: 'Add the records of an exported file; what is there already is not added twice',
  args: ['FILE'],
  options: {
    format: { type: 'string', value: importFormats.join('|'), help: 'Default: told by the file’s content' },
  },
  example: 'pixie memory import chat.txt',
  async run(input) {
    const format = choice(input, 'format', importFormats) ?? undefined
    const { memory } = await input.pixie()
    const onProgress = progress(input)
    const report = await memory.import(input.args[0] ?? '', { format, signal: input.signal, onProgress })
    return { json: report, text: reportText(report) }
  },
}

const search: Command = {
  name: 'memory search',
  summary: 'Lines of the memory log with all these words, best first',
  args: ['Q'],
  options: {
    limit: {
      type: 'string',
      value: 'N',
      help: `At most so many lines (default ${defaultHits}, up to ${mostHits})`,
    },
  },
  example: 'pixie memory search "lake ada" --limit 5',
  async run(input) {
    const limit = limitOption(input)
    const { memory } = await input.pixie()
    const result = memory.search(input.args[0] ?? '', { limit })
    const lines = result.hits.map(
      (hit) =>
        `${hit.at}  ${hit.kind.padEnd(7)}  ${hit.who === null ? '' : `${hit.who}: `}${shownText(hit.text)}`,
    )
    const shown = result.total > lines.length ? [`Showing ${lines.length} of ${result.total}.`] : []
    return {
      json: result,
      text: lines.length === 0 ? 'No line has these words.' : [...lines, ...shown].join('\n'),
    }
  },
}

const count: Command = {
  name: 'memory count',
  summary: 'How many lines the memory log has',
  args: [],
  options: {},
  example: 'pixie memory count',
  async run(input) {
    const { memory } = await input.pixie()
    const total = memory.count()
    return { json: { count: total }, text: `${total}` }
  },
}

export const memoryCommands: readonly Command[] = [add, importCommand, search, count]

function timeOption(input: CommandInput, zone: string): number | undefined {
  const at = textOption(input, 'at')
  if (at === null) return undefined
  const atMs = parseIsoTime(at, zone)
  if (atMs !== null) return atMs
  throw new PixieError('usage', {
    what: '--at is not an ISO 8601 time',
    value: at,
    hint: 'Write it like 2026-11-30T09:00 or 2026-11-30T09:00:00+01:00.',
  })
}

function limitOption(input: CommandInput): number {
  const given = textOption(input, 'limit')
  if (given === null) return defaultHits
  const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0
  if (limit >= 1 && limit <= mostHits) return limit
  throw new PixieError('usage', {
    what: 'The limit is no number of lines',
    value: given,
    hint: `Give a whole number from 1 to ${mostHits}.`,
  })
}

/** How often the progress line is redrawn at most. */
const progressMs = 200

function progress(input: CommandInput): (readBytes: number, sizeBytes: number) => void {
  let drawn = 0
  return (readBytes, sizeBytes) => {
    if (Date.now() - drawn < progressMs) return
    drawn = Date.now()
    input.io.progress(`Importing: ${Math.min(100, Math.floor((100 * readBytes) / Math.max(1, sizeBytes)))} %`)
  }
}

/** Bad records that are told one by one; the rest are in the JSON. */
const shownErrors = 10

function reportText(report: ImportReport): string {
  const head = `${report.added} added, ${report.duplicates} there already, ${report.failed} not readable (${report.format}).`
  const errors = report.errors.slice(0, shownErrors).map(({ line, reason }) => `line ${line}: ${reason}`)
  const more = report.failed > errors.length ? [`and ${report.failed - errors.length} more`] : []
  return [head, ...errors, ...(errors.length > 0 ? more : [])].join('\n')
}
