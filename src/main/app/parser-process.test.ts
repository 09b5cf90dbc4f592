import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { createExtractor } from '../files/extract/extractor.ts'
import type { ExtractJob, JobMessage } from '../files/extract/protocol.ts'
import { type ForkParsers, parserProcessStarter } from './parser-process.ts'

const job: ExtractJob = { path: Buffer.from('/a'), kind: 'text', dev: 0n, ino: 0n }
const signal = new AbortController().signal

/** Takes the place of Electron's utility process; `answer` is what the parsers in it say. */
function fake(answer: (message: JobMessage) => unknown) {
  const started: { module: string; options: unknown }[] = []
  let kills = 0
  const fork: ForkParsers = (module, _args, options) => {
    started.push({ module, options })
    const child = new EventEmitter()
    return Object.assign(child, {
      pid: undefined,
      postMessage(message: JobMessage) {
        const said = answer(message)
        if (said !== undefined) queueMicrotask(() => child.emit('message', said))
      },
      kill() {
        kills += 1
        queueMicrotask(() => child.emit('exit', 0))
        return true
      },
    }) as unknown as ReturnType<ForkParsers> // only what is used of it
  }
  return { extractor: createExtractor({ start: parserProcessStarter(fork) }), started, kills: () => kills }
}

test('reads in a process without environment, whose memory is bounded', async () => {
  const result = { state: 'indexed', text: 'hello', title: null, reason: null }
  const { extractor, started } = fake(({ id }) => ({ id, result }))
  expect(await extractor.extract(job, signal)).toEqual(result)
  expect(started).toEqual([
    {
      module: expect.stringMatching(/files\/extract\/extract-process\.\w+$/),
      options: {
        serviceName: 'Pixie file reader',
        env: {},
        execArgv: ['--max-old-space-size=512'],
        stdio: 'ignore',
      },
    },
  ])
  extractor.close()
})

test('a process that answers nonsense is ended, and its file fails', async () => {
  const { extractor, kills } = fake(() => ({ id: 'x', result: 'y' }))
  expect(await extractor.extract(job, signal)).toMatchObject({ state: 'failed' })
  expect(kills()).toBe(1)
})

test('a process that hangs is ended at once when asked to stop', async () => {
  const { extractor, kills } = fake(() => undefined)
  const stop = new AbortController()
  const reading = extractor.extract(job, stop.signal)
  setTimeout(() => stop.abort(), 10)
  await expect(reading).rejects.toMatchObject({ code: 'stopped' })
  expect(kills()).toBe(1)
})

test('a process that hears no polite request is killed', async () => {
  const deaf = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6)"])
  const fork: ForkParsers = () =>
    Object.assign(new EventEmitter(), { pid: deaf.pid, postMessage() {}, kill: () => true }) as never // as above
  parserProcessStarter(fork)().kill()
  expect(await once(deaf, 'exit')).toEqual([null, 'SIGKILL'])
})
