/** The command line's own process: its streams and the ways it is told to stop. */
import { OutputClosed, type Streams } from './output.ts'

/** Aborts on Ctrl-C, on a polite end, on a closed terminal, and when the process that started us is gone. */
export function stopSignal(): AbortController {
  const stop = new AbortController()
  const abort = () => stop.abort()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, abort)
  if (process.channel !== undefined) {
    process.on('disconnect', abort)
    process.channel.unref()
  }
  return stop
}

/** Standard input and output. A reader of ours that goes away aborts `stop` and is no error. */
export function processStreams(stop: AbortController): Streams & { flush(): Promise<void> } {
  let isClosed = false
  process.stdout.on('error', () => {
    isClosed = true
    stop.abort(new OutputClosed())
  })
  // There is nowhere left to say that nobody listens.
  process.stderr.on('error', () => undefined)
  return {
    stdin: process.stdin,
    stderrIsTerminal: process.stderr.isTTY === true,
    stdout(text) {
      if (!isClosed) process.stdout.write(text)
    },
    stderr(text) {
      process.stderr.write(text)
    },
    async flush() {
      await Promise.all([process.stdout, process.stderr].map(flushed))
    },
  }
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return Promise.resolve()
  return new Promise((resolve) => {
    stream.write('', () => resolve())
    stream.once('error', () => resolve())
  })
}
