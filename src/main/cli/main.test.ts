import { expect, test } from 'vitest'
import { PixieError } from '../../shared/errors.ts'
import type { Command, CommandInput, CommandOutput } from './command.ts'
import { OutputClosed } from './output.ts'
import { pixieWith, runCli } from './testing/run-cli.ts'

function doing(run: (input: CommandInput) => Promise<CommandOutput | null>): {
  commands: readonly Command[]
} {
  return { commands: [{ name: 'do', summary: 'Does it', args: [], options: {}, example: 'pixie do', run }] }
}

const returning = (json: unknown, text: string) => doing(async () => ({ json, text }))

const throwing = (error: unknown) =>
  doing(async () => {
    throw error
  })

const missing = new PixieError('not-found', { what: 'no note', value: '7', hint: 'Run pixie notebook list.' })

test('prints the text for people with one line break at its end, and nothing for nothing', async () => {
  expect(await runCli(['do'], returning({}, 'a\nb'))).toEqual({ code: 0, stdout: 'a\nb\n', stderr: '' })
  expect((await runCli(['do'], returning({}, 'a\n'))).stdout).toBe('a\n')
  expect((await runCli(['do'], returning({}, ''))).stdout).toBe('')
})

test('what drives a terminal is shown as a mark, and stays as it is in JSON', async () => {
  expect((await runCli(['do'], returning(1, 'a\u001b[2J\tb\r\n'))).stdout).toBe('a\uFFFD[2J\tb\n')
  expect(JSON.parse((await runCli(['do', '--json'], returning('a\u001b', ''))).stdout)).toBe('a\u001b')
  const noting = doing(async ({ io }) => {
    io.note('red\u001b[31m\nalarm')
    return null
  })
  expect((await runCli(['do'], noting)).stderr).toBe('red alarm\n')
})

test('prints exactly one JSON value with --json, null too', async () => {
  const value = { text: 'naïve 東京\n"', list: [1, null] }
  const { code, stdout, stderr } = await runCli(['do', '--json'], returning(value, 'for people'))
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual(value)
  expect((await runCli(['do', '--json'], returning(null, 'nothing'))).stdout).toBe('null\n')
  expect((await runCli(['do', '--json'], returning(undefined, 'nothing'))).stdout).toBe('null\n')
})

test('a command that wrote for itself prints nothing more', async () => {
  const writer = doing(async ({ io }) => {
    io.write('one\n')
    io.write('two\n')
    return null
  })
  expect((await runCli(['do', '--json'], writer)).stdout).toBe('one\ntwo\n')
})

test('a refusal is code 1 and one line on standard error', async () => {
  expect(await runCli(['do'], throwing(missing))).toEqual({
    code: 1,
    stdout: '',
    stderr: 'pixie: no note (7): Run pixie notebook list.\n',
  })
})

test('a refusal with --json is also one JSON value on standard output', async () => {
  const { code, stdout, stderr } = await runCli(['do', '--json'], throwing(missing))
  expect(code).toBe(1)
  expect(stderr.split('\n')).toHaveLength(2)
  expect(JSON.parse(stdout)).toEqual({
    error: { code: 'not-found', message: 'no note (7)', hint: 'Run pixie notebook list.' },
  })
})

test('a command that finds its own usage wrong ends with code 2', async () => {
  const usage = new PixieError('usage', { what: 'bad --limit', value: '-1', hint: 'Write a number.' })
  expect((await runCli(['do'], throwing(usage))).code).toBe(2)
})

test.each([
  new Error('boom\n    at somewhere (file.ts:1:1)\u001b[31m'),
  new TypeError('x is undefined'),
  'a bare text',
  null,
])('an unforeseen %j is one line without a stack', async (thrown) => {
  const { code, stderr } = await runCli(['do'], throwing(thrown))
  expect(code).toBe(1)
  expect(stderr).toMatch(/^pixie: [^\n]*--debug[^\n]*\n$/)
  expect(stderr).not.toContain('\u001b')
  expect(stderr).not.toContain('main.test.ts')
})

