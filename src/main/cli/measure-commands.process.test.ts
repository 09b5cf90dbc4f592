import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeToyModel } from '../model/toy-gguf.ts'
import { inProgram } from './measure-commands.ts'
import { benchSpec, evalSpec } from './measure-specs.ts'
import { runCli } from './testing/run-cli.ts'
import { runProcess } from './testing/run-process.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pixie-measure-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A command whose program is this text, in a folder that has what the project has to start one. */
function madeUp(program: string) {
  mkdirSync(join(folder, 'eval'))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'eval/run.ts'), program)
  writeFileSync(
    join(folder, 'bin/run.mjs'),
    'const [, , file, ...args] = process.argv; process.argv = [process.execPath, file, ...args]; await import(file)',
  )
  return inProgram(evalSpec, 'eval/run.ts', folder)
}

describe('a command in a program of its own', () => {
  test('hands on options as they were given, arguments, and its exit code', async () => {
    const seen = join(folder, 'seen.json')
    const command = madeUp(
      `import { writeFileSync } from 'node:fs'
      writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.argv.slice(2)))
      process.exit(7)`,
    )
    const argv = [
      'eval',
      '--owner',
      'a',
      '--owner=-b',
      '--once',
      '--json',
      '--report',
      'one.jsonl',
      'two x.jsonl',
    ]
    expect(await runCli(argv, { commands: [command] })).toEqual({ code: 7, stdout: '', stderr: '' })
    expect(JSON.parse(readFileSync(seen, 'utf8'))).toEqual([
      '--owner=a',
      '--owner=-b',
      '--once',
      '--json',
      '--report=one.jsonl',
      '--',
      'two x.jsonl',
    ])
  })

  test('stops with this one within a second', async () => {
    const seen = join(folder, 'stopped')
    const command = madeUp(
      `import { writeFileSync } from 'node:fs'
      process.on('SIGINT', () => { writeFileSync(${JSON.stringify(seen)}, ''); process.exit(130) })
      writeFileSync(${JSON.stringify(join(folder, 'up'))}, '')
      setInterval(() => {}, 1000)`,
    )
    const stop = new AbortController()
    const running = runCli(['eval'], { commands: [command], signal: stop.signal })
    while (!existsSync(join(folder, 'up'))) await new Promise((resolve) => setTimeout(resolve, 20))
    const asked = performance.now()
    stop.abort()
    expect((await running).code).toBe(130)
    expect(performance.now() - asked).toBeLessThan(1000)
    while (!existsSync(seen)) await new Promise((resolve) => setTimeout(resolve, 20))
  })

  test('is refused in one line where the program is not there', async () => {
    const command = inProgram(benchSpec, 'bench/bench.ts', folder)
    expect(await runCli(['bench', '--json'], { commands: [command] })).toEqual({
      code: 1,
      stdout: `${JSON.stringify({
        error: {
          code: 'not-found',
          message:
            'this Pixie cannot measure itself, since it came without the program for it (bench/bench.ts)',
          hint: "Get Pixie's source code, run npm ci in it, and there npm run bench.",
        },
      })}\n`,
      stderr:
        "pixie: this Pixie cannot measure itself, since it came without the program for it (bench/bench.ts): Get Pixie's source code, run npm ci in it, and there npm run bench.\n",
    })
  })
})

describe.each(['eval', 'bench'])('pixie %s', (name) => {
  test('takes no profile: it has its own', async () => {
    const { code, stderr } = await runCli([name, '--profile', folder])
    expect([code, stderr]).toEqual([
      2,
      `pixie: pixie ${name} takes no --profile (${folder}): It measures on profiles of its own; leave it out.\n`,
    ])
  })

  test('is in the help, and completes', async () => {
    expect((await runCli(['--help'])).stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    expect((await runCli([name, '--help'])).stdout).toContain(`Example\n  pixie ${name}`)
    expect((await runCli(['completion', 'bash'])).stdout).toContain(`"${name} "*) words="--`)
  })

  test('answers wrong usage with one line and code 2, from its program too', async () => {
    const wrong = await runProcess([name, '--only', 'nothing', '--json'])
    expect(wrong.code).toBe(2)
    expect(JSON.parse(wrong.stdout).error.code).toBe('usage')
    expect(wrong.stderr).toMatch(/^pixie: [^\n]*\n$/)
  })
})

test('Ctrl-C ends an evaluation within a second and keeps what was asked, which a further start goes on with', async () => {
  const [model, results] = [join(folder, 'toy.gguf'), join(folder, 'results.jsonl')]
  await writeToyModel(model)
  const tasks = ['--tasks', 'dev', '--owner', 'kenji', '--once', '--only', 'route', '--model', model]
  const argv = [join(root, 'bin/pixie.mjs'), 'eval', ...tasks, '--out', results]
  const env = { ...process.env, PIXIE_THREADS: '1' }
  const start = (...more: string[]) => {
    const child = spawn(process.execPath, [...argv, ...more], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      stderr += piece
    })
    return { child, ended: once(child, 'close').then(([code]) => ({ code: Number(code), stderr })) }
  }
  const asked = () => (existsSync(results) ? readFileSync(results, 'utf8').split('\n').length - 2 : 0)

  const { child, ended } = start()
  while (asked() < 1) await new Promise((resolve) => setTimeout(resolve, 20))
  const told = performance.now()
  child.kill('SIGINT')
  const { code, stderr } = await ended
  expect(performance.now() - told).toBeLessThan(1500)
  expect([code, stderr.split('\n').at(-2)]).toEqual([
    130,
    `pixie: the evaluation was stopped: What was asked is kept; go on with the same options and --resume --out ${results}.`,
  ])
  const before = asked()
  expect(before).toBeLessThan(6)
  expect((await start('--resume').ended).code).toBe(0)
  expect(asked()).toBe(6)
}, 90_000)

test('strictness without a check is a mistake', async () => {
  const { code, stderr } = await runProcess(['bench', '--strict'])
  expect([code, stderr]).toEqual([
    2,
    'pixie: --strict says how --check ends: Write --check --strict, or leave it out.\n',
  ])
})

test('the programs run from any folder by npm’s own name for them', async () => {
  for (const program of ['eval/run.ts', 'bench/bench.ts']) {
    const run = await runProcess(['--help'], {
      program: [join(root, 'bin/run.mjs'), join(root, program)],
      cwd: folder,
    })
    expect([run.code, run.stderr]).toEqual([0, ''])
    expect(run.stdout).toContain('Usage: pixie ')
  }
})
