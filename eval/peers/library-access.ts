/** Model access whose engine is the library's own chat session (peer (a)). */
import { availableParallelism } from 'node:os'
import { ensureModel, type FetchOptions } from '../../src/main/model/download.ts'
import { engineContexts } from '../../src/main/model/llama-context.ts'
import type { ModelAccess } from '../../src/main/model/model-access.ts'
import { machineHost } from '../../src/main/model/model-host.ts'
import { openLibraryEngine } from './llama-library.ts'

/** The model must be on this machine already: a peer fetches nothing. */
export function libraryAccess(
  access: ModelAccess,
  options: Pick<FetchOptions, 'signal' | 'onNote'>,
): ModelAccess {
  return {
    ...access,
    async engine(model) {
      const host = machineHost()
      const wanted = model ?? host.catalog.default
      const { id, path, sha256 } = await ensureModel(wanted, { ...options, host, offline: true })
      return openLibraryEngine({
        modelPath: path,
        modelId: id,
        sha256,
        threads: Number(process.env.PIXIE_THREADS) || availableParallelism(),
        contextTokens: engineContexts.large.contextTokens,
      })
    },
  }
}
