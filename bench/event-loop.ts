/** How long main's event loop is held up while the app works: the same code as in the app, in this process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelAccess } from '../src/main/model/model-access.ts'
import { writeToyModel } from '../src/main/model/toy-gguf.ts'
import { createPixie, type Pixie } from '../src/main/pixie.ts'

export interface Delay {
  readonly what: string
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** The most that this thread computed between two turns of the loop: what is left of `maxMs` on an idle machine. */
  readonly maxOwnMs: number
}

/** A frame of a screen at 60 Hz: a longer wait shows. */
const mostMs = 16
const runs = 3
const fileCount = 2000
/** The histogram's own step, which is part of every value in it. */
const stepMs = 1
const signal = new AbortController().signal

async function measured(what: string, work: () => Promise<unknown>): Promise<Delay> {
  const histogram = monitorEventLoopDelay({ resolution: stepMs })
  histogram.enable()
  const own = watchOwnTime()
  // Its first step only begins the count.
  await sleep(10)
  await work()
  // The last delay is known when the loop has turned once more.
  await sleep(5)
  histogram.disable()
  const maxOwnMs = own.stop()
  const ms = (ns: number) => Math.max(0, ns / 1e6 - stepMs)
  return {
    what,
    p50Ms: ms(histogram.percentile(50)),
    p99Ms: ms(histogram.percentile(99)),
    maxMs: ms(histogram.max),
    maxOwnMs,
  }
}

/** Other programs that want the processor lengthen every wait, but not what this thread computes itself. */
function watchOwnTime(): { stop(): number } {
  let [before, most] = [process.threadCpuUsage(), 0]
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    most = Math.max(most, (user + system) / 1000)
    before = process.threadCpuUsage()
    timer = setTimeout(look, 1)
  }
  let timer = setTimeout(look, 1)
  return {
    stop() {
      clearTimeout(timer)
      return most
    },
  }
}

const topics = ['garden', 'rent', 'dentist', 'passport', 'recipe', 'invoice', 'holiday', 'insurance']

/** Folders of plain files, from a line to forty pages. */
function writeFiles(folder: string): void {
  for (let i = 0; i < fileCount; i += 1) {
    const place = join(folder, `part-${i % 40}`)
    mkdirSync(place, { recursive: true })
    const topic = topics[i % topics.length] ?? ''
    const lines = Array.from(
      { length: 3 + ((i * 37) % 120) ** 2 / 20 },
      (_, line) => `Line ${line} of note ${i} about the ${topic} in year ${1990 + (line % 40)}.`,
    )
    writeFileSync(join(place, `${topic} ${i}.${i % 3 === 0 ? 'html' : 'md'}`), lines.join('\n'))
  }
}

async function searches(pixie: Pixie): Promise<void> {
  for (const topic of topics)
    for (const query of [`${topic} year`, `note about ${topic} 2012`, `line 7 ${topic}`]) {
      await pixie.files.search(query, { limit: 20, device: null, signal })
      // In the app each comes by a call of its own.
      await sleep(3)
    }
}

async function once(models: ModelAccess, model: string, folder: string): Promise<Delay[]> {
  const files = join(folder, 'files')
  writeFiles(files)
  const pixie = createPixie({
    dataDir: join(folder, 'profile'),
    clock: { now: Date.now, zone: 'UTC' },
    given: { now: false, tz: false },
    model,
    models,
    hasThreads: true,
    command: 'pixie bench',
    onNotice: (line) => void process.stderr.write(`${line}\n`),
  })
  try {
    await pixie.agent.prepare(signal)
    await sleep(200)
    const ask = () =>
      pixie.agent.ask({ question: 'What about the garden?', conversation: null, signal, emit: () => {} })
    return [
      await measured('nothing', () => sleep(1000)),
      await measured('a turn is generated', ask),
      await measured(`${fileCount} files are read`, () => pixie.files.grant(files, { signal })),
      await measured('files are searched', () => searches(pixie)),
    ]
  } finally {
    await pixie.close()
  }
}

/** On a toy model unless another is given; of three runs the calmest, since other programs only ever add. */
export async function eventLoopDelays(models: ModelAccess, model: string | null): Promise<Delay[]> {
  const root = mkdtempSync(join(tmpdir(), 'pixie-loop-'))
  try {
    const toy = join(root, 'toy.gguf')
    await writeToyModel(toy)
    let best: Delay[] = []
    for (let run = 0; run < runs; run += 1) {
      const delays = await once(models, model ?? toy, join(root, String(run)))
      best = best.length === 0 ? delays : best.map((kept, i) => calmer(kept, delays[i] ?? kept))
    }
    return best
  } finally {
    rmSync(root, { recursive: true })
  }
}

const calmer = (a: Delay, b: Delay) => (b.p99Ms < a.p99Ms ? b : a)

/** As a Markdown table, and whether each is within a frame at p99. */
export function delayReport(delays: readonly Delay[]): { text: string; isMet: boolean } {
  const ms = (value: number) => value.toFixed(1)
  const rows = delays.map(
    ({ what, p50Ms, p99Ms, maxMs, maxOwnMs }) =>
      `| ${what} | ${ms(p50Ms)} | ${ms(p99Ms)} | ${ms(maxMs)} | ${ms(maxOwnMs)} |`,
  )
  return {
    text: [
      `| Main waits, in ms, while … | p50 | p99 (at most ${mostMs}) | longest | of which computing |`,
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    isMet: delays.every(({ p99Ms }) => p99Ms <= mostMs),
  }
}
