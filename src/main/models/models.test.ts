import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PixieError } from '../../shared/errors.ts'
import { hashFile } from '../model/file-hash.ts'
import { tryLockModel } from '../model/model-lock.ts'
import { rejection } from '../model/testing/tiny-model.ts'
import { type ModelsBench, openModelsBench } from './testing/models-bench.ts'

// Counted, not replaced.
vi.mock('../model/file-hash.ts', { spy: true })

const never = new AbortController().signal

let bench: ModelsBench
beforeEach(async () => {
  bench = await openModelsBench()
})
afterEach(async () => {
  vi.useRealTimers()
  await bench.close()
})

describe('the owner’s own file', () => {
  it('is tried, then used, and stays in the list', async () => {
    const own = path.join(bench.folder, 'own model.gguf')
    await fs.writeFile(own, bench.file)
    const { models, settings, row } = bench.start()
    await models.chooseFile(own)
    expect(settings.get('modelId')).toBe(own)
    expect(await row(own)).toMatchObject({ name: 'own model', isOwn: true, isUsed: true, state: 'ready' })
    await models.remove(own)
    expect(await row(own)).toBeUndefined()
    expect(settings.get('modelId')).toBe('tiny')
    models.unremove(own)
    expect(await row(own)).toMatchObject({ isUsed: false })
    expect(await fs.readFile(own)).toEqual(bench.file)
  })

  it('that is none is refused by name, and what was used before is still used', async () => {
    const own = path.join(bench.folder, 'letter.gguf')
    await fs.writeFile(own, 'Dear Mara')
    const { models, settings } = bench.start()
    const error = await rejection(models.chooseFile(own))
    expect(error).toMatchObject({ code: 'not-a-model', value: 'letter.gguf' })
    expect(settings.get('modelId')).toBeNull()
  })

  it('that does not run is refused with the reason', async () => {
    const own = path.join(bench.folder, 'odd.gguf')
    await fs.writeFile(own, bench.file)
    const { models, settings } = bench.start({
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
    const own = path.join(bench.folder, 'own.gguf')
    await fs.writeFile(own, bench.file)
    const { models, row } = bench.start()
    await models.chooseFile(own)
    await fs.rm(own)
    expect(await models.status()).toMatchObject({ state: 'not-here', name: 'own' })
    expect(await row(own)).toMatchObject({ state: 'absent' })
    expect(await rejection(models.use(own))).toMatchObject({ code: 'no-model' })
  })
})

describe('removing a model', () => {
  async function withModel() {
    await fs.writeFile(bench.paths.file, bench.file)
    const started = bench.start()
    await started.row()
    return started
  }
  const isThere = () =>
    fs.stat(bench.paths.file).then(
      () => true,
      () => false,
    )

  it('can be taken back for a while', async () => {
    const { models, row } = await withModel()
    await models.remove('tiny')
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
    await models.remove('tiny')
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(await isThere()).toBe(true)
    end.resolve()
    await running
    await vi.waitFor(async () => expect(await isThere()).toBe(false))
    expect(await row()).toMatchObject({ state: 'absent' })
  })

  it('is refused while another process fetches it anew', async () => {
    const { models, row } = await withModel()
    const lock = await tryLockModel(bench.paths)
    expect(await rejection(models.remove('tiny'))).toMatchObject({ code: 'permission-denied' })
    await lock?.release()
    expect(await row()).toMatchObject({ state: 'ready' })
  })

  it('is done at the latest when the app ends', async () => {
    const { models } = await withModel()
    await models.remove('tiny')
    await models.close()
    expect(await isThere()).toBe(false)
  })
})

describe('a model that somebody put here', () => {
  it('is read whole once, however many look at once and also where nothing can be written', async () => {
    await fs.writeFile(bench.paths.file, bench.file)
    await fs.mkdir(bench.paths.record)
    const { models } = bench.start()
    vi.mocked(hashFile).mockClear()
    const looks = await Promise.all([models.status(), models.list(), models.status()])
    expect(looks[1]).toMatchObject({ models: [{ state: 'ready' }] })
    expect(looks[2]).toMatchObject({ state: 'idle' })
    expect(hashFile).toHaveBeenCalledTimes(1)
    await fs.rmdir(bench.paths.record)
  })
})
