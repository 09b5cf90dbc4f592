/** A model server, a folder, a profile, and what the app's models are on them. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import type { Download, ModelRow } from '../../../shared/contract/models.ts'
import type { ModelEntry } from '../../model/catalog.ts'
import { createEngineHolder } from '../../model/engine-holder.ts'
import { machineLibrary } from '../../model/model-access.ts'
import { modelPaths } from '../../model/model-files.ts'
import type { ModelHost } from '../../model/model-host.ts'
import { createScriptedEngine } from '../../model/scripted-engine.ts'
import { type Behaviour, startModelServer } from '../../model/testing/model-server.ts'
import { tinyEntry, tinyGguf, tinyHost } from '../../model/testing/tiny-model.ts'
import { createSettings } from '../../settings/settings.ts'
import { openMemoryStore } from '../../store/database.ts'
import { indexMigrations, pixieMigrations } from '../../store/migrations.ts'
import { createModels, type Models } from '../models.ts'

export interface Changes {
  readonly entry?: Partial<ModelEntry>
  readonly host?: Partial<ModelHost>
  readonly smokeTest?: (path: string, signal: AbortSignal) => Promise<void>
}

export type ModelsBench = Awaited<ReturnType<typeof openModelsBench>>

export async function openModelsBench() {
  const file = tinyGguf(400_000)
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-models-'))
  const server = await startModelServer({ file })
  const store = openMemoryStore(pixieMigrations, indexMigrations)
  const paths = modelPaths(folder, 'tiny')
  const open: Models[] = []

  /** The models of one start of the app; a second call is the next start on the same profile and folder. */
  function start({ entry, host, smokeTest = async () => {} }: Changes = {}) {
    const settings = createSettings(store.pixie)
    const sources: ModelEntry['sources'] = [{ type: 'https', url: server.url }]
    const here = tinyHost(folder, tinyEntry(file, { sources, ...entry }), host)
    const wanted = () => settings.get('modelId')
    const engine = createEngineHolder({
      wanted,
      load: async () => createScriptedEngine({ script: [] }),
      loadTokenizer: async () => null,
      idleMs: () => null,
    })
    const models = createModels({
      library: { ...machineLibrary(() => here), smokeTest },
      settings,
      engine,
      wanted,
      choose(model) {
        settings.set('modelId', model)
        engine.refresh()
      },
    })
    open.push(models)
    const seen: Download[] = []
    models.onProgress((download) => seen.push(download))
    const download = async () => (await models.status()).download
    const until = (phase: Download['phase'] | null) =>
      vi.waitFor(async () => expect((await download())?.phase ?? null).toBe(phase), { timeout: 10_000 })
    const row = async (id = 'tiny'): Promise<ModelRow | undefined> =>
      (await models.list()).models.find((model) => model.id === id)
    return { models, settings, engine, seen, download, until, row }
  }

  const partBytes = async () => (await fs.stat(paths.part).catch(() => null))?.size ?? 0
  return {
    file,
    folder,
    server,
    paths,
    start,
    partBytes,
    /** Until a good part of the file is here, and not all of it. */
    someBytes: () => vi.waitFor(async () => expect(await partBytes()).toBeGreaterThan(50_000)),
    slow: (): Behaviour => ({ file, drip: { bytes: 20_000, ms: 10 } }),
    async close() {
      for (const models of open.splice(0)) await models.close()
      await server.close()
      store.close()
      await fs.rm(folder, { recursive: true })
    },
  }
}
