/**
 * `npm run bench -- …`, which `pixie bench …` starts as well: prints Markdown tables measured in one run; the exit code is 1
 * when a figure misses what is expected of it. The parts:
 *
 * - `skills`: what skills cost without a model
 * - `loop`: how long main is held up, on a toy model
 * - `app`: typing, opening, stopping, quitting and memory of the app as `npm run build` made it last
 * - `turns`: what the harness costs beside a model, on the sample (left out `--without-model`)
 */
import type { CommandInput, CommandOutput } from '../src/main/cli/command.ts'
import { assertNoProfile, benchSpec } from '../src/main/cli/measure-specs.ts'
import { runProcessCommandLine } from '../src/main/cli/process.ts'
import { modelAccess } from '../src/main/model/model-access.ts'
import { PixieError } from '../src/shared/errors.ts'
import { measureApp } from './app.ts'
import { delayReport, eventLoopDelays } from './event-loop.ts'
import type { PartRun } from './part.ts'
import { report } from './report.ts'
import { measureSkills, reportTimings } from './skills.ts'
import { measureTurns } from './turns.ts'

interface Report {
  readonly text: string
  readonly isMet: boolean
}

const defaultModel = 'qwen2.5-coder-0.5b-instruct'

/** In the order in which they are measured. */
const parts = {
  skills: async () => reportTimings(await measureSkills()),
  loop: async ({ signal, say }) =>
    delayReport(await eventLoopDelays(modelAccess({ signal, onNote: say }), null)),
  app: ({ model, say }) => measureApp(model, say),
  async turns(run) {
    const { model, pairs } = await measureTurns(run)
    return report(model, pairs)
  },
} as const satisfies Record<string, (run: PartRun) => Promise<Report>>
type PartName = keyof typeof parts

function chosenParts({ options }: CommandInput): PartName[] {
  const { only } = options
  const names = Object.keys(parts) as PartName[] // the object is a closed literal
  if (only === undefined) return names.filter((name) => name !== 'turns' || options['without-model'] !== true)
  const named = names.find((name) => name === only)
  if (named !== undefined) return [named]
  throw new PixieError('usage', {
    what: 'There is no such part',
    value: String(only),
    hint: `The parts are ${names.join(', ')}.`,
  })
}

async function run(input: CommandInput): Promise<CommandOutput> {
  assertNoProfile(input, benchSpec)
  const { io, signal, profile } = input
  const missed: PartName[] = []
  for (const part of chosenParts(input)) {
    const { text, isMet } = await parts[part]({ model: profile.model ?? defaultModel, signal, say: io.note })
    if (!input.json) io.write(`${text}\n\n`)
    if (!isMet) missed.push(part)
  }
  return { json: null, text: '', failed: missed.length === 0 ? undefined : missedIn(missed) }
}

function missedIn(missed: readonly PartName[]): PixieError {
  return new PixieError('invalid-input', {
    what: 'not every figure is as good as expected',
    value: missed.join(', '),
    hint: 'The tables say which.',
  })
}

await runProcessCommandLine(
  {
    groups: [{ word: benchSpec.name, load: async () => [{ ...benchSpec, run }] }],
    openPixie: () => Promise.reject(new Error('The bench opens its own profiles.')),
  },
  [benchSpec.name, ...process.argv.slice(2)],
)
