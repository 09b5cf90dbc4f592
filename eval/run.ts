/**
 * `npm run eval -- [--tasks dev|test|sample|FILE] [--owner ID]… [--only route|l2|whole] [--class NAME] [--model ID|PATH]
 * [--out FILE.jsonl] [--resume] [--once] [--without SWITCH]… [--set NAME=VALUE]…
 * [--peer chat|chat-repaired [--tools N]]`: asks the tasks and prints a report. `--report FILE.jsonl` prints that of an
 * earlier run, `--compare A.jsonl B.jsonl` compares two. See `eval/README.md`.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { modelAccess } from '../src/main/model/model-access.ts'
import { ablation } from './ablations.ts'
import { pixieSystem } from './ask-pixie.ts'
import { compare } from './compare.ts'
import { libraryAccess } from './peers/library-access.ts'
import { plainChat } from './peers/plain-chat.ts'
import { report } from './report.ts'
import { readResults } from './results.ts'
import { runEval } from './run-eval.ts'
import { taskClasses } from './tasks.ts'
import { countTestRuns, testRunsFile } from './test-runs.ts'
import { layers } from './trial.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tasks: { type: 'string', default: 'dev' },
    owner: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: 'whole' },
    class: { type: 'string' },
    model: { type: 'string' },
    out: { type: 'string' },
    resume: { type: 'boolean', default: false },
    once: { type: 'boolean', default: false },
    without: { type: 'string', multiple: true, default: [] },
    set: { type: 'string', multiple: true, default: [] },
    peer: { type: 'string' },
    tools: { type: 'string', default: '6' },
    report: { type: 'string' },
    compare: { type: 'string' },
  },
})

const print = (text: string) => process.stdout.write(`${text}\n`)
const say = (line: string) => process.stderr.write(`${line}\n`)

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value)
  if (found === undefined) throw new Error(`--${name} is ${value}; it can be ${allowed.join(', ')}.`)
  return found
}

/** Pixie, or a peer on the same model file: (a) on the library's session, (a′) on Pixie's engine. */
function answering(signal: AbortSignal) {
  const models = modelAccess({ signal, onNote: say })
  if (options.peer === undefined) return { system: pixieSystem, models }
  const peer = oneOf('peer', options.peer, ['chat', 'chat-repaired'])
  const system = plainChat(peer, Number(options.tools))
  return { system, models: peer === 'chat' ? libraryAccess(models, { signal, onNote: say }) : models }
}

async function main(): Promise<void> {
  if (options.compare !== undefined) {
    const [second] = positionals
    if (second === undefined) throw new Error('Name two results files: --compare A.jsonl B.jsonl')
    print(compare(readResults(options.compare), readResults(second)))
    return
  }
  if (options.report !== undefined) {
    const { header, trials } = readResults(options.report)
    print(report(header, trials, countTestRuns(testRunsFile)))
    return
  }
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const { signal } = stop
  const layer = oneOf('only', options.only, layers)
  const name = options.tasks.replaceAll(/[^\w-]+/g, '-')
  const out = options.out ?? join(tmpdir(), `pixie-eval-${name}-${layer}-${Date.now()}.jsonl`)
  say(`Results go to ${out}`)
  const { header, trials } = await runEval({
    tasks: options.tasks,
    owners: options.owner,
    class: options.class === undefined ? null : oneOf('class', options.class, taskClasses),
    layer,
    model: options.model ?? null,
    out,
    resume: options.resume,
    once: options.once,
    ...answering(signal),
    ablation: ablation(options.without, options.set),
    signal,
    testRuns: testRunsFile,
    say,
  })
  print(report(header, trials, countTestRuns(testRunsFile)))
}

try {
  await main()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
