/**
 * `npm run eval -- [--model ID|PATH] [--out FILE.jsonl] [--only ID,ID] [--twice]`: the sample's questions, graded in code.
 * Resumable: a line is written as each question ends, and questions that the file already holds for the model are kept.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { modelAccess } from '../src/main/model/model-access.ts'
import { createPixie, type Pixie } from '../src/main/pixie.ts'
import {
  fillSample,
  prepareSampleFolder,
  type SampleQuestion,
  sampleTasks,
} from '../src/main/sample/sample.ts'
import type { Turn } from '../src/shared/turn.ts'
import { gradeTurn, type Trial, table } from './grade.ts'

const { values: options } = parseArgs({
  options: {
    model: { type: 'string' },
    out: { type: 'string', default: join(tmpdir(), 'pixie-eval-sample.jsonl') },
    only: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
})

const signal = new AbortController().signal
const say = (line: string) => process.stderr.write(`${line}\n`)

async function samplePixie(): Promise<{ pixie: Pixie; end(): Promise<void> }> {
  const root = mkdtempSync(join(tmpdir(), 'pixie-eval-'))
  const files = await prepareSampleFolder(join(root, 'sample'))
  const open = () =>
    createPixie({
      dataDir: files.dir,
      clock: { now: Date.now, zone: 'UTC' },
      given: { now: false, tz: false },
      model: options.model ?? null,
      models: modelAccess({ signal, onNote: say }),
      command: 'pixie eval',
      onNotice: say,
    })
  const filling = open()
  await fillSample(filling, files, signal)
  await filling.close()
  const pixie = open()
  return {
    pixie,
    async end() {
      await pixie.close()
      rmSync(root, { recursive: true })
    },
  }
}

const Line = z.looseObject({ id: z.string(), model: z.string() })

function earlierLines(file: string): Map<string, Trial> {
  const lines =
    existsSync(file) && !options.fresh ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  // Written by this program; the loose shape is enough to find a line again.
  return new Map(lines.map((line) => [keyOf(Line.parse(JSON.parse(line))), JSON.parse(line) as Trial]))
}

const keyOf = ({ id, model }: { id: string; model: string }) => `${model}\n${id}`

async function ask(pixie: Pixie, task: SampleQuestion): Promise<Trial> {
  const turn: Turn = await pixie.agent.ask({
    question: task.question,
    conversation: null,
    signal,
    emit: () => {},
  })
  return gradeTurn(task, turn)
}

const { pixie, end } = await samplePixie()
try {
  const model = await pixie.agent.prepare(signal)
  const done = earlierLines(options.out)
  const wanted = options.only?.split(',')
  const trials: Trial[] = []
  for (const task of sampleTasks()) {
    if (wanted !== undefined && !wanted.includes(task.id)) continue
    const kept = done.get(keyOf({ id: task.id, model: model.id }))
    const trial = kept ?? (await ask(pixie, task))
    if (kept === undefined) appendFileSync(options.out, `${JSON.stringify(trial)}\n`)
    say(
      `${trial.right ? 'right' : 'WRONG'}  ${task.id.padEnd(10)} ${(trial.ms / 1000).toFixed(1).padStart(6)} s  ${trial.answer.replaceAll('\n', ' / ').slice(0, 110)}`,
    )
    trials.push(trial)
  }
  process.stdout.write(`${table(trials)}\n`)
} finally {
  await end()
}
