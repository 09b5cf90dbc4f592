/** One run of the command line: parse, run, print, close, and say with which code to exit. */
import packageJson from '../../../package.json' with { type: 'json' }
import { PixieError } from '../../shared/errors.ts'
import type { Machine } from '../data-dir.ts'
import type { Pixie } from '../pixie.ts'
import { type ProfileOptions, profileOptions } from '../profile-options.ts'
import { withCompletion } from './builtin-commands.ts'
import type { Command, CommandGroup, CommandIo, CommandOutput } from './command.ts'
import { forTerminal } from './for-terminal.ts'
import { commandHelp, groupHelp, overviewHelp } from './help.ts'
import { cliError, createIo, debugText, errorLine, OutputClosed, type Streams } from './output.ts'
import { hasFlag, type Parsed, parse } from './parse.ts'
import { explainSystemError } from './system-errors.ts'

/** What opening a profile may need of the run that opens it. */
export interface OpenContext {
  readonly io: CommandIo
  readonly signal: AbortSignal
  /** `memory add`. */
  readonly command: string
}

export interface CommandLine {
  /** Without the program itself. */
  readonly argv: readonly string[]
  readonly groups: readonly CommandGroup[]
  readonly streams: Streams
  readonly machine: Machine
  /** Aborted by Ctrl-C, or with `OutputClosed` as its reason. */
  readonly signal: AbortSignal
  /** Rejects when something breaks outside of what the command waits for. Never resolves. */
  readonly crash: Promise<never>
  readonly openPixie: (profile: ProfileOptions, context: OpenContext) => Promise<Pixie>
}

/** Exit codes: 0 done, 1 refused or failed, 2 wrong usage; as a shell gives them for SIGINT and SIGPIPE. */
export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130, outputClosed: 141 } as const

/** How long a stopped command may take to put its things in order. With the process' own end it stays within a second. */
const stopGraceMs = 650

/** Resolves to the exit code; never rejects. After a stop it resolves in time even when the command does not end. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const { signal } = line
  const grace = graceAfter(signal)
  const telling = createTelling(line)
  const code = await Promise.race([runToEnd(line, telling), grace.over.then(() => telling.end())])
  grace.cancel()
  if (signal.aborted) return isOutputClosed(signal) ? exitCodes.outputClosed : exitCodes.interrupted
  return code
}

async function runToEnd(line: CommandLine, telling: Telling): Promise<number> {
  const { io } = telling
  try {
    const groups = withCompletion(line.groups)
    const work = parse(line.argv, groups).then((parsed) => perform(parsed, groups, telling, line))
    const output = await Promise.race([work, line.crash])
    io.endProgress()
    if (output?.passedOn !== undefined) return output.passedOn
    if (output !== null) io.write(print(output, hasFlag(line.argv, 'json')))
    if (output?.failed === undefined) return exitCodes.done
    line.streams.stderr(`${errorLine(output.failed, cliError(output.failed))}\n`)
    return exitCodes.failed
  } catch (error) {
    telling.failed(error)
    return telling.end()
  }
}

/** Why a run failed is told once: at its end, or when a stop does not wait for that end. */
interface Telling {
  readonly io: ReturnType<typeof createIo>
  /** The first reason stays. */
  failed(error: unknown): void
  /** Tells the reason, where there is one and nobody was told yet. Gives the exit code. */
  end(): number
}

function createTelling(line: CommandLine): Telling {
  const io = createIo(line.streams, hasFlag(line.argv, 'quiet'))
  let failure: { readonly error: unknown } | null = null
  let code: number | null = null
  return {
    io,
    failed(error) {
      failure ??= { error }
    },
    end() {
      if (code !== null) return code
      io.endProgress()
      if (isOutputClosed(line.signal)) code = exitCodes.outputClosed
      else code = failure === null ? exitCodes.interrupted : report(failure.error, line)
      return code
    },
  }
}

function print(output: CommandOutput, isJson: boolean): string {
  if (isJson) return `${JSON.stringify(output.json) ?? 'null'}\n`
  const text = forTerminal(output.text)
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function report(thrown: unknown, { streams, argv, signal }: CommandLine): number {
  const error = signal.aborted ? asStopped(thrown) : explainSystemError(thrown)
  const wire = cliError(error)
  streams.stderr(`${errorLine(error, wire)}\n`)
  if (hasFlag(argv, 'debug')) streams.stderr(`${debugText(error)}\n`)
  if (hasFlag(argv, 'json')) streams.stdout(`${JSON.stringify({ error: wire })}\n`)
  return wire.code === 'usage' ? exitCodes.usage : exitCodes.failed
}

/** After a stop, whatever broke off on its way out is that stop. */
function asStopped(thrown: unknown): PixieError {
  if (thrown instanceof PixieError) return thrown
  return new PixieError('stopped', { what: 'stopped', hint: 'Run it again to go on.', cause: thrown })
}

async function perform(
  parsed: Parsed,
  groups: readonly CommandGroup[],
  telling: Telling,
  line: CommandLine,
): Promise<CommandOutput | null> {
  if (parsed.kind === 'version') return { json: { version: packageJson.version }, text: packageJson.version }
  if (parsed.kind === 'help') {
    const text = await helpFor(parsed.commands, groups)
    return { json: { help: text }, text }
  }
  return runCommand(parsed.command, parsed, telling, line)
}

function helpFor(
  commands: readonly Command[] | null,
  groups: readonly CommandGroup[],
): Promise<string> | string {
  const [only, ...others] = commands ?? []
  if (only === undefined) return overviewHelp(groups)
  return others.length === 0 ? commandHelp(only) : groupHelp(only.name.split(' ')[0] ?? '', [only, ...others])
}

async function runCommand(
  command: Command,
  { args, options }: Extract<Parsed, { kind: 'run' }>,
  { io, failed }: Telling,
  { machine, openPixie, signal }: CommandLine,
): Promise<CommandOutput | null> {
  const profile = await profileOptions(options, machine)
  let opened: Promise<Pixie> | null = null
  const pixie = (other: Partial<ProfileOptions> = {}) => {
    opened ??= openPixie({ ...profile, ...other }, { io, signal, command: command.name })
    return opened
  }
  // An open that failed has already failed the command.
  const profileOpen = async () => (await opened?.catch(() => null)) ?? null
  const close = async () => (await profileOpen())?.close()
  let output: CommandOutput | null
  try {
    output = await command.run({ args, options, json: options.json === true, io, signal, profile, pixie })
  } catch (error) {
    const explained = (await profileOpen())?.explain(error) ?? error
    // What went wrong first is what the person must hear, even when a stop does not wait for the profile to close.
    failed(explained)
    await close().catch(() => undefined)
    throw explained
  }
  await close()
  return output
}

function isOutputClosed(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof OutputClosed
}

function graceAfter(signal: AbortSignal): { over: Promise<void>; cancel(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    timer = setTimeout(resolve, stopGraceMs)
  }
  if (signal.aborted) start()
  else signal.addEventListener('abort', start, { once: true })
  return {
    over: promise,
    cancel() {
      clearTimeout(timer)
      signal.removeEventListener('abort', start)
    },
  }
}
