/** Asks tasks as the options say, and reports. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandInput, CommandOutput } from '../src/main/cli/command.ts'
import { modelAccess } from '../src/main/model/model-access.ts'
import { PixieError } from '../src/shared/errors.ts'
import { ablation } from './ablations.ts'
import { summarise } from './figures.ts'
import { textOption, usage } from './options.ts'
import { libraryAccess } from './peers/library-access.ts'
import { report } from './report.ts'
import { type EvalOptions, runEval } from './run-eval.ts'
import { peerNames, systemOf } from './systems.ts'
import { modelTargets } from './targets.ts'
import { taskClasses } from './tasks.ts'
import { countTestRuns, testRunsFile } from './test-runs.ts'
import { layers } from './trial.ts'

const texts = ({ options }: CommandInput, name: string): readonly string[] => {
  const value = options[name]
  return typeof value === 'object' ? value : []
}

function oneOf<T extends string>(input: CommandInput, name: string, allowed: readonly T[]): T | null {
  const value = textOption(input, name)
  const found = allowed.find((each) => each === value)
  if (value === null || found !== undefined) return found ?? null
  throw usage(`--${name} is none there is`, value, `It can be ${allowed.join(', ')}.`)
}

/** What `work` has to say of values that there are none of is a mistake of the command line. */
function orUsage<T>(what: string, value: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw usage(what, value, cause instanceof Error ? cause.message : String(cause))
  }
}

/** Pixie, or a peer on the same model file: (a) on the library's session, the others on Pixie's engine. */
function answering(input: CommandInput) {
  const { signal, io } = input
  const models = modelAccess({ signal, onNote: io.note })
  const peer = oneOf(input, 'peer', peerNames)
  const tools = textOption(input, 'tools') ?? '6'
  const system = orUsage('There are not that many tools', tools, () => systemOf(peer, Number(tools)))
  return { system, models: peer === 'chat' ? libraryAccess(models, { signal, onNote: io.note }) : models }
}

function ablationOf(input: CommandInput) {
  const [without, set] = [texts(input, 'without'), texts(input, 'set')]
  const value = [...without, ...set].join(', ')
  return orUsage('Pixie cannot be changed like that', value, () => ablation(without, set))
}

function evalOptions(input: CommandInput): EvalOptions {
  const { io, options, profile, signal } = input
  const layer = oneOf(input, 'only', layers) ?? 'whole'
  const tasks = textOption(input, 'tasks') ?? 'dev'
  const name = tasks.replaceAll(/[^\w-]+/g, '-')
  return {
    tasks,
    owners: texts(input, 'owner'),
    class: oneOf(input, 'class', taskClasses),
    layer,
    model: profile.model,
    out: textOption(input, 'out') ?? join(tmpdir(), `pixie-eval-${name}-${layer}-${Date.now()}.jsonl`),
    resume: options.resume === true,
    once: options.once === true,
    ...answering(input),
    ablation: ablationOf(input),
    signal,
    testRuns: testRunsFile,
    say: io.note,
  }
}

/** Rejects with `stopped` when it is stopped; what was asked by then is in the results file. */
export async function askTasks(input: CommandInput): Promise<CommandOutput> {
  const options = evalOptions(input)
  input.io.note(`Results go to ${options.out}`)
  try {
    const { header, trials } = await runEval(options)
    const summary = summarise(header, trials, countTestRuns(testRunsFile))
    return { json: { ...summary, targets: modelTargets(summary) }, text: report(summary) }
  } catch (error) {
    if (!input.signal.aborted) throw error
    const hint = `What was asked is kept; go on with the same options and --resume --out ${options.out}.`
    throw new PixieError('stopped', { what: 'the evaluation was stopped', hint, cause: error })
  }
}
