import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadCatalog, type ModelEntry } from './catalog.ts'
import { ensureModel, fetchModel } from './download.ts'
import { inspectModel, modelPaths } from './model-files.ts'
import type { ModelHost } from './model-host.ts'
import { checkModel, fitsMemory, listModels, recommendModel, removeModel } from './models.ts'
import { catalogOf, rejection, sha256, tinyEntry, tinyGguf, tinyHost } from './testing/tiny-model.ts'

const model = tinyGguf(50_000)
const signal = new AbortController().signal
let folder: string
let host: ModelHost

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-models-'))
  host = tinyHost(folder, tinyEntry(model))
})

afterEach(async () => {
  await fs.rm(folder, { recursive: true, force: true })
})

const paths = () => modelPaths(folder, 'tiny')
const put = (bytes: Uint8Array) => fs.writeFile(paths().file, bytes)

async function state(entry: Partial<ModelEntry> = {}): Promise<string> {
  return (await inspectModel(host, tinyEntry(model, entry), { signal })).state
}

/** Phases told while the list is made. */
async function phasesOfList(): Promise<string[]> {
  const phases: string[] = []
  await listModels(host, { signal, onProgress: (p) => phases.push(p.phase) })
  return [...new Set(phases)]
}

describe('the state of a model', () => {
  it('is absent, partial, ready or damaged', async () => {
    expect(await state()).toBe('absent')
    await fs.writeFile(paths().part, '')
    expect(await state()).toBe('absent')
    await fs.writeFile(paths().part, 'GG')
    expect(await state()).toBe('partial')
    await put(model)
    expect(await state()).toBe('ready')
    await put(model.subarray(0, 40_000))
    expect(await state()).toBe('damaged')
    const flipped = Buffer.from(model)
    flipped.writeUInt8(flipped.readUInt8(30_000) ^ 1, 30_000)
    await put(flipped)
    expect(await state()).toBe('damaged')
    await put(Buffer.alloc(model.length))
    expect(await state()).toBe('damaged')
    await fs.rm(paths().file)
    await fs.mkdir(paths().file)
    expect(await state()).toBe('damaged')
    await fs.rmdir(paths().file)
  })

  it('of a file put there by hand is found by one hashing, then known without', async () => {
    await put(model)
    expect(await phasesOfList()).toEqual(['verify'])
    expect(await phasesOfList()).toEqual([])
    await fs.utimes(paths().file, 1, 1)
    expect(await phasesOfList()).toEqual(['verify'])
  })

  it('of a damaged file is remembered as well', async () => {
    await put(Buffer.concat([model.subarray(0, 49_999), Buffer.from([~model.readUInt8(49_999) & 255])]))
    expect(await state()).toBe('damaged')
    expect(await phasesOfList()).toEqual([])
    expect(await state()).toBe('damaged')
  })

  it('without a hash in the catalogue is what it was when it was first seen', async () => {
    await put(model)
    expect(await state({ sha256: null })).toBe('ready')
    await put(tinyGguf(50_000))
    await fs.utimes(paths().file, 1, 1)
    expect(await state({ sha256: null })).toBe('damaged')
  })

  it('does not believe a record that is not one', async () => {
    await put(model)
    await fs.writeFile(paths().record, '{"size":')
    expect(await state()).toBe('ready')
  })
})

describe('check', () => {
  it('reads the file again, record or not', async () => {
    await put(model)
    expect(await checkModel(host, 'tiny', { signal })).toMatchObject({
      state: 'ready',
      sha256: sha256(model),
    })
    const before = await fs.stat(paths().file)
    const flipped = Buffer.from(model)
    flipped.writeUInt8(flipped.readUInt8(30_000) ^ 1, 30_000)
    await put(flipped)
    await fs.utimes(paths().file, before.atime, before.mtime)
    expect(await checkModel(host, 'tiny', { signal })).toMatchObject({ state: 'damaged' })
    expect(await state()).toBe('damaged')
  })

  it('takes the path of any GGUF file and says its hash', async () => {
    const file = path.join(folder, 'own.gguf')
    const own = tinyGguf(1000)
    await fs.writeFile(file, own)
    expect(await checkModel(host, file, { signal })).toEqual({
      id: 'own.gguf',
      name: 'own',
      sizeBytes: 1000,
      sha256: sha256(own),
      license: 'unknown',
      state: 'ready',
      path: file,
      fits: true,
    })
    await fs.writeFile(file, model)
    expect(await checkModel(host, file, { signal })).toMatchObject({ id: 'tiny', license: 'MIT', path: file })
  })

  it('refuses what is no model, no file or no id', async () => {
    const file = path.join(folder, 'x.gguf')
    await fs.writeFile(file, '<html>')
    expect(await rejection(checkModel(host, file, { signal }))).toMatchObject({
      code: 'not-a-model',
      value: file,
    })
    expect(await rejection(checkModel(host, './none.gguf', { signal }))).toMatchObject({ code: 'not-found' })
    expect(await rejection(checkModel(host, folder, { signal }))).toMatchObject({ code: 'unreadable' })
    expect(await rejection(checkModel(host, 'tinny', { signal }))).toMatchObject({
      code: 'unknown-model',
      value: 'tinny',
      hint: expect.stringContaining('tiny'),
    })
  })
})

