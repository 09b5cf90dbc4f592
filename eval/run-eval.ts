/** Runs tasks through Pixie or a peer, owner by owner, and writes a line as each ends. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineFacts } from '../bench/machine.ts'
import type { EngineModel } from '../src/main/model/engine.ts'
import { hashFile } from '../src/main/model/file-hash.ts'
import type { ModelAccess } from '../src/main/model/model-access.ts'
import type { Pixie } from '../src/main/pixie.ts'
import { type Ablation, ablated } from './ablations.ts'
import { type PlannedEngine, planByHand } from './given-plan.ts'
import { type MeteredEngine, meterEngine } from './metered-engine.ts'
import { openOwner, readOwner } from './owners.ts'
import { openResults, type ResultsFile, readResults } from './results.ts'
import type { System } from './system.ts'
import { type Asked, readTasks, type TaskClass, wordings } from './tasks.ts'
import { noteTestRun } from './test-runs.ts'
import { type Header, keyOf, type Layer, type Trial } from './trial.ts'

export interface EvalOptions {
  /** `dev`, `test`, `sample`, or a file. */
  readonly tasks: string
  /** Empty = all. */
  readonly owners: readonly string[]
  /** Null = all that the layer is for. */
  readonly class: TaskClass | null
  readonly layer: Layer
  readonly model: string | null
  readonly out: string
  readonly resume: boolean
  /** The tasks' own wordings only. */
  readonly once: boolean
  readonly system: System
  readonly ablation: Ablation
  readonly models: ModelAccess
  readonly signal: AbortSignal
  /** Where runs of the `test` tasks are counted. */
  readonly testRuns: string
  say(line: string): void
}

/** Whole turns are those of an owner who has used Pixie before: what does not change was read then. */
const warmsAhead = ({ system, layer }: EvalOptions) => system.plans && layer !== 'route'

interface Watched {
  readonly models: ModelAccess
  meter(): MeteredEngine
  /** Null unless plans are given. */
  planned(): PlannedEngine | null
}

/** Model access whose engine is counted, keeps its warm states in the run's folder and, for the layers below L1, told its plan. */
function watch({ models: access, layer, ablation }: EvalOptions, warmFolder: string): Watched {
  let metered: MeteredEngine | null = null
  let planned: PlannedEngine | null = null
  return {
    models: {
      ...access,
      async engine(model, { signal }) {
        metered = meterEngine(ablated(await access.engine(model, { signal, warmFolder }), ablation))
        if (layer !== 'l2') return metered.engine
        planned = planByHand(metered.engine)
        return planned.engine
      },
    },
    meter() {
      if (metered === null) throw new Error('No engine was loaded.')
      return metered
    },
    planned: () => planned,
  }
}

/** What the layer asks of the tasks: L1 alone is asked about routing unless a class is named, the layers below never are. */
export function selectWordings({
  tasks,
  owners,
  class: wanted,
  layer,
  once,
  system,
}: Pick<EvalOptions, 'tasks' | 'owners' | 'class' | 'layer' | 'once' | 'system'>): Asked[] {
  const classes = wanted ?? (layer === 'route' ? 'route' : null)
  const chosen = readTasks(tasks).filter(
    (task) =>
      (owners.length === 0 || owners.includes(task.owner)) &&
      (classes === null || task.class === classes) &&
      !(task.class === 'route' && (layer === 'l2' || !system.plans)),
  )
  return wordings(chosen).filter(({ wording }) => !once || wording === 0)
}

async function headerOf(options: EvalOptions, model: EngineModel): Promise<Header> {
  const { tasks, layer, system, ablation, signal } = options
  const hash = model.sha256 ?? (await hashFile(model.path, { signal }).catch(() => null))
  return {
    type: 'header',
    tasks,
    layer,
    system: `${system.name}${ablation.label}`,
    model: model.id,
    sha256: hash,
    ...machineFacts(),
    startedAt: new Date().toISOString(),
    warmedAhead: warmsAhead(options),
  }
}

