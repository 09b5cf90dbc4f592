/** From a model's name to a running engine: fetched when it is not here, verified, loaded with its profile. */
import { availableParallelism, loadavg } from 'node:os'
import { ensureModel, type FetchOptions } from './download.ts'
import type { Engine } from './engine.ts'
import { createLlamaEngine, type LlamaEngineOptions } from './llama.ts'
import { machineHost } from './model-host.ts'
import { defaultProfile } from './profile.ts'

/** Enough for a prompt of a few tokens and one token of reply. */
const smokeTokens = 256

/** More threads than this do not generate faster: generation is bound by memory bandwidth. */
const mostThreads = 8

/**
 * @param model catalogue id or path of a GGUF file; null = the catalogue's default
 * Throws what `ensureModel` and the engine throw.
 */
export async function openEngine(
  model: string | null,
  options: Pick<FetchOptions, 'signal' | 'onProgress' | 'onNote'> & Pick<LlamaEngineOptions, 'warmFolder'>,
): Promise<Engine> {
  const host = machineHost()
  const { warmFolder = null, ...fetching } = options
  const { id, path, sha256, profile } = await ensureModel(model ?? host.catalog.default, {
    ...fetching,
    host,
    smokeTest,
  })
  return createLlamaEngine({
    modelPath: path,
    modelId: id,
    sha256,
    profile,
    threads: threadsHere(),
    warmFolder,
    loadSignal: options.signal,
  })
}

/**
 * As many as there are idle cores, since threads wait for one another at every step and a busy core stops them all: on a
 * busy machine one thread is many times faster than two. `PIXIE_THREADS` wins.
 */
function threadsHere(): number {
  const asked = Number(process.env.PIXIE_THREADS)
  if (Number.isInteger(asked) && asked > 0) return asked
  const [load = 0] = loadavg()
  return Math.max(1, Math.min(Math.round(availableParallelism() - load), mostThreads))
}

/** Loads a model file and makes one token with it. Throws what the engine throws when it cannot. */
export async function smokeTest(path: string): Promise<void> {
  const engine = await createLlamaEngine({
    modelPath: path,
    modelId: 'smoke-test',
    sha256: null,
    profile: defaultProfile,
    threads: threadsHere(),
    contextTokens: smokeTokens,
    toolContextTokens: smokeTokens,
    sequences: 1,
    toolSequences: 1,
  })
  try {
    const session = await engine.createSession({
      role: 'direct',
      tag: 'smoke-test',
      instructions: 'Say hello.',
    })
    await session.respond('Hello', { signal: AbortSignal.timeout(60_000), maxTokens: 1, timeLimitMs: 60_000 })
    await session.dispose()
  } finally {
    await engine.dispose()
  }
}
