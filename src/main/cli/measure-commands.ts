/** Starts the programs that measure Pixie. They are no part of it: nothing in `src` loads them. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PixieError } from '../../shared/errors.ts'
import type { Command, CommandInput } from './command.ts'
import { assertNoProfile, benchSpec, type CommandSpec, evalSpec } from './measure-specs.ts'

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * A command whose work a program of the project does.
 * @param program its path in `folder`
 */
export function inProgram(spec: CommandSpec, program: string, folder = projectFolder): Command {
  return {
    ...spec,
    async run(input) {
      assertNoProfile(input, spec)
      const [file, runner] = [join(folder, program), join(folder, 'bin/run.mjs')]
      if (!existsSync(file) || !existsSync(runner))
        throw new PixieError('not-found', {
          what: `this Pixie cannot measure itself, since it came without the program for it`,
          value: program,
          hint: `Get Pixie's source code, run npm ci in it, and there npm run ${spec.name}.`,
        })
      const passedOn = await runProgram([runner, file, ...argvOf(input)], input.signal)
      return { json: null, text: '', passedOn }
    },
  }
}

/** The options and arguments as they were read. */
function argvOf({ args, options }: CommandInput): string[] {
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    if (value === true) return [`--${name}`]
    return [value].flat().map((each) => `--${name}=${each}`)
  })
  return args.length === 0 ? given : [...given, '--', ...args]
}

/**
 * Runs it on this Node with this process' input and outputs until it ends. A stop is handed on; the channel tells it when
 * this process is gone.
 * @returns its exit code, as a shell counts it when a signal ended it
 */
function runProgram(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const child = spawn(process.execPath, argv, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const stop = () => void child.kill('SIGINT')
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, ending) => {
      signal.removeEventListener('abort', stop)
      resolve(code ?? 128 + constants.signals[ending ?? 'SIGTERM'])
    })
  })
}

export const measureCommands: readonly Command[] = [
  inProgram(evalSpec, 'eval/run.ts'),
  inProgram(benchSpec, 'bench/bench.ts'),
]
