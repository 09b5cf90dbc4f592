/** From a model's name to a running engine: fetched when it is not here, verified, loaded with its profile. */
import { availableParallelism, type CpuInfo, cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureModel, type FetchOptions } from './download.ts'
import type { Engine } from './engine.ts'
import { createLlamaEngine, type LlamaEngineOptions } from './llama.ts'
import { machineHost } from './model-host.ts'
import { defaultProfile } from './profile.ts'

/** Enough for a prompt of a few tokens and one token of reply. */
const smokeTokens = 256
const smokeTimeMs = 60_000

/** More threads than this do not generate faster: generation is bound by memory bandwidth. */
const mostThreads = 8

/**
 * @param model catalogue id or path of a GGUF file; null = the catalogue's default
 * Throws what `ensureModel` and the engine throw.
 */
export async function openEngine(
  model: string | null,
  options: Pick<FetchOptions, 'signal' | 'onProgress' | 'onNote'> &
    Pick<LlamaEngineOptions, 'warmFolder'> & { readonly offline?: boolean },
): Promise<Engine> {
  const host = machineHost()
  const { warmFolder = null, ...fetching } = options
  const { id, path, sha256, profile } = await ensureModel(model ?? host.catalog.default, {
    ...fetching,
    host,
    smokeTest: (file) => smokeTest(file, options.signal),
  })
  return createLlamaEngine({
    modelPath: path,
    modelId: id,
    sha256,
    profile,
    threads: await threadsHere(),
    warmFolder,
    loadSignal: options.signal,
  })
}

/** How long the cores are watched before a model is loaded: short beside the load. */
const watchMs = 200

/**
 * As many as there are idle cores, since threads wait for one another at every step and a busy core stops them all: on a
 * busy machine one thread is many times faster than two. `PIXIE_THREADS` wins.
 */
async function threadsHere(): Promise<number> {
  const asked = Number(process.env.PIXIE_THREADS)
  if (Number.isInteger(asked) && asked > 0) return asked
  const before = cpus()
  await sleep(watchMs)
  const idleCores = cpus().reduce((sum, core, i) => sum + idleShare(before[i], core), 0)
  return Math.max(1, Math.min(Math.round(idleCores), availableParallelism(), mostThreads))
}

/** Share of the time between two looks at a core in which it did nothing. */
function idleShare(before: CpuInfo | undefined, after: CpuInfo): number {
  if (before === undefined) return 1
  const total = ({ times }: CpuInfo) => times.user + times.nice + times.sys + times.idle + times.irq
  const passed = total(after) - total(before)
  return passed > 0 ? (after.times.idle - before.times.idle) / passed : 1
}

/** Loads a model file and makes one token with it. Throws what the engine throws when it cannot, `stopped` too. */
export async function smokeTest(path: string, signal: AbortSignal): Promise<void> {
  const engine = await createLlamaEngine({
    modelPath: path,
    modelId: 'smoke-test',
    sha256: null,
    profile: defaultProfile,
    threads: await threadsHere(),
    contextTokens: smokeTokens,
    toolContextTokens: smokeTokens,
    sequences: 1,
    toolSequences: 1,
    loadSignal: signal,
  })
  try {
    const session = await engine.createSession({
      role: 'direct',
      tag: 'smoke-test',
      instructions: 'Say hello.',
    })
    await session.respond('Hello', { signal, maxTokens: 1, timeLimitMs: smokeTimeMs })
    await session.dispose()
  } finally {
    await engine.dispose()
  }
}
