import type { Command, CommandGroup, OptionSpec } from './command.ts'
import { commonOptions } from './common-options.ts'

const about = 'Pixie answers from your own files, calendar, notebook and memory, on this computer.'

/** Help for all of `pixie`, with an example. */
export async function overviewHelp(groups: readonly CommandGroup[]): Promise<string> {
  const commands = (await Promise.all(groups.map((g) => g.load()))).flat()
  return sections([
    about,
    'Usage: pixie COMMAND [ARGUMENTS] [OPTIONS]',
    table(
      'Commands',
      commands.map((c) => [usage(c), c.summary]),
    ),
    optionTable('Options of every command', {
      ...commonOptions,
      version: { type: 'boolean', help: 'show the version' },
    }),
    'Example\n  pixie ask "What is my passport number?"',
    'pixie COMMAND --help shows more.',
  ])
}

/** Help for one command, with its example. */
export function commandHelp(command: Command): string {
  return sections([
    `${command.summary}`,
    `Usage: pixie ${usage(command)}${Object.keys(command.options).length > 0 ? ' [OPTIONS]' : ''}`,
    optionTable('Options', command.options),
    optionTable('Options of every command', commonOptions),
    `Example\n  ${command.example}`,
  ])
}

/** Help for the commands that share a first word. */
export function groupHelp(word: string, commands: readonly Command[]): string {
  return sections([
    `Usage: pixie ${word} …`,
    table(
      'Commands',
      commands.map((c) => [usage(c), c.summary]),
    ),
    table(
      'Examples',
      commands.map((c) => [c.example, '']),
    ),
  ])
}

function usage(command: Command): string {
  return [command.name, ...command.args].join(' ')
}

function optionTable(title: string, options: Readonly<Record<string, OptionSpec>>): string {
  return table(
    title,
    Object.entries(options).map(([name, o]) => [
      `--${name}${o.value === undefined ? '' : ` ${o.value}`}`,
      o.help,
    ]),
  )
}

/** Two columns; a long left cell gets a line of its own. */
function table(title: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return ''
  const width = Math.min(30, Math.max(...rows.map(([left]) => left.length)))
  const lines = rows.map(([left, right]) => {
    if (right === '') return `  ${left}`
    const gap = left.length > width ? `\n${' '.repeat(width + 4)}` : ' '.repeat(width - left.length + 2)
    return `  ${left}${gap}${right}`
  })
  return [title, ...lines].join('\n')
}

function sections(parts: readonly string[]): string {
  return parts.filter((p) => p !== '').join('\n\n')
}
