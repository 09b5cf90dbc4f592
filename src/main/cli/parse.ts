import { parseArgs } from 'node:util'
import { PixieError } from '../../shared/errors.ts'
import { nearest } from '../nearest.ts'
import type { GivenOptions } from '../profile-options.ts'
import type { Command, CommandGroup, OptionSpec } from './command.ts'
import { commonOptions } from './common-options.ts'

/** What an argument list asks for. */
export type Parsed =
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly args: readonly string[]
      readonly options: GivenOptions
    }
  /** `commands` is one command, the commands of a group, or null for all. */
  | { readonly kind: 'help'; readonly commands: readonly Command[] | null; readonly options: GivenOptions }
  | { readonly kind: 'version'; readonly options: GivenOptions }

/** Reads an argument list by the commands' own data. Throws `usage` with the nearest thing that would have been right. */
export async function parse(argv: readonly string[], groups: readonly CommandGroup[]): Promise<Parsed> {
  const { words, rest } = splitCommand(argv)
  const [first, second] = words
  if (first === undefined) return parseWithoutCommand(rest)
  if (first === 'help')
    return { kind: 'help', commands: await helpTopic([second, ...rest], groups), options: {} }

  const group = groups.find((g) => g.word === first)
  if (group === undefined) throw await unknownCommand(first, groups)
  const commands = await group.load()
  const twoWords = commands.find((c) => c.name === `${first} ${second ?? ''}`)
  if (twoWords !== undefined) return parseCommand(twoWords, rest)
  const afterFirst = second === undefined ? rest : [second, ...rest]
  const oneWord = commands.find((c) => c.name === first)
  if (oneWord !== undefined) return parseCommand(oneWord, afterFirst)
  if (wantsHelp(afterFirst)) return { kind: 'help', commands, options: {} }
  throw incompleteCommand(first, second, commands)
}

/** True when `--name` stands among the options. For what must be known even when the rest is wrong. */
export function hasFlag(argv: readonly string[], name: 'json' | 'debug' | 'quiet'): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).includes(`--${name}`)
}

/**
 * Takes the one or two command words out; common options may stand before and between them.
 * The second word is only a candidate: it may turn out to be the first argument.
 */
function splitCommand(argv: readonly string[]): { words: string[]; rest: string[] } {
  const words: string[] = []
  const rest: string[] = []
  for (let i = 0; i < argv.length; i += 1) {
    const token = argv[i] ?? ''
    const option = commonOption(token)
    if (token === '--' || words.length === 2 || (token.startsWith('-') && option === null)) {
      return { words, rest: [...rest, ...argv.slice(i)] }
    }
    if (option === null) words.push(token)
    else rest.push(token)
    if (option?.type === 'string' && !token.includes('=') && i + 1 < argv.length) {
      i += 1
      rest.push(argv[i] ?? '')
    }
  }
  return { words, rest }
}

function commonOption(token: string): OptionSpec | null {
  if (token === '-h') return commonOptions.help
  if (!token.startsWith('--')) return null
  const name = token.slice(2).split('=')[0] ?? ''
  return Object.entries(commonOptions).find(([key]) => key === name)?.[1] ?? null
}

function wantsHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h')
}

function parseWithoutCommand(argv: readonly string[]): Parsed {
  const { values } = readOptions('pixie', argv, { version: { type: 'boolean', help: '' } })
  if (values.version === true) return { kind: 'version', options: values }
  if (values.help === true) return { kind: 'help', commands: null, options: values }
  throw new PixieError('usage', { what: 'no command given', hint: 'Run pixie --help to see what there is.' })
}

function parseCommand(command: Command, argv: readonly string[]): Parsed {
  if (wantsHelp(argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length))) {
    return { kind: 'help', commands: [command], options: {} }
  }
  const { values, positionals } = readOptions(`pixie ${command.name}`, argv, command.options)
  checkCount(command, positionals)
  return { kind: 'run', command, args: positionals, options: values }
}

function readOptions(
  where: string,
  argv: readonly string[],
  own: Readonly<Record<string, OptionSpec>>,
): { values: GivenOptions; positionals: string[] } {
  const all: Record<string, OptionSpec> = { ...commonOptions, ...own }
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { type, repeats = false }]) => [
      name,
      { type, multiple: repeats, ...(name === 'help' ? { short: 'h' } : {}) },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options,
      allowPositionals: true,
      strict: true,
    })
    return { values: knownValues(values), positionals }
  } catch (error) {
    throw badOption(where, error, argv, all)
  }
}

function knownValues(values: Readonly<Record<string, unknown>>): GivenOptions {
  const known: Record<string, string | boolean | readonly string[]> = {}
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' || typeof value === 'boolean') known[name] = value
    else if (Array.isArray(value)) known[name] = value.map(String)
  }
  return known
}

