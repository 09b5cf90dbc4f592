/** The parsers of other people's files in a process of their own, as Electron starts one. */
import { fileURLToPath } from 'node:url'
import type { UtilityProcess } from 'electron'
import { heapMegabytes, type ParserProcess } from '../files/extract/extractor.ts'
import { type ResultMessage, resultMessage } from '../files/extract/protocol.ts'

interface ForkOptions {
  readonly serviceName: string
  readonly env: Record<string, string>
  readonly execArgv: string[]
  readonly stdio: 'ignore'
}

export type ForkParsers = (
  module: string,
  args: string[],
  options: ForkOptions,
) => Pick<UtilityProcess, 'on' | 'postMessage' | 'kill' | 'pid'>

const program = fileURLToPath(new URL('../files/extract/extract-process.ts', import.meta.url))

/** How to start it with `utilityProcess.fork`. It gets no environment, and what it prints goes nowhere. */
export function parserProcessStarter(fork: ForkParsers): () => ParserProcess {
  return () => {
    const child = fork(program, [], {
      serviceName: 'Pixie file reader',
      env: {},
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      stdio: 'ignore',
    })
    let exited = false
    let onResult: (message: ResultMessage) => void = () => undefined
    let onExit: () => void = () => undefined
    const kill = () => {
      if (exited) return
      // Electron asks politely only, which a parser that hangs would not hear.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
      else child.kill()
    }
    child.on('message', (message: unknown) => {
      const parsed = resultMessage.safeParse(message)
      if (parsed.success) onResult(parsed.data)
      else kill()
    })
    child.on('exit', () => {
      if (exited) return
      exited = true
      onExit()
    })
    return {
      send: (message) => child.postMessage(message),
      onResult(listener) {
        onResult = listener
      },
      onExit(listener) {
        onExit = listener
        if (exited) listener()
      },
      kill,
    }
  }
}
