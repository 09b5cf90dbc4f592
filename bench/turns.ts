/** What the harness costs beside a model: questions of the sample, two of each kind of source. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ModelAccess, modelAccess } from '../src/main/model/model-access.ts'
import { createPixie, type Pixie } from '../src/main/pixie.ts'
import { fillSample, prepareSampleFolder, sampleTasks } from '../src/main/sample/sample.ts'
import { type TimedEngine, timeEngine } from './engine-time.ts'
import type { PartFigures, PartRun } from './part.ts'
import { type MeasuredPair, type MeasuredTurn, turnFigures } from './turn-figures.ts'

/** Model access whose engine is watched. */
function watchedAccess({ signal, say }: PartRun): { models: ModelAccess; timed(): TimedEngine } {
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

async function measure(
  { signal, say }: PartRun,
  pixie: Pixie,
  timed: TimedEngine,
  question: string,
): Promise<MeasuredTurn> {
  const [start, inside] = [performance.now(), timed.insideMs()]
  const turn = await pixie.agent.ask({ question, conversation: null, signal, emit: () => {} })
  signal.throwIfAborted()
  const measured = { turn, wallMs: performance.now() - start, engineMs: timed.insideMs() - inside }
  say(`${(measured.wallMs / 1000).toFixed(1).padStart(6)} s  ${turn.end.padEnd(10)} ${question}`)
  return measured
}

export async function measureTurns(run: PartRun): Promise<PartFigures> {
  const { model, signal, say } = run
  const root = mkdtempSync(join(tmpdir(), 'pixie-bench-'))
  const { models, timed } = watchedAccess(run)
  const files = await prepareSampleFolder(join(root, 'sample'))
  const open = () =>
    createPixie({
      dataDir: files.dir,
      clock: { now: Date.now, zone: 'UTC' },
      given: { now: false, tz: false },
      model,
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
      const measured: MeasuredPair[] = []
      for (const { kind, questions } of pairs()) {
        const first = await measure(run, pixie, timed(), questions[0])
        measured.push({ kind, first, second: await measure(run, pixie, timed(), questions[1]) })
      }
      return { model: id, figures: turnFigures(measured) }
    } finally {
      await pixie.close()
    }
  } finally {
    rmSync(root, { recursive: true })
  }
}