/** `parseArgs` says what is wrong in its `code` and names the option in its message. */
function badOption(
  where: string,
  error: unknown,
  argv: readonly string[],
  options: Readonly<Record<string, OptionSpec>>,
): PixieError {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const message = error instanceof Error ? error.message : ''
  const option = /'(-{1,2}[^\s'=,]+)/.exec(message.replace(/'-h, /, "'"))?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = nearest(option.replace(/^-+/, ''), [...Object.keys(options), 'version'])
    const text = argv.find((a) => a.startsWith(option) && /\s/.test(a))
    const hint =
      text === undefined && near !== null
        ? `Did you mean --${near}?`
        : `Run ${where} --help; put -- before text that begins with -.`
    return new PixieError('usage', { what: 'unknown option', value: option, hint })
  }
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const spec = options[option.replace(/^-+/, '')]
    return spec?.type === 'boolean'
      ? new PixieError('usage', { what: `${option} takes no value`, hint: `Write ${option} alone.` })
      : new PixieError('usage', {
          what: `${option} needs a value`,
          hint: `Write ${option} ${spec?.value ?? 'VALUE'}, or ${option}=${spec?.value ?? 'VALUE'} when it begins with -.`,
        })
  }
  return new PixieError('usage', {
    what: 'the options cannot be read',
    hint: `Run ${where} --help.`,
    cause: error,
  })
}

/** Arguments that are any text of the owner's: the command says what an empty one means. All others name something. */
const freeTexts: ReadonlySet<string> = new Set(['TEXT', 'Q'])

function checkCount(command: Command, positionals: readonly string[]): void {
  const required = command.args.filter((a) => !a.startsWith('[') && !a.endsWith('…'))
  const unbounded = command.args.some((a) => a.replace(/\]$/, '').endsWith('…'))
  const usage = ['pixie', command.name, ...command.args].join(' ')
  const missing = required[positionals.length]
  if (missing !== undefined) {
    throw new PixieError('usage', {
      what: 'an argument is missing',
      value: missing,
      hint: `Write ${usage}; for example ${command.example}`,
    })
  }
  const empty = required.find((name, i) => positionals[i]?.trim() === '' && !freeTexts.has(name))
  if (empty !== undefined) {
    throw new PixieError('usage', {
      what: 'an argument is empty',
      value: empty,
      hint: `Write ${usage}; for example ${command.example}`,
    })
  }
  const surplus = positionals[command.args.length]
  if (surplus !== undefined && !unbounded) {
    throw new PixieError('usage', {
      what: 'one argument too many',
      value: surplus,
      hint: `Write ${usage}; put text with spaces in quotes.`,
    })
  }
}

async function helpTopic(
  words: readonly (string | undefined)[],
  groups: readonly CommandGroup[],
): Promise<readonly Command[] | null> {
  const [first, second] = words.filter((w) => w !== undefined && !w.startsWith('-'))
  if (first === undefined) return null
  const group = groups.find((g) => g.word === first)
  if (group === undefined) throw await unknownCommand(first, groups)
  const commands = await group.load()
  const exact = commands.filter((c) => c.name === (second === undefined ? first : `${first} ${second}`))
  if (exact.length > 0) return exact
  if (second === undefined) return commands
  throw incompleteCommand(first, second, commands)
}

async function unknownCommand(typed: string, groups: readonly CommandGroup[]): Promise<PixieError> {
  const words = [...groups.map((g) => g.word), 'help']
  let near = nearest(typed, words)
  if (near === null) {
    // `pixie list` and the like: a second word typed alone.
    const commands = (await Promise.all(groups.map((g) => g.load()))).flat()
    near = commands.find((c) => c.name.split(' ')[1] === typed)?.name ?? null
  }
  return new PixieError('usage', {
    what: 'unknown command',
    value: typed,
    hint: near === null ? 'Run pixie --help to see what there is.' : `Did you mean pixie ${near}?`,
  })
}

function incompleteCommand(
  first: string,
  second: string | undefined,
  commands: readonly Command[],
): PixieError {
  const seconds = commands.map((c) => c.name.split(' ')[1] ?? '')
  if (second === undefined) {
    return new PixieError('usage', {
      what: 'the command is not complete',
      value: first,
      hint: `Add one of: ${seconds.join(', ')}.`,
    })
  }
  const near = nearest(second, seconds)
  return new PixieError('usage', {
    what: 'unknown command',
    value: `${first} ${second}`,
    hint:
      near === null
        ? `After ${first} comes one of: ${seconds.join(', ')}.`
        : `Did you mean pixie ${first} ${near}?`,
  })
}
