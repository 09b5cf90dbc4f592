import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Download, ModelRow } from '../../shared/contract/models.ts'
import { PixieError } from '../../shared/errors.ts'
import type { ModelEntry } from '../model/catalog.ts'
import type { Engine } from '../model/engine.ts'
import { createEngineHolder } from '../model/engine-holder.ts'
import { machineLibrary } from '../model/model-access.ts'
import { modelPaths } from '../model/model-files.ts'
import type { ModelHost } from '../model/model-host.ts'
import { tryLockModel } from '../model/model-lock.ts'
import { createScriptedEngine } from '../model/scripted-engine.ts'
import { deadUrl, type ModelServer, startModelServer } from '../model/testing/model-server.ts'
import { rejection, tinyEntry, tinyGguf, tinyHost } from '../model/testing/tiny-model.ts'
import { createSettings } from '../settings/settings.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { indexMigrations, pixieMigrations } from '../store/migrations.ts'
import { createModels, type Models } from './models.ts'

const never = new AbortController().signal
const file = tinyGguf(400_000)
let folder: string
let server: ModelServer
let store: Store
const open: Models[] = []

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-models-'))
  server = await startModelServer({ file })
  store = openMemoryStore(pixieMigrations, indexMigrations)
})
afterEach(async () => {
  vi.useRealTimers()
  for (const models of open.splice(0)) await models.close()
  await server.close()
  store.close()
  await fs.rm(folder, { recursive: true })
})

interface Changes {
  readonly entry?: Partial<ModelEntry>
  readonly host?: Partial<ModelHost>
  readonly smokeTest?: (path: string, signal: AbortSignal) => Promise<void>
}

