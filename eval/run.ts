/** `npm run eval -- …`, which `pixie eval …` starts as well: asks the tasks and reports. See `eval/README.md`. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandInput, CommandOutput } from '../src/main/cli/command.ts'
import { assertNoProfile, evalSpec } from '../src/main/cli/measure-specs.ts'
import { runProcessCommandLine } from '../src/main/cli/process.ts'
import { modelAccess } from '../src/main/model/model-access.ts'
import { PixieError } from '../src/shared/errors.ts'
import { ablation } from './ablations.ts'
import { pixieSystem } from './ask-pixie.ts'
import { compare } from './compare.ts'
import { libraryAccess } from './peers/library-access.ts'
import { plainChat } from './peers/plain-chat.ts'
import { report } from './report.ts'
import { readResults } from './results.ts'
import { type EvalOptions, runEval } from './run-eval.ts'
import { taskClasses } from './tasks.ts'
import { countTestRuns, testRunsFile } from './test-runs.ts'
import { layers } from './trial.ts'

function usage(what: string, value: string, hint: string): PixieError {
  return new PixieError('usage', { what, value, hint })
}

const text = ({ options }: CommandInput, name: string): string | null => {
  const value = options[name]
  return typeof value === 'string' ? value : null
}

const texts = ({ options }: CommandInput, name: string): readonly string[] => {
  const value = options[name]
  return Array.isArray(value) ? value : []
}

function oneOf<T extends string>(input: CommandInput, name: string, allowed: readonly T[]): T | null {
  const value = text(input, name)
  const found = allowed.find((each) => each === value)
  if (value === null || found !== undefined) return found ?? null
  throw usage(`--${name} is none there is`, value, `It can be ${allowed.join(', ')}.`)
}

/** Pixie, or a peer on the same model file: (a) on the library's session, (a′) on Pixie's engine. */
function answering(input: CommandInput) {
  const { signal, io } = input
  const models = modelAccess({ signal, onNote: io.note })
  const peer = oneOf(input, 'peer', ['chat', 'chat-repaired'])
  if (peer === null) return { system: pixieSystem, models }
  const system = plainChat(peer, Number(text(input, 'tools') ?? '6'))
  return { system, models: peer === 'chat' ? libraryAccess(models, { signal, onNote: io.note }) : models }
}

function ablationOf(input: CommandInput) {
  const [without, set] = [texts(input, 'without'), texts(input, 'set')]
  try {
    return ablation(without, set)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw usage('Pixie cannot be changed like that', [...without, ...set].join(', '), why)
  }
}

function evalOptions(input: CommandInput): EvalOptions {
  const { io, options, profile, signal } = input
  const layer = oneOf(input, 'only', layers) ?? 'whole'
  const tasks = text(input, 'tasks') ?? 'dev'
  const name = tasks.replaceAll(/[^\w-]+/g, '-')
  return {
    tasks,
    owners: texts(input, 'owner'),
    class: oneOf(input, 'class', taskClasses),
    layer,
    model: profile.model,
    out: text(input, 'out') ?? join(tmpdir(), `pixie-eval-${name}-${layer}-${Date.now()}.jsonl`),
    resume: options.resume === true,
    once: options.once === true,
    ...answering(input),
    ablation: ablationOf(input),
    signal,
    testRuns: testRunsFile,
    say: io.note,
  }
}

async function ask(input: CommandInput): Promise<CommandOutput> {
  const options = evalOptions(input)
  input.io.note(`Results go to ${options.out}`)
  try {
    const { header, trials } = await runEval(options)
    return { json: null, text: report(header, trials, countTestRuns(testRunsFile)) }
  } catch (error) {
    if (!input.signal.aborted) throw error
    const hint = `What was asked is kept; go on with the same options and --resume --out ${options.out}.`
    throw new PixieError('stopped', { what: 'the evaluation was stopped', hint, cause: error })
  }
}

async function run(input: CommandInput): Promise<CommandOutput> {
  assertNoProfile(input, evalSpec)
  const [compared, reported] = [text(input, 'compare'), text(input, 'report')]
  const [second, ...more] = input.args
  if (compared !== null) {
    if (second === undefined || more.length > 0)
      throw usage('--compare takes two results files', [compared, ...input.args].join(' '), 'Name two.')
    return { json: null, text: compare(readResults(compared), readResults(second)) }
  }
  if (reported !== null) {
    const { header, trials } = readResults(reported)
    return { json: null, text: report(header, trials, countTestRuns(testRunsFile)) }
  }
  if (second !== undefined)
    throw usage('an argument too many', second, 'Name a results file after --report or --compare.')
  return ask(input)
}

await runProcessCommandLine(
  {
    groups: [{ word: evalSpec.name, load: async () => [{ ...evalSpec, run }] }],
    openPixie: () => Promise.reject(new Error('The evaluation opens its own profiles.')),
  },
  [evalSpec.name, ...process.argv.slice(2)],
)
