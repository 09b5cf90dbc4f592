import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ForkOptions, UtilityProcess } from 'electron'
import { fail } from './failure.ts'
import { LoudEmitter } from './loud-emitter.ts'
import type { Surface } from './surface.ts'

const events = ['spawn', 'exit', 'message', 'error']

class StandInUtilityProcess extends LoudEmitter implements Surface<UtilityProcess> {
  private readonly child: ChildProcess

  constructor(module: string, args: readonly string[], options: ForkOptions) {
    super('utilityProcess', events)
    const { env, cwd, execArgv, stdio } = options
    this.child = fork(fileURLToPath(new URL('./utility-child.ts', import.meta.url)), [module, ...args], {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning', ...(execArgv ?? [])],
      stdio: ['ignore', ...outputs(stdio), 'ipc'],
      ...(env === undefined ? {} : { env: { ...env } }),
      ...(cwd === undefined ? {} : { cwd }),
    })
    this.child.on('spawn', () => this.emit('spawn'))
    this.child.on('message', (message) => this.emit('message', message))
    this.child.on('exit', (code, signal) => this.emit('exit', code ?? (signal === null ? 1 : 128)))
    process.once('exit', () => this.child.kill('SIGKILL'))
  }

  get pid(): number | undefined {
    return this.child.exitCode === null && this.child.signalCode === null ? this.child.pid : undefined
  }

  get stdout(): UtilityProcess['stdout'] {
    return this.child.stdout
  }

  get stderr(): UtilityProcess['stderr'] {
    return this.child.stderr
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0) fail('utilityProcess.postMessage with ports is not implemented')
    if (this.child.connected) this.child.send(message as never) // whatever the structured clone carries
  }

  kill(): boolean {
    return this.child.kill('SIGTERM')
  }
}

function outputs(
  stdio: ForkOptions['stdio'],
): ['pipe' | 'inherit' | 'ignore', 'pipe' | 'inherit' | 'ignore'] {
  if (stdio === undefined) return ['inherit', 'inherit']
  if (typeof stdio === 'string') return [stdio, stdio] as ['pipe', 'pipe'] // Electron takes these three names only
  return [stdio[1], stdio[2]] as ['pipe', 'pipe'] // as above
}

export const utilityProcess = {
  fork: (module: string, args: readonly string[] = [], options: ForkOptions = {}) =>
    new StandInUtilityProcess(module, args, options),
}
