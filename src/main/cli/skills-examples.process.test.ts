/** `pixie skills examples` as a process of its own, with a planner that says what a script says. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { runCli } from './testing/run-cli.ts'
import { type ProcessOptions, runProcess } from './testing/run-process.ts'
import { openScripted } from './testing/scripted-pixie.ts'

const program = [
  fileURLToPath(new URL('../../../bin/run.mjs', import.meta.url)),
  fileURLToPath(new URL('./testing/scripted-program.ts', import.meta.url)),
]
const folder = mkdtempSync(path.join(tmpdir(), 'pixie-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

const script = (name: string, steps: readonly object[]) => {
  const file = path.join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify({ steps: steps.map((step) => ({ role: 'planner', ...step })) }))
  return file
}

/** One skill of its own on the menu, with three requests; the built-ins' own are there as well. */
const skill = path.join(folder, 'skill.json')
const requests = ['sow the beans', 'prune the pear', 'water the lawn']
writeFileSync(
  skill,
  JSON.stringify({ handle: 'garden', shortDescription: 'Work in the garden.', examples: requests }),
)

const pear = { expectInput: 'pear', score: { 'no tool': 0.9 } }
const garden = { expectInput: 'beans|lawn', score: { '@garden': 0.9 } }
const others = { score: { '@search-info': 0.9 } }

function examples(name: string, engine: string, more: readonly string[], options: ProcessOptions = {}) {
  const argv = ['skills', 'examples', skill, '--profile', path.join(folder, name), ...more]
  return runProcess(argv, { program, env: { PIXIE_ENGINE_SCRIPT: engine, TZ: 'UTC' }, ...options })
}

test('each example has its line as it ends, also where there is no terminal, and the count comes last', async () => {
  const pieces: string[] = []
  const { code, stdout, stderr } = await examples('lines', script('lines', [pear, garden, others]), [], {
    onStdout: (text) => pieces.push(text),
  })
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.trim().split('\n')
  expect(lines.filter((line) => line.includes('@garden'))).toEqual([
    'right  @garden  sow the beans',
    'WRONG  @garden  prune the pear  goes to no tool',
    'right  @garden  water the lawn',
  ])
  const right = lines.filter((line) => line.startsWith('right')).length
  expect(lines.at(-1)).toBe(`${right} of ${lines.length - 1} go where they should.`)
  expect(pieces.length).toBeGreaterThan(3)
})

test('--json is one value, and nothing else where there is no terminal', async () => {
  const { code, stdout, stderr } = await examples('json', script('json', [pear, garden, others]), ['--json'])
  expect([code, stderr]).toEqual([0, ''])
  const results = JSON.parse(stdout) as { slug: string; example: string; isRight: boolean }[]
  const own = results.filter(({ slug }) => slug === 'garden')
  expect(own.map(({ example, isRight }) => [example, isRight])).toEqual([
    ['sow the beans', true],
    ['prune the pear', false],
    ['water the lawn', true],
  ])
})

test('on a terminal it counts, in the one line that is redrawn', async () => {
  const openPixie = openScripted(script('terminal', [pear, garden, others]))
  const argv = ['skills', 'examples', skill, '--json', '--profile', path.join(folder, 'terminal')]
  const { stdout, stderr } = await runCli(argv, { openPixie, terminal: true })
  const of = JSON.parse(stdout).length
  expect(stderr).toContain(`Asked 1 of ${of}`)
  expect(stderr.endsWith(`Asked ${of} of ${of}\r\u001b[2K`)).toBe(true)
})

test('Ctrl-C says within a second how many were asked, and what was shown stays', async () => {
  let stopped = 0
  const hanging = { expectInput: 'pear', hang: true }
  const { code, stdout, stderr } = await examples('stop', script('stop', [hanging, garden, others]), [], {
    onStdout(text, child) {
      if (!text.includes('sow the beans')) return
      stopped = performance.now()
      child.kill('SIGINT')
    },
  })
  expect(performance.now() - stopped).toBeLessThan(1500)
  expect(code).toBe(130)
  const shown = stdout.trim().split('\n')
  expect(shown.at(-1)).toBe('right  @garden  sow the beans')
  const said = `stopped, ${shown.length} of \\d+ examples were asked`
  expect(stderr).toMatch(new RegExp(`^pixie: ${said}: Run it again[^\\n]*\\n$`))
})