test('--debug shows where an error comes from, on standard error only', async () => {
  const { stdout, stderr } = await runCli(['do', '--debug', '--json'], throwing(new Error('boom')))
  expect(stderr).toContain('main.test.ts')
  expect(JSON.parse(stdout).error.code).toBe('internal')
})

test('an error line stays one line whatever value it names', async () => {
  const odd = new PixieError('not-found', {
    what: 'no file',
    value: `a\nb\u001b[2J\u0007${'x'.repeat(500)}`,
    hint: 'Check it.',
  })
  const { stderr } = await runCli(['do'], throwing(odd))
  expect(stderr).toMatch(/^pixie: no file \(a b x+…\): Check it\.\n$/)
  expect(stderr.length).toBeLessThan(260)
})

test('what the system refuses becomes a sentence', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(await runCli(['do'], throwing(full))).toMatchObject({
    code: 1,
    stderr: 'pixie: the disk is full: Free some space and run it again.\n',
  })
})

test('notes go to standard error and --quiet silences them, but not errors', async () => {
  const noting = doing(async ({ io }) => {
    io.note('indexed 3 of 4')
    throw missing
  })
  expect((await runCli(['do'], noting)).stderr).toBe(
    'indexed 3 of 4\npixie: no note (7): Run pixie notebook list.\n',
  )
  expect((await runCli(['do', '--quiet'], noting)).stderr).toBe(
    'pixie: no note (7): Run pixie notebook list.\n',
  )
})

test('a progress line is drawn on a terminal only, and is gone when the command ends or says something', async () => {
  const working = doing(async ({ io }) => {
    io.progress('10 %')
    io.note('slow today')
    io.progress('20 %')
    return { json: io.progressTerminal, text: 'done' }
  })
  const clear = '\r\u001b[2K'
  const { stdout, stderr } = await runCli(['do'], { ...working, terminal: true })
  expect(stderr).toBe(`${clear}10 %${clear}slow today\n${clear}10 %${clear}20 %${clear}`)
  expect(stdout).toBe('done\n')
  expect((await runCli(['do'], working)).stderr).toBe('slow today\n')
  expect(await runCli(['do', '--quiet', '--json'], { ...working, terminal: true })).toMatchObject({
    stdout: 'false\n',
    stderr: '',
  })
})

test('a warning about data is said even with --quiet, and does not tear the progress line', async () => {
  const warning = doing(async ({ io }) => {
    io.progress('10 %')
    io.warn('pixie.db was moved away.')
    return { json: 1, text: '' }
  })
  expect((await runCli(['do', '--quiet', '--json'], warning)).stderr).toBe('pixie.db was moved away.\n')
  const clear = '\r\u001b[2K'
  expect((await runCli(['do'], { ...warning, terminal: true })).stderr).toBe(
    `${clear}10 %${clear}pixie.db was moved away.\n${clear}10 %${clear}`,
  )
})

test('an error of the databases is told in the words of the open profile', async () => {
  const damaged = new PixieError('damaged-database', { what: 'it is damaged', hint: 'Start again.' })
  const openPixie = async () =>
    pixieWith({ explain: (error) => (error instanceof RangeError ? damaged : error) })
  const failing = (error: unknown) =>
    doing(async ({ pixie }) => {
      await pixie()
      throw error
    })
  const told = await runCli(['do'], { ...failing(new RangeError('malformed')), openPixie })
  expect(told).toMatchObject({ code: 1, stderr: 'pixie: it is damaged: Start again.\n' })
  expect((await runCli(['do'], { ...failing(missing), openPixie })).stderr).toMatch(/^pixie: no note/)
})

