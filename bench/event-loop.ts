/** How long main's event loop is held up while the app works: the same code as in the app, in this process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { modelAccess } from '../src/main/model/model-access.ts'
import { writeToyModel } from '../src/main/model/toy-gguf.ts'
import { createPixie, type Pixie } from '../src/main/pixie.ts'
import type { Figure } from './figures.ts'
import type { PartFigures, PartRun } from './part.ts'

/** What goes on while the loop is watched: the middle of the figures' ids. */
type Doing = 'idle' | 'turn' | 'read' | 'search' | 'model'

interface Delay {
  readonly what: Doing
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** The most that this thread computed between two turns of the loop: what is left of `maxMs` on an idle machine. */
  readonly maxOwnMs: number
}

const runs = 3
/** Until what loading left behind has settled. */
const restMs = 200
const fileCount = 2000
/** The histogram's own step, which is part of every value in it. */
const stepMs = 1

async function measured(what: Doing, work: () => Promise<unknown>): Promise<Delay> {
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

async function searches(pixie: Pixie, signal: AbortSignal): Promise<void> {
  for (const topic of topics)
    for (const query of [`${topic} year`, `note about ${topic} 2012`, `line 7 ${topic}`]) {
      await pixie.files.search(query, { limit: 20, device: null, signal })
      // In the app each comes by a call of its own.
      await sleep(3)
    }
}

/** A profile of its own in `folder`, with its model loaded and at rest. */
async function withPixie<T>(
  { model, signal, say }: PartRun,
  folder: string,
  work: (pixie: Pixie) => Promise<T>,
): Promise<T> {
  const pixie = createPixie({
    dataDir: join(folder, 'profile'),
    clock: { now: Date.now, zone: 'UTC' },
    given: { now: false, tz: false },
    model,
    models: modelAccess({ signal, onNote: say }),
    hasThreads: true,
    command: 'pixie bench',
    onNotice: say,
  })
  try {
    await pixie.agent.prepare(signal)
    await sleep(restMs)
    return await work(pixie)
  } finally {
    await pixie.close()
  }
}

async function ask(pixie: Pixie, signal: AbortSignal): Promise<void> {
  await pixie.agent.ask({ question: 'What about the garden?', conversation: null, signal, emit: () => {} })
  signal.throwIfAborted()
}

async function once(run: PartRun, folder: string): Promise<Delay[]> {
  const { signal } = run
  const files = join(folder, 'files')
  writeFiles(files)
  return withPixie(run, folder, async (pixie) => [
    await measured('idle', () => sleep(1000)),
    await measured('turn', () => ask(pixie, signal)),
    await measured('read', () => pixie.files.grant(files, { signal })),
    await measured('search', () => searches(pixie, signal)),
  ])
}

const calmer = (a: Delay, b: Delay) => (b.p99Ms < a.p99Ms ? b : a)

const figuresOf = ({ what, p50Ms, p99Ms, maxMs, maxOwnMs }: Delay): Figure[] => [
  { id: `loop.${what}.p50`, value: p50Ms },
  { id: `loop.${what}.p99`, value: p99Ms },
  { id: `loop.${what}.max`, value: maxMs },
  { id: `loop.${what}.own`, value: maxOwnMs },
]

/** Of some runs the calmest, since other programs only ever add. */
async function calmest(work: (folder: string) => Promise<Delay[]>): Promise<Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'pixie-loop-'))
  try {
    let best: Delay[] = []
    for (let run = 0; run < runs; run += 1) {
      const delays = await work(join(root, String(run)))
      best = best.length === 0 ? delays : best.map((kept, i) => calmer(kept, delays[i] ?? kept))
    }
    return best.flatMap(figuresOf)
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** On a toy model, which leaves the machine to main. */
export async function measureLoop(run: PartRun): Promise<PartFigures> {
  const toys = mkdtempSync(join(tmpdir(), 'pixie-loop-toy-'))
  try {
    const toy = join(toys, 'toy.gguf')
    await writeToyModel(toy)
    const figures = await calmest((folder) => once({ ...run, model: toy }, folder))
    return { model: null, figures }
  } finally {
    rmSync(toys, { recursive: true })
  }
}

/** On the model of the run; only its answering, which takes its time. */
export async function measureModelLoop(run: PartRun): Promise<PartFigures> {
  const figures = await calmest((folder) =>
    withPixie(run, folder, async (pixie) => [await measured('model', () => ask(pixie, run.signal))]),
  )
  return { model: run.model, figures }
}