describe('remove', () => {
  it('deletes the model, its record and what was fetched of it, and may be repeated', async () => {
    await put(model)
    await state()
    await fs.writeFile(paths().part, 'GG')
    await fs.writeFile(paths().partState, '{}')
    await fs.mkdir(paths().wheels)
    expect(await removeModel(host, 'tiny', { signal })).toMatchObject({ id: 'tiny', state: 'absent' })
    expect((await fs.readdir(folder)).filter((name) => !name.startsWith('.'))).toEqual([])
    expect(await removeModel(host, 'tiny', { signal })).toMatchObject({ state: 'absent' })
  })

  it('makes no folder', async () => {
    const none = path.join(folder, 'none')
    await removeModel({ ...host, folder: none }, 'tiny', { signal })
    await expect(fs.stat(none)).rejects.toThrow()
  })
})

describe('ensureModel', () => {
  it('takes a path and looks at the header only', async () => {
    const file = path.join(folder, 'own.gguf')
    await fs.writeFile(file, tinyGguf(1000))
    expect(await ensureModel(file, { signal, host })).toMatchObject({
      id: 'own.gguf',
      path: file,
      sha256: null,
    })
    await fs.writeFile(file, 'PK\u0003\u0004')
    expect(await rejection(ensureModel(file, { signal, host }))).toMatchObject({
      code: 'not-a-model',
      what: expect.stringContaining('zip'),
    })
  })

  it('gives a ready model, and offline says how to get one that is absent', async () => {
    expect(await rejection(ensureModel('tiny', { signal, host, offline: true }))).toMatchObject({
      code: 'no-model',
      command: 'pixie models get tiny',
    })
    await put(model)
    expect(await ensureModel('tiny', { signal, host, offline: true })).toMatchObject({
      id: 'tiny',
      sha256: sha256(model),
    })
  })

  it('offline calls a damaged one damaged, not absent', async () => {
    await put(tinyGguf(model.length))
    expect(await rejection(ensureModel('tiny', { signal, host, offline: true }))).toMatchObject({
      code: 'model-damaged',
      what: 'The file of Tiny is damaged',
    })
  })
})

describe('a licence with terms of its own', () => {
  it('is asked for before the download, not for a model that is there', async () => {
    const entry = tinyEntry(model, { licenseNote: 'See example.org/terms.' })
    const asking = tinyHost(folder, entry)
    expect(await rejection(fetchModel('tiny', { signal, host: asking }))).toMatchObject({
      code: 'permission-denied',
      what: expect.stringContaining('example.org/terms'),
      command: expect.stringContaining('--accept-license'),
    })
    await put(model)
    expect(await fetchModel('tiny', { signal, host: asking })).toMatchObject({ id: 'tiny' })
  })
})

describe('recommend', () => {
  const gb = 1e9
  const entry = (id: string, memoryBytes: number, over: Partial<ModelEntry> = {}) =>
    tinyEntry(model, { id, name: id, memoryBytes, ...over })
  const catalog = catalogOf(
    entry('default', 2.2 * gb),
    entry('small', 0.9 * gb),
    entry('tiny', 0.4 * gb, { proven: false }),
    entry('terms', 0.7 * gb, { proven: false, licenseNote: 'Terms.' }),
    entry('large', 4 * gb, { proven: false }),
  )
  const at = (memoryBytes: number) => recommendModel({ ...host, catalog, memoryBytes })

  it.each([
    [64 * gb, 'default', 'Larger ones fit too (large)'],
    [4.7 * gb, 'default', 'it fits'],
    [4.69 * gb, 'small', 'the default, default, needs 4.7 GB'],
    [3.3 * gb, 'tiny', 'The best that fits'],
    [1 * gb, 'tiny', 'None fits'],
  ])('for %d bytes of memory', (memory, id, reason) => {
    expect(at(memory).model.id).toBe(id)
    expect(at(memory).reason).toContain(reason)
  })

  it.each([
    [2, 'smollm2-135m-instruct', false],
    [4, 'qwen2.5-coder-0.5b-instruct', true],
    [8, 'qwen2.5-coder-1.5b-instruct', true],
    [16, 'qwen2.5-coder-1.5b-instruct', true],
    [32, 'qwen2.5-coder-1.5b-instruct', true],
  ])('of the shipped models for a computer sold with %d GB', (sold, id, fits) => {
    const here = { ...host, catalog: loadCatalog({}), memoryBytes: sold * 2 ** 30 }
    const { model: recommended } = recommendModel(here)
    expect(recommended.id).toBe(id)
    expect(fitsMemory(here, recommended.memoryBytes)).toBe(fits)
  })
})