/** The models of one start of the app; a second call is the next start on the same profile and folder. */
function start({ entry, host, smokeTest = async () => {} }: Changes = {}) {
  const settings = createSettings(store.pixie)
  const here = tinyHost(
    folder,
    tinyEntry(file, { sources: [{ type: 'https', url: server.url }], ...entry }),
    host,
  )
  const wanted = () => settings.get('modelId')
  const engine = createEngineHolder({
    wanted,
    load: async (): Promise<Engine> => createScriptedEngine({ script: [] }),
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

const paths = () => modelPaths(folder, 'tiny')
const partBytes = async () => (await fs.stat(paths().part).catch(() => null))?.size ?? 0
const slow = () => ({ file, drip: { bytes: 20_000, ms: 10 } })

describe('fetching a model', () => {
  it('brings it here, tries it, and answers with it when there was none', async () => {
    const tried: string[] = []
    const { models, settings, until, row } = start({
      smokeTest: async (tested) => void tried.push(tested),
    })
    expect(await models.status()).toEqual({ state: 'none', name: 'Tiny', error: null, download: null })
    models.start('tiny', false)
    await until(null)
    expect(await row()).toMatchObject({ state: 'ready', isUsed: true })
    expect(await models.status()).toMatchObject({ state: 'idle', name: 'Tiny' })
    expect(tried).toEqual([paths().part])
    expect(settings.get('modelDownload')).toBeNull()
  })

  it('tells how far it is, at most four times a second and as whole numbers', async () => {
    server.behaviour = { file, drip: { bytes: 10_000, ms: 15 } }
    const { models, seen, until } = start()
    const began = performance.now()
    models.start('tiny', false)
    await until(null)
    const seconds = (performance.now() - began) / 1000
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1)
    expect(seen.every(({ doneBytes, totalBytes }) => doneBytes <= totalBytes)).toBe(true)
    expect(
      seen.some(({ bytesPerSecond, secondsLeft }) => bytesPerSecond !== null && secondsLeft !== null),
    ).toBe(true)
  })

  it('keeps what came when it is paused, and goes on from there', async () => {
    server.behaviour = slow()
    const { models, download, until } = start()
    models.start('tiny', false)
    await vi.waitFor(async () => expect(await partBytes()).toBeGreaterThan(50_000))
    await models.downloads.pause()
    const kept = await partBytes()
    expect(await download()).toMatchObject({ phase: 'paused', doneBytes: kept, totalBytes: file.length })
    server.behaviour = { file }
    models.downloads.resume()
    await until(null)
    expect(server.requests.at(-1)?.range).toBe(`bytes=${kept}-`)
    expect(await fs.readFile(paths().file)).toEqual(file)
  })

  it('goes on by itself when the app ended in the middle', async () => {
    server.behaviour = slow()
    const first = start()
    first.models.start('tiny', false)
    await vi.waitFor(async () => expect(await partBytes()).toBeGreaterThan(50_000))
    await first.models.close()
    server.behaviour = { file }
    const second = start()
    second.models.begin()
    await second.until(null)
    expect(server.requests.at(-1)?.range).toMatch(/^bytes=\d{5,}-$/)
    expect(await second.row()).toMatchObject({ state: 'ready' })
  })

  it('stays paused over a restart', async () => {
    server.behaviour = slow()
    const first = start()
    first.models.start('tiny', false)
    await vi.waitFor(async () => expect(await partBytes()).toBeGreaterThan(50_000))
    await first.models.downloads.pause()
    const kept = await partBytes()
    const second = start()
    second.models.begin()
    await vi.waitFor(async () =>
      expect(await second.download()).toMatchObject({ phase: 'paused', doneBytes: kept }),
    )
    expect(server.requests).toHaveLength(1)
  })

  it('throws away what came ten seconds after it is cancelled', async () => {
    server.behaviour = slow()
    const { models, settings, download, row } = start()
    models.start('tiny', false)
    await vi.waitFor(async () => expect(await partBytes()).toBeGreaterThan(50_000))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await models.downloads.cancel()
    expect(await download()).toBeNull()
    expect(settings.get('modelDownload')).toBeNull()
    expect(await row()).toMatchObject({ state: 'partial' })
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'absent', fetchedBytes: 0 }))
  })

  it('goes on where it was when a cancel is taken back, and throws away what was cancelled when the app ends', async () => {
    server.behaviour = slow()
    const { models, until } = start()
    models.start('tiny', false)
    await vi.waitFor(async () => expect(await partBytes()).toBeGreaterThan(50_000))
    await models.downloads.cancel()
    models.start('tiny', false)
    await vi.waitFor(() => expect(server.requests.at(-1)?.range).toMatch(/^bytes=\d{5,}-$/))
    await models.downloads.cancel()
    await until(null)
    await models.close()
    expect(await partBytes()).toBe(0)
  })

  it('can be paused and cancelled while the model is tried', async () => {
    const { models, until, download } = start({
      smokeTest: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    models.start('tiny', false)
    await until('testing')
    await models.downloads.pause()
    expect(await download()).toMatchObject({ phase: 'paused', doneBytes: file.length })
    await models.downloads.cancel()
    expect(await download()).toBeNull()
  })

  it('fetches one at a time', async () => {
    server.behaviour = slow()
    const { models } = start()
    models.start('tiny', false)
    models.start('tiny', false)
    expect(() => models.start('unknown', false)).toThrow(PixieError)
    expect(() => models.remove('tiny')).toThrow('Tiny is being fetched')
    await models.downloads.cancel()
    expect(server.requests.length).toBeLessThanOrEqual(1)
  })

  it('fetches what has terms of its own only once they are accepted', async () => {
    const { models, until } = start({ entry: { licenseNote: 'Read them.' } })
    expect(() => models.start('tiny', false)).toThrow('Tiny has terms of its own. Read them.')
    expect(server.requests).toHaveLength(0)
    models.start('tiny', true)
    await until(null)
  })

  it('waits while another process fetches the same model, and then finds it here', async () => {
    const lock = await tryLockModel(paths())
    const { models, until, row } = start()
    models.start('tiny', false)
    await until('waiting')
    await fs.writeFile(paths().file, file)
    await lock?.release()
    await until(null)
    expect(await row()).toMatchObject({ state: 'ready' })
    expect(server.requests).toHaveLength(0)
  })

  it('replaces a damaged file, and says so until then', async () => {
    await fs.writeFile(paths().file, tinyGguf(file.length))
    const { models, until, row } = start()
    expect(await row()).toMatchObject({ state: 'damaged' })
    expect(await models.status()).toMatchObject({
      state: 'failed',
      error: { code: 'model-damaged', message: 'The file of Tiny is damaged' },
    })
    expect(await rejection(models.use('tiny'))).toMatchObject({ code: 'model-damaged' })
    models.start('tiny', false)
    await until(null)
    expect(await models.check('tiny')).toBe('ready')
  })

  it('starts from the beginning when what was kept does not fit together, and says so', async () => {
    server.behaviour = slow()
    const { models, seen, until } = start()
    models.start('tiny', false)
    await vi.waitFor(async () => expect(await partBytes()).toBeGreaterThan(50_000))
    await models.downloads.pause()
    const handle = await fs.open(paths().part, 'r+')
    await handle.write('damage', 1000)
    await handle.close()
    server.behaviour = { file, drip: { bytes: 50_000, ms: 60 } }
    models.downloads.resume()
    await until(null)
    expect(seen.at(-1)?.note).toContain('starting from the beginning')
    expect(await fs.readFile(paths().file)).toEqual(file)
  })
})

describe('a fetch that fails', () => {
  const once = { patience: { stallMs: 5000, tries: 1, pauseMs: 1 } }

  async function failure(changes: Changes) {
    const started = start(changes)
    started.models.start('tiny', true)
    await started.until('failed')
    return { ...started, error: (await started.download())?.error }
  }

  it('without a network says so, names no address, and goes on when asked', async () => {
    const url = await deadUrl()
    const { models, error, until, settings } = await failure({
      entry: { sources: [{ type: 'https', url }] },
      host: once,
    })
    expect(error).toEqual({
      code: 'no-network',
      message: 'The place that the model comes from cannot be reached',
      hint: 'Check the network and try again. What was fetched so far is kept.',
    })
    expect(settings.get('modelDownload')).toMatchObject({ model: 'tiny', isPaused: false })
    models.downloads.resume()
    await until('failed')
  })

  it('for want of space says how much', async () => {
    const { error } = await failure({ host: { freeBytes: async () => 1_000_000 } })
    expect(error).toMatchObject({ code: 'no-space' })
    expect(error?.message).toMatch(/^Not enough disk space for the model: 68 MB needed, 1 MB free$/)
    expect(error?.hint).toContain('Free some disk space')
  })

  it('with other bytes than the known ones throws them away', async () => {
    const { error } = await failure({ entry: { sha256: 'a'.repeat(64) } })
    expect(error).toMatchObject({ code: 'hash-mismatch' })
    expect(await partBytes()).toBe(0)
  })

  it('with a web page says that it is one', async () => {
    server.behaviour = {
      file,
      instead: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
        return true
      },
    }
    const { error } = await failure({})
    expect(error).toMatchObject({ code: 'not-a-model', message: 'Got a web page instead of a model' })
  })

  it('because the model does not run keeps the file, since its bytes are right', async () => {
    const { error } = await failure({
      smokeTest: () => Promise.reject(new PixieError('engine-failed', { what: 'No memory', hint: '' })),
    })
    expect(error).toMatchObject({ code: 'model-damaged' })
    expect(error?.message).toContain('No memory')
    expect(await partBytes()).toBe(file.length)
  })
})