test('the profile is opened once, on first use, and closed whatever happens', async () => {
  const log: string[] = []
  const openPixie = async () => {
    log.push('open')
    return pixieWith({ close: async () => void log.push('close') })
  }
  const twice = doing(async ({ pixie }) => {
    await Promise.all([pixie(), pixie()])
    throw missing
  })
  expect((await runCli(['do'], { ...twice, openPixie })).code).toBe(1)
  expect(log).toEqual(['open', 'close'])
  await runCli(['do'], { ...returning(1, ''), openPixie })
  expect(log).toHaveLength(2)
})

test('a profile that cannot be opened is told once; one that cannot be closed is told too', async () => {
  const busy = new PixieError('database-busy', {
    what: 'the profile is in use',
    value: 'process 12',
    hint: 'Wait.',
  })
  const opening = doing(async ({ pixie }) => {
    await pixie()
    return null
  })
  const refusal = await runCli(['do'], { ...opening, openPixie: () => Promise.reject(busy) })
  expect(refusal).toMatchObject({ code: 1, stderr: 'pixie: the profile is in use (process 12): Wait.\n' })
  const openPixie = async () => pixieWith({ close: () => Promise.reject(busy) })
  expect((await runCli(['do'], { ...opening, openPixie })).code).toBe(1)
})

test('a stop gives the command its signal and ends with 130', async () => {
  const stop = new AbortController()
  const log: string[] = []
  const openPixie = async () => pixieWith({ close: async () => void log.push('close') })
  const stoppable = doing(async ({ signal, pixie }) => {
    await pixie()
    setTimeout(() => stop.abort(), 5)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    // What a library throws when its signal aborts.
    signal.throwIfAborted()
    return null
  })
  const { code, stdout, stderr } = await runCli(['do', '--json'], {
    ...stoppable,
    openPixie,
    signal: stop.signal,
  })
  expect(code).toBe(130)
  expect(log).toEqual(['close'])
  expect(JSON.parse(stdout).error.code).toBe('stopped')
  expect(stderr).toBe('pixie: stopped: Run it again to go on.\n')
})

test('a stop ends a command that does not listen, within a second', async () => {
  const stop = new AbortController()
  const deaf = doing(() => new Promise(() => setTimeout(() => stop.abort(), 5)))
  const start = performance.now()
  expect((await runCli(['do'], { ...deaf, signal: stop.signal })).code).toBe(130)
  expect(performance.now() - start).toBeLessThan(1000)
})

test('a stop tells why the command ended, though its profile does not close in time', async () => {
  const stop = new AbortController()
  const openPixie = async () => pixieWith({ close: () => new Promise(() => undefined) })
  const counting = doing(async ({ pixie }) => {
    await pixie()
    stop.abort()
    throw new PixieError('stopped', { what: 'stopped, 3 of 7 were done', hint: 'Run it again.' })
  })
  const { code, stdout, stderr } = await runCli(['do', '--json'], {
    ...counting,
    openPixie,
    signal: stop.signal,
  })
  expect([code, stderr]).toEqual([130, 'pixie: stopped, 3 of 7 were done: Run it again.\n'])
  expect(JSON.parse(stdout).error.code).toBe('stopped')
})

test('when the reader of our output goes away, a running command stops without a word', async () => {
  const stop = new AbortController()
  const writer = doing(async ({ signal }) => {
    stop.abort(new OutputClosed())
    signal.throwIfAborted()
    return null
  })
  expect(await runCli(['do'], { ...writer, signal: stop.signal })).toEqual({
    code: 141,
    stdout: '',
    stderr: '',
  })
})

test('a hint is told with the command that does it', async () => {
  const hint = 'See the list of skills.'
  const error = new PixieError('not-found', { what: 'no skill', hint, command: 'pixie skills list' })
  const { stderr, stdout } = await runCli(['do', '--json'], throwing(error))
  expect(stderr).toBe('pixie: no skill: See the list of skills: pixie skills list\n')
  expect(JSON.parse(stdout).error.hint).toBe('See the list of skills: pixie skills list')
})
