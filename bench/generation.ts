/** How fast the engine generates, beside a bare loop of the library's on the same file, in turns. */
import { availableParallelism } from 'node:os'
import { ensureModel, type UsableModel } from '../src/main/model/download.ts'
import type { Engine } from '../src/main/model/engine.ts'
import { createLlamaEngine } from '../src/main/model/llama.ts'
import { holdLlama } from '../src/main/model/llama-backend.ts'
import { engineContexts, openContext } from '../src/main/model/llama-context.ts'
import { machineHost } from '../src/main/model/model-host.ts'
import type { Figure } from './figures.ts'
import type { PartFigures, PartRun } from './part.ts'
import { median } from './times.ts'
import { measureToolGrowth } from './tool-growth.ts'

const rounds = 5
/** Tokens whose time counts. The first of a reply is made on top of the prompt, which does not. */
const tokensEach = 48
const timeLimitMs = 600_000
const instructions = 'You recite what you are asked for, slowly and whole, and never stop early.'
const input = 'Recite the numbers from one to five hundred in English words, one after the other.'

/** Tokens a second; not a number for a model that stopped too early to tell. */
function rate(tokens: number, ms: number): number {
  return tokens < tokensEach / 4 ? Number.NaN : (tokens / ms) * 1000
}

/** As many for both. */
const threadsHere = () => Number(process.env.PIXIE_THREADS) || availableParallelism()

interface Speed {
  /** Tokens a second, of one reply. */
  measure(): Promise<number>
  dispose(): Promise<void>
}

/** By the difference of a long reply and one of a single token, so that what comes before the first does not count. */
async function engineSpeed({ id, path, sha256, profile }: UsableModel, signal: AbortSignal): Promise<Speed> {
  const engine: Engine = await createLlamaEngine({
    modelPath: path,
    modelId: id,
    sha256,
    profile,
    threads: threadsHere(),
    loadSignal: signal,
  })
  const reply = async (maxTokens: number) => {
    const session = await engine.createSession({ role: 'direct', tag: 'bench', instructions })
    try {
      const start = performance.now()
      await session.respond(input, { signal, maxTokens, timeLimitMs, onText: () => {} })
      return { ms: performance.now() - start, tokens: session.record().tokens.generated }
    } finally {
      await session.dispose()
    }
  }
  return {
    async measure() {
      const short = await reply(1)
      const long = await reply(1 + tokensEach)
      return rate(long.tokens - short.tokens, long.ms - short.ms)
    },
    dispose: () => engine.dispose(),
  }
}

/** The library's own evaluation, a token at a time, with nothing around it. */
async function bareSpeed({ path }: UsableModel, signal: AbortSignal): Promise<Speed> {
  const { llama, release } = await holdLlama(process.platform === 'darwin' ? 'auto' : false)
  const model = await llama.loadModel({ modelPath: path, loadSignal: signal })
  const { contextTokens } = engineContexts.large
  const context = await openContext(model, { threads: threadsHere(), contextTokens, sequences: 1 })
  const sequence = context.getSequence()
  const prompt = model.tokenize(`${instructions}\n${input}\nOne, two, three, four,`)
  return {
    async measure() {
      await sequence.clearHistory()
      let [tokens, start] = [-1, performance.now()]
      for await (const _ of sequence.evaluate(prompt, { temperature: 0, yieldEogToken: true })) {
        signal.throwIfAborted()
        tokens += 1
        if (tokens === 0) start = performance.now()
        if (tokens === tokensEach) break
      }
      return rate(tokens, performance.now() - start)
    },
    async dispose() {
      await model.dispose()
      await release()
    },
  }
}

/** @param pairs tokens a second of both in each round: what else the machine does changes from round to round, not within */
export function speedFigures(pairs: readonly (readonly [engine: number, bare: number])[]): Figure[] {
  return [
    { id: 'speed.share', value: median(pairs.map(([engine, bare]) => (engine / bare) * 100)) },
    { id: 'speed.engine', value: median(pairs.map(([engine]) => engine)) },
    { id: 'speed.bare', value: median(pairs.map(([, bare]) => bare)) },
  ]
}

export async function measureGeneration(run: PartRun): Promise<PartFigures> {
  const { model, signal, say } = run
  const usable = await ensureModel(model, { host: machineHost(), signal, onNote: say })
  const growth = await measureToolGrowth(run)
  const engine = await engineSpeed(usable, signal)
  try {
    const bare = await bareSpeed(usable, signal)
    try {
      const pairs: [number, number][] = []
      for (let round = 0; round < rounds; round += 1) {
        const pair: [number, number] = [await engine.measure(), await bare.measure()]
        say(`${pair[0].toFixed(1)} tokens/s through the engine, ${pair[1].toFixed(1)} bare`)
        pairs.push(pair)
      }
      return { model: usable.id, figures: [growth, ...speedFigures(pairs)] }
    } finally {
      await bare.dispose()
    }
  } finally {
    await engine.dispose()
  }
}
