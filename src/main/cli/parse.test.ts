import { expect, test } from 'vitest'
import type { Command, CommandInput } from './command.ts'
import { runCli } from './testing/run-cli.ts'

/** A command that answers with what it was given. */
function echo(name: string, parts: Partial<Command> = {}): Command {
  return {
    name,
    summary: `Tries ${name}`,
    args: [],
    options: {},
    example: `pixie ${name}`,
    run: async ({ args, options }: CommandInput) => ({ json: { name, args, options }, text: args.join('|') }),
    ...parts,
  }
}

const commands: readonly Command[] = [
  echo('notebook add', {
    args: ['TEXT'],
    options: {
      kind: { type: 'string', value: 'K', help: 'which kind' },
      loud: { type: 'boolean', help: 'loudly' },
    },
  }),
  echo('notebook list'),
  echo('ask', { args: ['[Q]'], options: { 'no-stream': { type: 'boolean', help: 'at the end' } } }),
  echo('grant', { args: ['DIR'] }),
  echo('many', { args: ['FIRST', 'REST…'] }),
]

async function given(...argv: string[]) {
  const { code, stdout } = await runCli([...argv, '--json'], { commands })
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

async function refused(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(argv, { commands })
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr.endsWith('\n')).toBe(true)
  return stderr.trimEnd()
}

test('finds a command of two words and one of one word', async () => {
  expect(await given('notebook', 'add', 'x')).toMatchObject({ name: 'notebook add', args: ['x'] })
  expect(await given('ask', 'add')).toMatchObject({ name: 'ask', args: ['add'] })
})

test('takes options before, between and after the arguments', async () => {
  const wanted = { name: 'notebook add', args: ['x'], options: { kind: 'fact', loud: true, tz: 'UTC' } }
  expect(await given('notebook', 'add', '--kind', 'fact', 'x', '--loud', '--tz=UTC')).toMatchObject(wanted)
  expect(await given('--tz', 'UTC', 'notebook', '--json', 'add', 'x', '--loud', '--kind=fact')).toMatchObject(
    wanted,
  )
})

test('reads everything after -- as text, and - as text anywhere', async () => {
  expect(await given('many', '-', 'y')).toMatchObject({ args: ['-', 'y'] })
  const { stdout } = await runCli(['notebook', 'add', '--', '--json'], { commands })
  expect(stdout).toBe('--json\n')
})

test('keeps an empty argument and odd characters as they are', async () => {
  expect(await given('ask', '')).toMatchObject({ args: [''] })
  expect(await given('ask', 'naïve 東京\n"q" \u0000')).toMatchObject({ args: ['naïve 東京\n"q" \u0000'] })
})

test('an option whose name begins with no- is no special case', async () => {
  expect(await given('ask', '--no-stream')).toMatchObject({ options: { 'no-stream': true } })
})

test.each([
  [['notebok', 'add'], 'pixie: unknown command (notebok): Did you mean pixie notebook?'],
  [['notebook', 'lsit'], 'pixie: unknown command (notebook lsit): Did you mean pixie notebook list?'],
  [['list'], 'pixie: unknown command (list): Did you mean pixie notebook list?'],
  [['zzzzzz'], 'pixie: unknown command (zzzzzz): Run pixie --help to see what there is.'],
  [['notebook'], 'pixie: the command is not complete (notebook): Add one of: add, list.'],
  [[], 'pixie: no command given: Run pixie --help to see what there is.'],
  [['notebook', 'add', 'x', '--knid', 'fact'], 'pixie: unknown option (--knid): Did you mean --kind?'],
  [
    ['notebook', 'add', 'x', '--kind'],
    'pixie: --kind needs a value: Write --kind K, or --kind=K when it begins with -.',
  ],
  [
    ['notebook', 'add', 'x', '--kind', '--loud'],
    'pixie: --kind needs a value: Write --kind K, or --kind=K when it begins with -.',
  ],
  [['notebook', 'add', 'x', '--loud=no'], 'pixie: --loud takes no value: Write --loud alone.'],
  [
    ['notebook', 'add', '-5 degrees'],
    'pixie: unknown option (-5): Run pixie notebook add --help; put -- before text that begins with -.',
  ],
  [
    ['notebook', 'add'],
    'pixie: an argument is missing (TEXT): Write pixie notebook add TEXT; for example pixie notebook add',
  ],
  [['grant', ' '], 'pixie: an argument is empty (DIR): Write pixie grant DIR; for example pixie grant'],
  [
    ['notebook', 'add', 'my', 'cat'],
    'pixie: one argument too many (cat): Write pixie notebook add TEXT; put text with spaces in quotes.',
  ],
  [
    ['--nope', 'ask'],
    'pixie: unknown option (--nope): Run pixie --help; put -- before text that begins with -.',
  ],
  [['help', 'notebook', 'ad'], 'pixie: unknown command (notebook ad): Did you mean pixie notebook add?'],
])('refuses %j in one line with what would be right', async (argv, line) => {
  expect(await refused(...argv)).toBe(line)
})

test('wrong usage with --json is also one JSON value on standard output', async () => {
  const { code, stdout } = await runCli(['notebok', '--json'], { commands })
  expect(code).toBe(2)
  expect(JSON.parse(stdout)).toEqual({
    error: { code: 'usage', message: 'unknown command (notebok)', hint: 'Did you mean pixie notebook?' },
  })
})

test.each([[['--help']], [['-h']], [['help']], [['help', '--json']]])(
  '%j shows every command and an example',
  async (argv) => {
    const { code, stdout } = await runCli(argv, { commands })
    expect(code).toBe(0)
    for (const { name } of commands) expect(stdout).toContain(name)
    expect(stdout).toContain('What is my passport number?')
  },
)

test.each([
  [['notebook', 'add', '--help']],
  [['--help', 'notebook', 'add']],
  [['notebook', 'add', '--kind', '-h']],
  [['help', 'notebook', 'add']],
])('%j shows the options and the example of one command', async (argv) => {
  const { code, stdout } = await runCli(argv, { commands })
  expect(code).toBe(0)
  expect(stdout).toContain('Usage: pixie notebook add TEXT [OPTIONS]')
  expect(stdout).toMatch(/--kind K +which kind/)
  expect(stdout).toContain('Example\n  pixie notebook add')
})

test('help of a first word shows the commands that begin with it', async () => {
  const { code, stdout } = await runCli(['notebook', '--help'], { commands })
  expect(code).toBe(0)
  expect(stdout).toContain('notebook add TEXT')
  expect(stdout).not.toContain('ask')
})

test('help and version are JSON when JSON is asked for', async () => {
  expect(JSON.parse((await runCli(['--help', '--json'], { commands })).stdout)).toHaveProperty('help')
  expect(JSON.parse((await runCli(['--version', '--json'], { commands })).stdout)).toEqual({
    version: '0.1.0',
  })
})
