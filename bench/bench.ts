/**
 * `npm run bench -- [--only PART] [--model ID|PATH] [--without-model] [--loop-model ID|PATH]`: prints Markdown tables
 * measured in one run; the exit code is 1 when a figure misses what is expected of it. The parts:
 *
 * - `skills`: what skills cost without a model
 * - `loop`: how long main is held up, on a toy model unless `--loop-model` gives one
 * - `app`: typing, opening, stopping, quitting and memory of the app as `npm run build` made it last
 * - `turns`: what the harness costs beside a model, on the sample (left out `--without-model`)
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ModelAccess, modelAccess } from '../src/main/model/model-access.ts'
import { createPixie, type Pixie } from '../src/main/pixie.ts'
import { fillSample, prepareSampleFolder, sampleTasks } from '../src/main/sample/sample.ts'
import { PixieError } from '../src/shared/errors.ts'
import type { Turn } from '../src/shared/turn.ts'
import { measureApp } from './app.ts'
import { type TimedEngine, timeEngine } from './engine-time.ts'
import { delayReport, eventLoopDelays } from './event-loop.ts'
import { type MeasuredTurn, report } from './report.ts'
import { measureSkills, reportTimings } from './skills.ts'

interface Report {
  readonly text: string
  readonly isMet: boolean
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    model: { type: 'string', default: 'qwen2.5-coder-0.5b-instruct' },
    'without-model': { type: 'boolean', default: false },
    'loop-model': { type: 'string' },
  },
})

const signal = new AbortController().signal
const say = (line: string) => void process.stderr.write(`${line}\n`)

/** In the order in which they are measured. */
const parts = {
  skills: async () => reportTimings(await measureSkills()),
  loop: async () =>
    delayReport(await eventLoopDelays(modelAccess({ signal, onNote: say }), options['loop-model'] ?? null)),
  app: () => measureApp(options.model, say),
  turns: measureTurns,
} as const satisfies Record<string, () => Promise<Report>>
type PartName = keyof typeof parts

/** Model access whose engine is watched. */
function watchedAccess(): { models: ModelAccess; timed(): TimedEngine } {
  const access = modelAccess({ signal, onNote: say })
  let timed: TimedEngine | null = null
  return {
    models: {
      ...access,
      async engine(...args) {
        timed = timeEngine(await access.engine(...args))
        return timed.engine
      },
    },
    timed() {
      if (timed === null) throw new Error('No engine was loaded.')
      return timed
    },
  }
}

/** Two questions of each kind of source, the first of which warms what the second is measured on. */
function pairs(): { kind: string; questions: [string, string] }[] {
  const kinds = [...new Set(sampleTasks().map(({ source }) => source))]
  return kinds.flatMap((kind) => {
    const [first, second] = sampleTasks().filter(({ source }) => source === kind)
    return first && second ? [{ kind, questions: [first.question, second.question] as [string, string] }] : []
  })
}

async function measure(pixie: Pixie, timed: TimedEngine, question: string): Promise<MeasuredTurn> {
  const [start, inside] = [performance.now(), timed.insideMs()]
  const turn: Turn = await pixie.agent.ask({ question, conversation: null, signal, emit: () => {} })
  const measured = { turn, wallMs: performance.now() - start, engineMs: timed.insideMs() - inside }
  say(`${(measured.wallMs / 1000).toFixed(1).padStart(6)} s  ${turn.end.padEnd(10)} ${question}`)
  return measured
}

for (const part of chosenParts()) {
  const { text, isMet } = await parts[part]()
  process.stdout.write(`${text}\n\n`)
  if (!isMet) process.exitCode = 1
}

function chosenParts(): PartName[] {
  const { only } = options
  const names = Object.keys(parts) as PartName[] // the object is a closed literal
  if (only === undefined) return names.filter((name) => name !== 'turns' || !options['without-model'])
  const named = names.find((name) => name === only)
  if (named !== undefined) return [named]
  throw new PixieError('usage', {
    what: 'There is no such part',
    value: only,
    hint: `The parts are ${names.join(', ')}.`,
  })
}

async function measureTurns(): Promise<Report> {
  const root = mkdtempSync(join(tmpdir(), 'pixie-bench-'))
  const { models, timed } = watchedAccess()
  const files = await prepareSampleFolder(join(root, 'sample'))
  const open = () =>
    createPixie({
      dataDir: files.dir,
      clock: { now: Date.now, zone: 'UTC' },
      given: { now: false, tz: false },
      model: options.model,
      models,
      command: 'pixie bench',
      onNotice: say,
    })
  try {
    const filling = open()
    await fillSample(filling, files, signal)
    await filling.close()
    const pixie = open()
    try {
      const { id } = await pixie.agent.prepare(signal)
      const measured: { kind: string; first: MeasuredTurn; second: MeasuredTurn }[] = []
      for (const { kind, questions } of pairs()) {
        const first = await measure(pixie, timed(), questions[0])
        measured.push({ kind, first, second: await measure(pixie, timed(), questions[1]) })
      }
      return report(id, measured)
    } finally {
      await pixie.close()
    }
  } finally {
    rmSync(root, { recursive: true })
  }
}
