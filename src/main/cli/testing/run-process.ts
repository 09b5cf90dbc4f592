import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CliResult } from './run-cli.ts'

const program = fileURLToPath(new URL('../../../../bin/pixie.mjs', import.meta.url))

export interface ProcessOptions {
  readonly stdin?: string
  /** Added to this process' environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** The Node to start it with; this one when left out. */
  readonly node?: string
  /** What to start instead of `bin/pixie.mjs`, with arguments that come first. */
  readonly program?: readonly string[]
  /** Called with each piece of standard output; may send signals. */
  readonly onStdout?: (text: string, child: { kill(signal: NodeJS.Signals): void }) => void
}

/** Runs `pixie` as a process of its own and waits for its end. A process ended by a signal has code -1. */
export function runProcess(argv: readonly string[], options: ProcessOptions = {}): Promise<CliResult> {
  const child = spawn(options.node ?? process.execPath, [...(options.program ?? [program]), ...argv], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const out = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out.stdout += text
    options.onStdout?.(text, { kill: (signal) => child.kill(signal) })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    out.stderr += text
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.stdin ?? '')
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, ...out }))
  })
}
