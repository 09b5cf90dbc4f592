/**
 * `npm run bench -- …`, which `pixie bench …` starts as well: prints Markdown tables measured in one run; the exit code is 1
 * when a figure misses what is expected of it. `parts.ts` lists the parts, `figures.ts` the figures.
 */
import { basename } from 'node:path'
import type { CommandInput, CommandOutput } from '../src/main/cli/command.ts'
import { assertNoProfile, benchSpec } from '../src/main/cli/measure-specs.ts'
import { runProcessCommandLine } from '../src/main/cli/process.ts'
import { PixieError } from '../src/shared/errors.ts'
import {
  type Baseline,
  keep,
  keptOf,
  readBaseline,
  type Taken,
  worseFigures,
  worseLine,
  writeBaseline,
} from './baseline.ts'
import { runTable, writeDocument } from './document.ts'
import { type FigureId, isMet, specOf } from './figures.ts'
import { type MachineFacts, machineFacts } from './machine.ts'
import type { PartFigures, PartRun } from './part.ts'
import { type PartName, partNames, partSpecs } from './parts.ts'
import { withYardstick } from './yardstick.ts'

const defaultModel = 'qwen2.5-coder-0.5b-instruct'

/** Each loaded when its turn comes: one that cannot load, as for want of a build, stops no other. */
const measures: Readonly<Record<PartName, () => Promise<(run: PartRun) => Promise<PartFigures>>>> = {
  skills: async () => (await import('./skills.ts')).measureSkills,
  loop: async () => (await import('./event-loop.ts')).measureLoop,
  'loop-model': async () => (await import('./event-loop.ts')).measureModelLoop,
  app: async () => (await import('./app.ts')).measureApp,
  speed: async () => (await import('./generation.ts')).measureGeneration,
  turns: async () => (await import('./turns.ts')).measureTurns,
}

function chosenParts({ options }: CommandInput): readonly PartName[] {
  const { only } = options
  if (only === undefined)
    return partNames.filter((name) => !partSpecs[name].needsModel || options['without-model'] !== true)
  const named = partNames.find((name) => name === only)
  if (named !== undefined) return [named]
  throw new PixieError('usage', {
    what: 'There is no such part',
    value: String(only),
    hint: `The parts are ${partNames.join(', ')}.`,
  })
}

function assertMeant({ options }: CommandInput): void {
  if (options.strict !== true || options.check === true) return
  throw new PixieError('usage', {
    what: '--strict says how --check ends',
    hint: 'Write --check --strict, or leave it out.',
  })
}

const problem = (what: string, ids: readonly FigureId[], hint: string) =>
  new PixieError('invalid-input', { what, value: ids.join(', '), hint })

interface Measured extends Taken {
  readonly part: PartName
}

async function measure(part: PartName, input: CommandInput): Promise<Measured> {
  const { io, signal, profile } = input
  const work = await measures[part]()
  const { result, yardstickMs } = await withYardstick(() =>
    work({ model: profile.model ?? defaultModel, signal, say: io.note }),
  )
  const { figures, model: path } = result
  const model = path === null ? null : basename(path, '.gguf')
  return { figures, model, part, yardstickMs }
}

const machineText = ({ cores, cpu, threads, node }: MachineFacts) =>
  `${cores} × ${cpu}, threads ${threads}, Node ${node}`

function keepMeasured(taken: Taken, machine: MachineFacts): void {
  const on = new Date().toISOString().slice(0, 10)
  const baseline = keep(readBaseline(), taken, { on, commit: machine.commit, machine: machineText(machine) })
  writeBaseline(baseline)
  writeDocument(baseline)
}

function json(all: readonly Measured[], baseline: Baseline, machine: MachineFacts) {
  const figures = all.flatMap((taken) =>
    taken.figures.map((figure) => ({
      part: taken.part,
      ...figure,
      value: Number.isFinite(figure.value) ? figure.value : null,
      ...specOf(figure.id),
      model: taken.model,
      yardstickMs: taken.yardstickMs,
      isMet: isMet(figure),
      kept: keptOf(baseline, figure.id, taken),
    })),
  )
  return {
    machine,
    figures,
    worse: all.flatMap((taken) => worseFigures(baseline, taken).map(({ id }) => id)),
  }
}

async function run(input: CommandInput): Promise<CommandOutput> {
  assertNoProfile(input, benchSpec)
  assertMeant(input)
  const { io, options } = input
  const parts = chosenParts(input)
  // Before anything is kept: a run is not held against itself.
  const baseline = readBaseline()
  const machine = machineFacts()
  const all: Measured[] = []
  for (const part of parts) {
    const taken = await measure(part, input)
    all.push(taken)
    if (!input.json) io.write(`${runTable(part, taken, baseline)}\n\n`)
    if (options.check === true) for (const each of worseFigures(baseline, taken)) io.warn(worseLine(each))
    if (options.keep === true) keepMeasured(taken, machine)
  }
  return { json: json(all, baseline, machine), text: '', failed: failure(all, baseline, input) }
}

/** With `--check` the kept figures are the measure, else the aims. */
function failure(
  all: readonly Measured[],
  baseline: Baseline,
  { options }: CommandInput,
): PixieError | undefined {
  if (options.check === true) {
    const worse = all.flatMap((taken) => worseFigures(baseline, taken).map(({ id }) => id))
    return options.strict !== true || worse.length === 0
      ? undefined
      : problem('figures got worse', worse, 'Each is told above; keep them with --keep if they are meant.')
  }
  const missed = all.flatMap(({ figures }) => figures.filter((figure) => !isMet(figure)).map(({ id }) => id))
  return missed.length === 0
    ? undefined
    : problem('not every figure is as good as expected', missed, 'The tables say by how much.')
}

await runProcessCommandLine(
  {
    groups: [{ word: benchSpec.name, load: async () => [{ ...benchSpec, run }] }],
    openPixie: () => Promise.reject(new Error('The bench opens its own profiles.')),
  },
  [benchSpec.name, ...process.argv.slice(2)],
)