describe('the owner’s own file', () => {
  it('is tried, then used, and stays in the list', async () => {
    const own = path.join(folder, 'own model.gguf')
    await fs.writeFile(own, file)
    const { models, settings, row } = start()
    await models.chooseFile(own)
    expect(settings.get('modelId')).toBe(own)
    expect(await row(own)).toMatchObject({ name: 'own model', isOwn: true, isUsed: true, state: 'ready' })
    models.remove(own)
    expect(await row(own)).toBeUndefined()
    expect(settings.get('modelId')).toBe('tiny')
    models.unremove(own)
    expect(await row(own)).toMatchObject({ isUsed: false })
    expect(await fs.readFile(own)).toEqual(file)
  })

  it('that is none is refused by name, and what was used before is still used', async () => {
    const own = path.join(folder, 'letter.gguf')
    await fs.writeFile(own, 'Dear Mara')
    const { models, settings } = start()
    const error = await rejection(models.chooseFile(own))
    expect(error).toMatchObject({ code: 'not-a-model', value: 'letter.gguf' })
    expect(settings.get('modelId')).toBeNull()
  })

  it('that does not run is refused with the reason', async () => {
    const own = path.join(folder, 'odd.gguf')
    await fs.writeFile(own, file)
    const { models, settings } = start({
      smokeTest: () =>
        Promise.reject(new PixieError('engine-failed', { what: 'Unknown architecture', hint: '' })),
    })
    expect(await rejection(models.chooseFile(own))).toMatchObject({
      code: 'model-damaged',
      what: 'odd.gguf does not run here: Unknown architecture',
    })
    expect(settings.get('ownModels')).toEqual([])
  })

  it('that is gone later is told as gone, and the app goes on', async () => {
    const own = path.join(folder, 'own.gguf')
    await fs.writeFile(own, file)
    const { models, row } = start()
    await models.chooseFile(own)
    await fs.rm(own)
    expect(await models.status()).toMatchObject({ state: 'not-here', name: 'own' })
    expect(await row(own)).toMatchObject({ state: 'absent' })
    expect(await rejection(models.use(own))).toMatchObject({ code: 'no-model' })
  })
})

describe('removing a model', () => {
  async function withModel() {
    await fs.writeFile(paths().file, file)
    const started = start()
    await started.row()
    return started
  }
  const isThere = () =>
    fs.stat(paths().file).then(
      () => true,
      () => false,
    )

  it('can be taken back for a while', async () => {
    const { models, row } = await withModel()
    models.remove('tiny')
    expect(await row()).toMatchObject({ state: 'absent' })
    expect(await models.status()).toMatchObject({ state: 'none' })
    models.unremove('tiny')
    expect(await row()).toMatchObject({ state: 'ready' })
    await models.close()
    expect(await isThere()).toBe(true)
  })

  it('is done after ten seconds, once the last request ended', async () => {
    const { models, engine, row } = await withModel()
    const end = Promise.withResolvers<void>()
    const running = engine.use(never, () => end.promise)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    models.remove('tiny')
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(await isThere()).toBe(true)
    end.resolve()
    await running
    await vi.waitFor(async () => expect(await isThere()).toBe(false))
    expect(await row()).toMatchObject({ state: 'absent' })
  })

  it('is done at the latest when the app ends', async () => {
    const { models } = await withModel()
    models.remove('tiny')
    await models.close()
    expect(await isThere()).toBe(false)
  })
})
