/** `npm run eval -- …`, which `pixie eval …` starts as well: asks the tasks and reports. See `eval/README.md`. */

import { keepEvaluation, readBaseline, writeBaseline } from '../bench/baseline.ts'
import { writeDocument } from '../bench/document.ts'
import type { CommandInput, CommandOutput } from '../src/main/cli/command.ts'
import { assertNoProfile, evalSpec } from '../src/main/cli/measure-specs.ts'
import { runProcessCommandLine } from '../src/main/cli/process.ts'
import { keptAims } from './aims.ts'
import { betweenTargets } from './between.ts'
import { compare, compareText } from './compare.ts'
import { type Summary, summarise } from './figures.ts'
import { textOption, usage } from './options.ts'
import { report } from './report.ts'
import { readResults } from './results.ts'
import { sideBySide } from './side-by-side.ts'
import { modelTargets, targets } from './targets.ts'
import { countTestRuns, testRunsFile } from './test-runs.ts'

/** Of results that are there; several are laid side by side. */
function reported(files: readonly string[], isKept: boolean): CommandOutput {
  const testRuns = countTestRuns(testRunsFile)
  const results = files.map(readResults)
  const runs = results.map(({ header, trials }) => summarise(header, trials, testRuns))
  const [first, ...others] = results
  const [only] = runs
  if (first === undefined || only === undefined)
    throw usage('no results file', '--report', 'Name one or more.')
  if (isKept) keepAims(runs)
  const withTargets = runs.map((each) => ({ ...each, targets: modelTargets(each) }))
  if (others.length === 0) return { json: withTargets[0], text: report(only) }
  const comparisons = others.map((other) => compare(first, other))
  return {
    json: { systems: withTargets, comparisons, between: betweenTargets(runs, targets.peers) },
    text: sideBySide(runs, comparisons),
  }
}

/** For `docs/benchmarks.md`, which is written anew. */
function keepAims(runs: readonly Summary[]): void {
  const other = runs.find(({ header: { tasks } }) => tasks !== 'test')?.header
  if (other !== undefined)
    throw usage('only what the `test` tasks showed is kept', other.tasks, 'Leave --keep or that file out.')
  const baseline = keepEvaluation(readBaseline(), keptAims(runs))
  writeBaseline(baseline)
  writeDocument(baseline)
}

function compared(files: readonly string[]): CommandOutput {
  const [first, second, ...more] = files
  if (first === undefined || second === undefined || more.length > 0)
    throw usage('--compare takes two results files', files.join(' '), 'Name two.')
  const comparison = compare(readResults(first), readResults(second))
  return { json: comparison, text: compareText(comparison) }
}

async function run(input: CommandInput): Promise<CommandOutput> {
  assertNoProfile(input, evalSpec)
  const [toCompare, toReport] = [textOption(input, 'compare'), textOption(input, 'report')]
  const isKept = input.options.keep === true
  if (toCompare !== null) return compared([toCompare, ...input.args])
  if (toReport !== null) return reported([toReport, ...input.args], isKept)
  if (isKept) throw usage('--keep keeps what --report says', '--keep', 'Write --report FILE… --keep.')
  const [surplus] = input.args
  if (surplus !== undefined)
    throw usage('an argument too many', surplus, 'Name results files after --report or --compare.')
  // Loaded late: all of Pixie, which reports do without.
  const { askTasks } = await import('./ask-tasks.ts')
  return askTasks(input)
}

await runProcessCommandLine(
  {
    groups: [{ word: evalSpec.name, load: async () => [{ ...evalSpec, run }] }],
    openPixie: () => Promise.reject(new Error('The evaluation opens its own profiles.')),
  },
  [evalSpec.name, ...process.argv.slice(2)],
)
