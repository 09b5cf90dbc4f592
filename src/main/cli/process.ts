/** The command line as a process of its own: its streams, and the ways it is told to stop. */
import { thisMachine } from '../data-dir.ts'
import { type CommandLine, exitCodes, runCommandLine } from './main.ts'
import { OutputClosed, type Streams } from './output.ts'

/** Runs what the process was started with, unless given another, and ends the process with the exit code. */
export async function runProcessCommandLine(
  parts: Pick<CommandLine, 'groups' | 'openPixie'>,
  argv: readonly string[] = process.argv.slice(2),
): Promise<never> {
  const stop = stopSignal()
  const streams = processStreams(stop)
  const machine = thisMachine()
  const code = await runCommandLine({ ...parts, argv, streams, machine, signal: stop.signal, crash: crash() })
  await streams.flush()
  process.exit(streams.outputCode() ?? code)
}

/** Rejects with an error that nobody caught, so that it is reported like any other. */
function crash(): Promise<never> {
  return new Promise((_, reject) => {
    process.on('uncaughtException', reject)
    process.on('unhandledRejection', reject)
  })
}

/** Aborts on Ctrl-C, on a polite end, on a closed terminal, and when the process that started us is gone. */
function stopSignal(): AbortController {
  const stop = new AbortController()
  const abort = () => stop.abort()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, abort)
  if (process.channel !== undefined) {
    process.on('disconnect', abort)
    process.channel.unref()
  }
  return stop
}

interface ProcessStreams extends Streams {
  /** Resolves when all is written, or cannot be. */
  flush(): Promise<void>
  /** The exit code when standard output could not be written; null when it could. */
  outputCode(): number | null
}

/**
 * Standard input and output. What cannot be written any more aborts `stop`; that our reader went away is no error and
 * is not told, a full disk is.
 */
function processStreams(stop: AbortController): ProcessStreams {
  let code: number | null = null
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (code !== null) return
    code = error.code === 'EPIPE' ? exitCodes.outputClosed : exitCodes.failed
    stop.abort(new OutputClosed())
    if (error.code !== 'EPIPE')
      process.stderr.write(
        `pixie: the output cannot be written (${error.code}): What is missing is lost; make room and run it again.\n`,
      )
  })
  // There is nowhere left to say that nobody listens.
  process.stderr.on('error', () => undefined)
  return {
    get stdin() {
      return process.stdin
    },
    stderrIsTerminal: process.stderr.isTTY === true,
    stdout(text) {
      if (code === null) process.stdout.write(text)
    },
    stderr(text) {
      process.stderr.write(text)
    },
    async flush() {
      await Promise.all([process.stdout, process.stderr].map(flushed))
      // A file that refuses what it was given says so a moment later.
      await new Promise(setImmediate)
    },
    outputCode: () => code,
  }
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return Promise.resolve()
  return new Promise((resolve) => {
    stream.write('', () => resolve())
    stream.once('error', () => resolve())
  })
}
