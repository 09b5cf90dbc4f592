/** A model server, a folder, and `fetchModel` between them. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ModelEntry } from '../catalog.ts'
import { type FetchOptions, fetchModel, type UsableModel } from '../download.ts'
import { inspectModel, type ModelPaths, modelPaths } from '../model-files.ts'
import type { ModelHost } from '../model-host.ts'
import { type ModelServer, startModelServer } from './model-server.ts'
import { tinyEntry, tinyHost } from './tiny-model.ts'

interface FetchChanges {
  entry?: Partial<ModelEntry>
  host?: Partial<ModelHost>
  options?: Partial<FetchOptions>
}

export interface HttpsBench {
  readonly folder: string
  readonly server: ModelServer
  readonly paths: ModelPaths
  fetchTiny(changes?: FetchChanges): Promise<UsableModel>
  state(entry?: Partial<ModelEntry>): Promise<string>
  /** Until so many bytes are in the part file: a broken connection may lose what was not read from it yet. */
  kept(bytes: number): Promise<void>
  finished(): Promise<Buffer>
  close(): Promise<void>
}

/** Gives up at the first failure. */
export const once: Partial<ModelHost> = { patience: { stallMs: 5000, tries: 1, pauseMs: 1 } }

export async function startHttpsBench(model: Buffer): Promise<HttpsBench> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-https-'))
  const server = await startModelServer({ file: model })
  const paths = modelPaths(folder, 'tiny')
  const signal = new AbortController().signal
  const entryWith = (over: Partial<ModelEntry> = {}) =>
    tinyEntry(model, { sources: [{ type: 'https', url: server.url }], ...over })
  return {
    folder,
    server,
    paths,
    fetchTiny: ({ entry, host, options } = {}) =>
      fetchModel('tiny', { signal, host: tinyHost(folder, entryWith(entry), host), ...options }),
    async state(over) {
      const entry = entryWith(over)
      return (await inspectModel(tinyHost(folder, entry), entry, { signal })).state
    },
    async kept(bytes) {
      const size = async () => (await fs.stat(paths.part).catch(() => null))?.size ?? 0
      while ((await size()) < bytes) await new Promise((resolve) => setTimeout(resolve, 2))
    },
    finished: () => fs.readFile(paths.file),
    async close() {
      await server.close()
      await fs.rm(folder, { recursive: true })
    },
  }
}