interface OwnerRun {
  readonly pixie: Pixie
  readonly watched: Watched
  readonly options: EvalOptions
}

async function askOne({ pixie, watched, options }: OwnerRun, asked: Asked, isCold: boolean): Promise<Trial> {
  const { system, layer, signal } = options
  const { task, wording, question } = asked
  watched.planned()?.plan(task.handle)
  watched.meter().take()
  const { answerMs, ...graded } = await system.ask(pixie, asked, layer, signal)
  // What was cut off is asked again by a run that goes on.
  signal.throwIfAborted()
  const cost = { ...watched.meter().take(), ms: Math.round(answerMs), isCold }
  const { id, class: of, owner } = task
  return { type: 'trial', task: id, wording, layer, class: of, owner, question, ...graded, cost }
}

const mark = ({ grades: { pass } }: Trial) => (pass ? 'right' : 'WRONG')
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 90)

function progressLine(trial: Trial): string {
  const { task, wording, cost, answer, handle } = trial
  const what = answer === '' ? (handle ?? 'no tool') : answer
  return `${mark(trial)}  ${`${task}#${wording}`.padEnd(20)} ${(cost.ms / 1000).toFixed(1).padStart(6)} s  ${oneLine(what)}`
}

/** Opens the owner's profile in a folder of the run's, and closes it when `work` has ended. */
async function withOwner(
  id: string,
  options: EvalOptions,
  root: string,
  work: (run: OwnerRun) => Promise<void>,
): Promise<void> {
  const watched = watch(options, join(root, 'warm'))
  const pixie = await openOwner(readOwner(id), {
    dir: join(root, id),
    model: options.model,
    models: watched.models,
    signal: options.signal,
    switches: options.ablation.switches,
    furtherTools: options.system.furtherTools ?? [],
    onNotice: options.say,
  })
  try {
    await work({ pixie, watched, options })
  } finally {
    await pixie.close()
  }
}

/** A temporary folder, gone when `work` has ended. */
async function inFolder<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'pixie-eval-'))
  try {
    return await work(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

interface Begun {
  readonly file: ResultsFile
  readonly header: Header
}

async function begin(options: EvalOptions, model: EngineModel): Promise<Begun> {
  const header = await headerOf(options, model)
  const file = openResults(options.out, header, options.resume)
  if (file.isNew && options.tasks === 'test') noteTestRun(options.testRuns, header)
  return { file, header }
}

/** Goes on with the results file where there is one. Gives the header and every trial in the order of the tasks. */
export async function runEval(options: EvalOptions): Promise<{ header: Header; trials: Trial[] }> {
  const selected = selectWordings(options)
  if (selected.length === 0) throw new Error('No task is left to ask.')
  const earlier = options.resume && existsSync(options.out) ? readResults(options.out) : null
  const done = new Map(earlier?.trials.map((trial) => [keyOf(trial), trial]))
  const trialOf = ({ task, wording }: Asked) => done.get(keyOf({ task: task.id, wording }))
  let begun: Promise<Begun> | null = null
  await inFolder(async (root) => {
    for (const [owner, asked] of Map.groupBy(selected, ({ task }) => task.owner)) {
      const pending = asked.filter((each) => trialOf(each) === undefined)
      if (pending.length === 0) continue
      await withOwner(owner, options, root, async (run) => {
        // Every owner's profile loads its own engine, which the meter then belongs to.
        const model = await run.pixie.agent.prepare(options.signal)
        begun ??= begin(options, model)
        const { file } = await begun
        if (warmsAhead(options)) await run.pixie.agent.warmUp(options.signal)
        for (const [index, each] of pending.entries()) {
          const trial = await askOne(run, each, index === 0)
          file.add(trial)
          done.set(keyOf(trial), trial)
          options.say(progressLine(trial))
        }
      })
    }
  })
  // Assigned in a callback, which the type checker does not follow.
  const header = (await (begun as Promise<Begun> | null))?.header ?? earlier?.header
  if (header === undefined) throw new Error('No task is left to ask.')
  return { header, trials: selected.flatMap((each) => trialOf(each) ?? []) }
}
