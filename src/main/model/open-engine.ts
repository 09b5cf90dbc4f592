/** From a model's name to a running engine: fetched when it is not here, verified, loaded with its profile. */
import { availableParallelism } from 'node:os'
import { ensureModel, type FetchOptions } from './download.ts'
import type { Engine } from './engine.ts'
import { createLlamaEngine } from './llama.ts'
import { machineHost } from './model-host.ts'

/** More threads than this do not generate faster: generation is bound by memory bandwidth. */
const mostThreads = 8

/**
 * @param model catalogue id or path of a GGUF file; null = the catalogue's default
 * Throws what `ensureModel` and the engine throw.
 */
export async function openEngine(
  model: string | null,
  options: Pick<FetchOptions, 'signal' | 'onProgress' | 'onNote'>,
): Promise<Engine> {
  const host = machineHost()
  const { id, path, sha256, profile } = await ensureModel(model ?? host.catalog.default, { ...options, host })
  return createLlamaEngine({
    modelPath: path,
    modelId: id,
    sha256,
    profile,
    threads: Math.min(availableParallelism(), mostThreads),
  })
}
