/** What `npm run check` and `npm test` run, and how a step is run and counted. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { modelFolder } from '../src/main/model/model-host.ts'
import type { Counts } from './counts.ts'
import { e2eTarget, installChromium, runSpecs } from './e2e.ts'

export interface Step {
  readonly title: string
  run(): Promise<Counts>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const projects = [
  'src/shared',
  'src/main',
  'src/preload',
  'src/renderer',
  'scripts',
  'bin',
  'eval',
  'bench',
  'e2e',
]

/** Quick, without running the code: format, lint, types, zones, unused code. */
export const checkSteps: readonly Step[] = [
  commandStep('Format and lint', ['biome', 'ci', '--error-on-warnings', '--colors=off']),
  ...projects.map((project) => commandStep(`Types of ${project}`, ['tsc', '--noEmit', '-p', project])),
  commandStep('Typed rules, import zones, cycles, file size', ['oxlint']),
  commandStep('Unused files, exports, dependencies', ['knip', '--no-progress']),
]

export const buildStep: Step = commandStep('Build', ['electron-vite', 'build', '--logLevel', 'warn'])

/** Everything: the quick checks, then what runs the code. */
export const testSteps: readonly Step[] = [
  ...checkSteps,
  vitestStep('Unit tests', 'unit'),
  buildStep,
  vitestStep('Command-line tests', 'process'),
  e2eStep('End to end'),
  modelStep('Tests on a real model', 'qwen2.5-coder-0.5b-instruct'),
]

function commandStep(title: string, command: readonly string[]): Step {
  return {
    title,
    async run() {
      return (await run(command)) === 0 ? one('passed') : one('failed')
    },
  }
}

function vitestStep(title: string, project: string): Step {
  return { title, run: () => runVitest(project) }
}

/** Fetches the model by our own command first. Without it, a failure on CI and a skip elsewhere. */
function modelStep(title: string, modelId: string): Step {
  return {
    title,
    async run() {
      if ((await run([process.execPath, join(root, 'bin/pixie.mjs'), 'models', 'get', modelId])) !== 0) {
        return cannotRun(title, `The model ${modelId} could not be fetched.`)
      }
      const below = await runVitest('model')
      const app = e2eStep(title, ['real-model'], { PIXIE_E2E_MODELS: modelFolder(process.env) })
      return added(below, await app.run())
    },
  }
}

/** The specs on the app as it was built last. Chromium is installed where it can be. */
export function e2eStep(
  title: string,
  filters: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Step {
  return {
    title,
    async run() {
      if (e2eTarget() === null && !installChromium(say)) {
        const how = process.platform === 'darwin' ? 'npx install-electron' : 'sudo apt-get install chromium'
        return cannotRun(title, `Neither Electron nor Chromium is here; get one with: ${how}`)
      }
      return runSpecs(filters, { env, say })
    },
  }
}

/** A failure on CI, a skip that cannot be overlooked elsewhere. */
function cannotRun(title: string, why: string): Counts {
  say(`!! SKIPPED: ${title}. ${why} Nothing of it was proven.`)
  const { CI = '' } = process.env
  return CI !== '' && CI !== 'false' ? one('failed') : one('skipped')
}

/** Runs one Vitest project and counts its tests. A run that breaks outside a test counts as one failure. */
async function runVitest(project: string): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'pixie-test-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const exitCode = await run(['vitest', 'run', '--project', project, ...reporters])
    const counts = countsOf(await readFile(report, 'utf8').catch(() => ''))
    const brokeOutside = counts.failed === 0 && exitCode !== 0
    return brokeOutside ? { ...counts, failed: 1 } : counts
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

/** The totals of Vitest's JSON report. A file that could not be loaded counts as a failure, and so does a report that is none. */
export function countsOf(report: string): Counts {
  try {
    const totals = VitestReport.parse(JSON.parse(report))
    const unloaded = totals.testResults.filter(
      (f) => f.status === 'failed' && f.assertionResults.length === 0,
    )
    return {
      passed: totals.numPassedTests,
      failed: totals.numFailedTests + unloaded.length,
      skipped: totals.numPendingTests + totals.numTodoTests,
    }
  } catch {
    return one('failed')
  }
}

function added(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

function one(outcome: keyof Counts): Counts {
  return { passed: 0, failed: 0, skipped: 0, [outcome]: 1 }
}

/** Resolves to the exit code; output goes straight to the terminal. */
function run([program = '', ...args]: readonly string[]): Promise<number> {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path } })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      say(`cannot run ${program}: ${error.message}`)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Runs all steps, whatever fails, and ends with the totals alone on the last line. Resolves to the exit code. */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const results: { title: string; counts: Counts; seconds: number }[] = []
  for (const step of steps) {
    say(`\n=== ${step.title}`)
    const start = performance.now()
    const counts = await step.run().catch(broken)
    results.push({ title: step.title, counts, seconds: (performance.now() - start) / 1000 })
  }
  say('\n=== Summary')
  for (const { title, counts, seconds } of results)
    say(`${stateOf(counts)}  ${title} (${seconds.toFixed(1)} s)`)
  const total = (name: keyof Counts) => results.reduce((sum, r) => sum + r.counts[name], 0)
  if (total('skipped') > 0) say(`${total('skipped')} skipped`)
  say(`${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') === 0 ? 0 : 1
}

function broken(error: unknown): Counts {
  say(String(error))
  return one('failed')
}

function stateOf({ failed, skipped, passed }: Counts): string {
  if (failed > 0) return 'FAILED '
  return passed === 0 && skipped > 0 ? 'SKIPPED' : 'ok     '
}
