/** A command as data: name, options, help, and a function. `main.ts` parses, runs, prints and maps errors to exit codes. */
import type { PixieError } from '../../shared/errors.ts'
import type { Pixie } from '../pixie.ts'
import type { GivenOptions, ProfileOptions } from '../profile-options.ts'

export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  /** One line for `--help`; for a string, `value` names it: `--limit N`. */
  readonly help: string
  readonly value?: string
  /** May be given more than once: its value is then a list. */
  readonly repeats?: true
}

export interface CommandIo {
  /** Progress and what is good to know; shown unless `--quiet`. One line, no line break at the end. */
  note(line: string): void
  /** What happened to the owner's data, such as a damaged file that was set aside; shown even with `--quiet`. */
  warn(line: string): void
  /** Standard input as it arrives, for line-by-line work. */
  stdinChunks(): AsyncIterable<Uint8Array>
  /** Writes to standard output at once and as it is, for JSON lines, streamed answers and exact texts. */
  write(text: string): void
  /** Redraws the one progress line of a terminal; empty text removes it. Does nothing where there is no terminal and with `--quiet`. */
  progress(line: string): void
  /** True where `progress` shows something. */
  readonly progressTerminal: boolean
}

export interface CommandInput {
  /** Positional arguments, in order; their number was checked against `args`. */
  readonly args: readonly string[]
  /** Only what was given; keys without `--`. */
  readonly options: GivenOptions
  readonly json: boolean
  readonly io: CommandIo
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly profile: ProfileOptions
  /** Opens the profile, or one with other options, on first use; closed by `main.ts` after the command. */
  pixie(other?: Partial<ProfileOptions>): Promise<Pixie>
}

/** The commands that begin with one word, loaded when that word is typed so that others stay quick. */
export interface CommandGroup {
  /** The first word: `notebook`. */
  readonly word: string
  load(): Promise<readonly Command[]>
}

/** What a command gives back: the JSON value, and its lines for people. Null when it already wrote its output itself. */
export interface CommandOutput {
  readonly json: unknown
  /** Shown without what would drive a terminal. */
  readonly text: string
  /** When what it prints is bad news: told on standard error as well, and the exit code is then 1. */
  readonly failed?: PixieError | undefined
  /** When another process did the work and has said everything: nothing is printed, and this is the exit code. */
  readonly passedOn?: number
}

export interface Command {
  /** One or two words: `notebook add`. */
  readonly name: string
  readonly summary: string
  /** Names of positional arguments; `[X]` optional, `X…` any number. */
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, OptionSpec>>
  /** A line a person can copy: `pixie notebook add "Ada's birthday is 3 May" --kind fact`. */
  readonly example: string
  run(input: CommandInput): Promise<CommandOutput | null>
}
