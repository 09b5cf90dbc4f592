import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

/** A script in its own process that reports in lines on standard output (write them with `fs.writeSync(1, …)`). */
export interface Child {
  readonly pid: number
  /** All lines so far. */
  lines(): readonly string[]
  /** Resolves once a line begins like this; rejects when the process ends before. */
  line(start: string): Promise<string>
  say(text: string): void
  kill(): Promise<void>
  /** Resolves to the exit code, or to the signal's name. */
  ended: Promise<number | string>
}

/** Halves a child's start. A child that will be killed has to call `flushCompileCache()` to fill it. */
const compileCache = path.join(import.meta.dirname, '../../../../node_modules/.cache/pixie-test-children')

/** Starts a TypeScript file with this Node. What it writes on standard error belongs to the error of a failed wait. */
export function startChild(script: string, args: readonly string[]): Child {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  })
  const output = collect(child)
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  return {
    pid: child.pid ?? 0,
    lines: output.lines,
    ended,
    say: (text) => child.stdin?.write(`${text}\n`),
    async line(start) {
      for (;;) {
        const found = output.lines().find((line) => line.startsWith(start))
        if (found !== undefined) return found
        const end = await Promise.race([output.more(), ended])
        if (end !== undefined && !output.lines().some((line) => line.startsWith(start))) {
          throw new Error(`The child ended (${end}) without "${start}": ${output.errors()}`)
        }
      }
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function collect(child: ChildProcess) {
  let text = ''
  let errors = ''
  let waiting: (() => void)[] = []
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    for (const wake of waiting) wake()
    waiting = []
  })
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  return {
    /** Whole lines only: a killed process may leave half a one. */
    lines: () => text.split('\n').slice(0, -1),
    errors: () => errors,
    more: () => new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined))),
  }
}
