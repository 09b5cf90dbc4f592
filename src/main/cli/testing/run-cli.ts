import type { Pixie } from '../../pixie.ts'
import type { Command, CommandGroup } from '../command.ts'
import { groups as realGroups } from '../groups.ts'
import { type CommandLine, runCommandLine } from '../main.ts'

export interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  /** The commands to choose from; all real ones when left out. */
  readonly commands?: readonly Command[]
  readonly stdin?: string | Uint8Array
  /** The whole environment; empty when left out. */
  readonly env?: Readonly<Record<string, string>>
  readonly platform?: NodeJS.Platform
  readonly signal?: AbortSignal
  /** Whether standard error is a terminal. */
  readonly terminal?: boolean
  /** What `pixie()` gives the command; a refusal when left out. */
  readonly openPixie?: CommandLine['openPixie']
}

/** A profile of which the commands of a test reach only these parts. */
export const pixieWith = (parts: Partial<Pixie>): Pixie =>
  ({ explain: (error) => error, close: async () => undefined, ...parts }) satisfies Partial<Pixie> as Pixie

/** Runs the command line in this process, with streams of its own. */
export async function runCli(argv: readonly string[], options: RunOptions = {}): Promise<CliResult> {
  const out = { stdout: '', stderr: '' }
  const code = await runCommandLine({
    argv,
    groups: options.commands === undefined ? realGroups : groupsOf(options.commands),
    streams: {
      stdin: chunks(options.stdin ?? ''),
      stdout: (text) => {
        out.stdout += text
      },
      stderr: (text) => {
        out.stderr += text
      },
      stderrIsTerminal: options.terminal ?? false,
    },
    machine: { platform: options.platform ?? 'linux', env: options.env ?? {}, home: '/home/ada' },
    signal: options.signal ?? new AbortController().signal,
    crash: new Promise(() => undefined),
    openPixie: options.openPixie ?? (() => Promise.reject(new Error('this test opens no profile'))),
  })
  return { code, ...out }
}

/** Commands as the groups that `runCommandLine` takes. */
function groupsOf(commands: readonly Command[]): CommandGroup[] {
  const words = new Set(commands.map((c) => c.name.split(' ')[0] ?? ''))
  return [...words].map((word) => ({
    word,
    load: async () => commands.filter((c) => c.name.split(' ')[0] === word),
  }))
}

/** In small pieces, as a pipe may deliver them: characters are cut in the middle. */
async function* chunks(input: string | Uint8Array): AsyncIterable<Uint8Array> {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
  for (let i = 0; i < bytes.length; i += 7) yield bytes.slice(i, i + 7)
}
