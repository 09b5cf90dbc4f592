import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PixieError } from '../../../shared/errors.ts'
import {
  type Extraction,
  type ExtractJob,
  type JobMessage,
  type ResultMessage,
  resultMessage,
} from './protocol.ts'

/** One file may take this long. */
const timeLimitMs = 20_000
/** For the JavaScript heap of the parsers' process; all its memory together is watched from inside it. */
export const heapMegabytes = 512

/** The process that parses: a Node child on the command line, a utility process in the app. */
export interface ParserProcess {
  send(message: JobMessage): void
  onResult(listener: (message: ResultMessage) => void): void
  /** Called once, however it ended. */
  onExit(listener: () => void): void
  /** Ends it at once, whatever it does. */
  kill(): void
}

export interface Extractor {
  /**
   * The text of a file, or why there is none. One file at a time; others wait. A file that takes too long or too
   * much memory costs its process and nothing else. Rejects only with `stopped`.
   */
  extract(job: ExtractJob, signal: AbortSignal): Promise<Extraction>
  /** Ends the process; the next `extract` starts a new one. */
  close(): void
}

export function createExtractor(
  options: { start?: () => ParserProcess; timeLimitMs?: number } = {},
): Extractor {
  const start = options.start ?? startNodeProcess
  const limitMs = options.timeLimitMs ?? timeLimitMs
  let running: { process: ParserProcess; done: number } | null = null
  let last: Promise<unknown> = Promise.resolve()
  let id = 0

  const close = (): void => {
    running?.process.kill()
    running = null
  }

  const attempt = async (job: ExtractJob, signal: AbortSignal): Promise<Extraction | 'died'> => {
    running ??= { process: start(), done: 0 }
    const outcome = await ask(running.process, { id: ++id, job }, { signal, limitMs })
    if (typeof outcome !== 'string') {
      running.done += 1
      return outcome
    }
    close()
    if (outcome === 'stopped') throw stopped()
    return outcome === 'time-out' ? { state: 'failed', reason: timeOut(limitMs) } : 'died'
  }

  const extractNow = async (job: ExtractJob, signal: AbortSignal): Promise<Extraction> => {
    if (signal.aborted) throw stopped()
    const mayBeTheFault = running === null || running.done === 0
    let outcome = await attempt(job, signal)
    // A process that had read other files may have died of those; only a fresh one convicts this file.
    if (outcome === 'died' && !mayBeTheFault) outcome = await attempt(job, signal)
    return outcome === 'died'
      ? { state: 'failed', reason: 'damaged: reading it broke the reader or needed too much memory' }
      : outcome
  }

  return {
    extract(job, signal) {
      const next = last.then(() => extractNow(job, signal))
      last = next.catch(() => undefined)
      return next
    },
    close,
  }
}

const timeOut = (limitMs: number) => `time-out: reading it took longer than ${Math.ceil(limitMs / 1000)} s`
const stopped = () =>
  new PixieError('stopped', { what: 'Stopped reading files', hint: 'Scan again to go on where it ended.' })

function ask(
  process: ParserProcess,
  message: JobMessage,
  options: { signal: AbortSignal; limitMs: number },
): Promise<Extraction | 'died' | 'time-out' | 'stopped'> {
  return new Promise((resolve) => {
    // A running timer also keeps the program alive while it waits for a process that does not.
    const timer = setTimeout(() => finish('time-out'), options.limitMs)
    const onAbort = () => finish('stopped')
    const finish = (outcome: Extraction | 'died' | 'time-out' | 'stopped') => {
      clearTimeout(timer)
      options.signal.removeEventListener('abort', onAbort)
      resolve(outcome)
    }
    options.signal.addEventListener('abort', onAbort, { once: true })
    process.onResult((answer) => {
      if (answer.id === message.id) finish(answer.result)
    })
    process.onExit(() => finish('died'))
    process.send(message)
  })
}

/** A child that may read files and nothing else: no writing, no other programs, no environment. */
function startNodeProcess(): ParserProcess {
  return startNodeChild(fileURLToPath(new URL('./extract-process.ts', import.meta.url)))
}

/** Runs a module as the parsers' process; exported so that tests can put a misbehaving one in its place. */
export function startNodeChild(module: string): ParserProcess {
  const child = fork(module, [], {
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '--no-warnings',
      `--max-old-space-size=${heapMegabytes}`,
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  let exited = false
  let onResult: (message: ResultMessage) => void = () => undefined
  let onExit: () => void = () => undefined
  const end = () => {
    if (exited) return
    exited = true
    onExit()
  }
  child.on('message', (message) => {
    const parsed = resultMessage.safeParse(message)
    if (parsed.success) onResult(parsed.data)
    else child.kill('SIGKILL')
  })
  child.on('exit', end)
  child.on('error', end)
  return {
    send(message) {
      child.send(message, (error) => {
        if (error !== null) end()
      })
    },
    onResult(listener) {
      onResult = listener
    },
    onExit(listener) {
      onExit = listener
      if (exited) listener()
    },
    kill() {
      child.kill('SIGKILL')
    },
  }
}
