import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runProcess } from './testing/run-process.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const madeUp = fileURLToPath(new URL('./testing/made-up-program.ts', import.meta.url))

/** Node as a person on this machine may have it, not the one among our packages. */
function nodesOfThisMachine(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((f) => !f.includes('node_modules'))
  const found = folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file))
  return found === undefined ? [] : [found]
}

const nodes = [...new Set([process.execPath, ...nodesOfThisMachine()])].map((node) => {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  return { node, version }
})

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pixie-cli-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe.each(nodes)('started with Node $version', ({ node }) => {
  test('runs from any folder, and says nothing on standard error', async () => {
    expect(await runProcess(['--version', '--json'], { node, cwd: folder })).toEqual({
      code: 0,
      stdout: '{"version":"0.1.0"}\n',
      stderr: '',
    })
  })

  test('runs through a symbolic link', async () => {
    const link = join(folder, 'pixie')
    symlinkSync(join(root, 'bin/pixie.mjs'), link)
    expect((await runProcess(['--version'], { node, program: [link], cwd: '/' })).stdout).toBe('0.1.0\n')
  })

  test('passes on the exit code, both outputs, and arguments as they are', async () => {
    const odd = 'no such\n"command" 東京 $HOME'
    const { code, stdout, stderr } = await runProcess([odd, '--json'], { node })
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error.message).toBe(`unknown command (${odd})`)
    expect(stderr).toBe(
      'pixie: unknown command (no such "command" 東京 $HOME): Run pixie --help to see what there is.\n',
    )
  })

  const program = [join(root, 'bin/run.mjs'), madeUp]

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s stops the command in order and ends with 130',
    async (signal) => {
      const onStdout = (_: string, child: { kill(s: NodeJS.Signals): void }) => child.kill(signal)
      const { code, stderr } = await runProcess(['listen'], { node, program, onStdout })
      expect(code).toBe(130)
      expect(stderr).toBe('pixie: stopped: Run it again to go on.\n')
    },
  )

  test('a command that does not listen is gone within a second', async () => {
    let asked = 0
    const onStdout = (_: string, child: { kill(s: NodeJS.Signals): void }) => {
      asked = performance.now()
      child.kill('SIGINT')
    }
    expect((await runProcess(['deaf'], { node, program, onStdout })).code).toBe(130)
    expect(performance.now() - asked).toBeLessThan(1500)
  })

  test('when it is killed, nothing of it stays behind', async () => {
    const onStdout = (_: string, child: { kill(s: NodeJS.Signals): void }) => child.kill('SIGKILL')
    // It resolves only when the last process that holds the outputs has ended.
    expect((await runProcess(['deaf'], { node, program, onStdout })).code).toBe(-1)
  })

  test('a reader that goes away ends it without a word', async () => {
    const command = `"$0" "$1" "$2" flood | head -c 5 && echo "|\${PIPESTATUS[0]}"`
    const { stdout, stderr } = await bash(command, [node, ...program])
    expect(stdout).toBe('xxxxx|141\n')
    expect(stderr).toBe('')
  })

  test.runIf(existsSync('/dev/full')).each(['flood', 'big'])(
    'output that cannot be written is told, and code 1: %s',
    async (name) => {
      const command = '"$0" "$@" > /dev/full; echo "$?"'
      const { stdout, stderr } = await bash(command, [node, ...program, name, '--json'])
      expect(stdout).toBe('1\n')
      expect(stderr).toMatch(/^pixie: the output cannot be written \(ENOSPC\): [^\n]*\n$/)
    },
  )

  test('a large output arrives whole', async () => {
    const { code, stdout } = await runProcess(['big', '--json'], { node, program })
    expect([code, stdout.length]).toEqual([0, 1_000_003])
  })

  test('an error nobody caught is one line and code 1', async () => {
    const { code, stderr } = await runProcess(['late'], { node, program })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^pixie: nobody caught this: [^\n]*\n$/)
  })
})

test('help and small commands load neither the model library nor the database', async () => {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { if (/node-llama-cpp|better-sqlite3/.test(url)) process._rawDebug('LOADED', url); return next(url, context) } })`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`
  for (const argv of [['--help'], ['--version'], ['completion', 'bash'], ['eval', '--help']]) {
    const { code, stderr } = await runProcess(argv, { env: { NODE_OPTIONS } })
    expect([argv, code, stderr]).toEqual([argv, 0, ''])
  }
})

test('without its packages it says what to do', async () => {
  const old = nodes.find(({ version }) => Number(version.slice(1).split('.')[0]) < 22)
  if (old === undefined) return
  execFileSync('cp', ['-R', join(root, 'bin'), join(folder, 'bin')])
  const { code, stdout, stderr } = await runProcess(['--help'], {
    node: old.node,
    program: [join(folder, 'bin/pixie.mjs')],
  })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    `pixie: this Node is too old (${old.version.slice(1)}): Run npm ci in the project folder first.\n`,
  )
})

function bash(command: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const child = spawn('bash', ['-c', command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const out = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    out.stderr += text
  })
  return new Promise((resolve) => child.on('close', () => resolve(out)))
}
