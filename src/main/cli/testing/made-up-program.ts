/** A program with made-up commands, for tests of what only a real process can show. */
import type { Command, CommandInput } from '../command.ts'
import { runProcessCommandLine } from '../process.ts'

const base = { summary: 'A made-up command', args: [], options: {} } as const

const commands: readonly Command[] = [
  { ...base, name: 'listen', example: 'listen', run: (input) => untilStopped(input) },
  {
    ...base,
    name: 'deaf',
    example: 'deaf',
    run: (input) => announce(input, () => new Promise(() => setInterval(Date.now, 50))),
  },
  { ...base, name: 'flood', example: 'flood', run: flood },
  { ...base, name: 'big', example: 'big', run: async () => ({ json: 'x'.repeat(1_000_000), text: '' }) },
  { ...base, name: 'late', example: 'late', run: (input) => announce(input, throwLater) },
]

async function announce<T>({ io }: CommandInput, then: () => Promise<T>): Promise<T> {
  io.write(`${process.pid}\n`)
  return then()
}

function untilStopped(input: CommandInput): Promise<never> {
  return announce(input, () => {
    const alive = setInterval(() => undefined, 1000)
    return new Promise((_, reject) => {
      input.signal.addEventListener('abort', () => {
        clearInterval(alive)
        reject(new Error('stopped in order'))
      })
    })
  })
}

async function flood({ io, signal }: CommandInput): Promise<null> {
  while (!signal.aborted) {
    io.write('x'.repeat(10_000))
    await new Promise(setImmediate)
  }
  return null
}

function throwLater(): Promise<never> {
  setTimeout(() => {
    throw new Error('nobody caught this')
  }, 5)
  return new Promise(() => setInterval(Date.now, 50))
}

await runProcessCommandLine({
  groups: commands.map((command) => ({ word: command.name, load: async () => [command] })),
  openPixie: () => Promise.reject(new Error('no profile here')),
})
