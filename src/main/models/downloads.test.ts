import fs from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PixieError } from '../../shared/errors.ts'
import { guardNetwork } from '../app/network-guard.ts'
import { tryLockModel } from '../model/model-lock.ts'
import { deadUrl } from '../model/testing/model-server.ts'
import { rejection, tinyGguf } from '../model/testing/tiny-model.ts'
import { type Changes, type ModelsBench, openModelsBench } from './testing/models-bench.ts'

let bench: ModelsBench
beforeEach(async () => {
  bench = await openModelsBench()
})
afterEach(async () => {
  vi.useRealTimers()
  await bench.close()
})

describe('fetching a model', () => {
  it('brings it here, tries it, and answers with it when there was none', async () => {
    const tried: string[] = []
    const { models, settings, until, row } = bench.start({
      smokeTest: async (tested) => void tried.push(tested),
    })
    expect(await models.status()).toEqual({ state: 'none', name: 'Tiny', error: null, download: null })
    models.start('tiny', false)
    await until(null)
    expect(await row()).toMatchObject({ state: 'ready', isUsed: true })
    expect(await models.status()).toMatchObject({ state: 'idle', name: 'Tiny' })
    expect(tried).toEqual([bench.paths.part])
    expect(settings.get('modelDownload')).toBeNull()
  })

  it('tells how far it is, at most four times a second and as whole numbers', async () => {
    bench.server.behaviour = { file: bench.file, drip: { bytes: 10_000, ms: 15 } }
    const { models, seen, until } = bench.start()
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
    bench.server.behaviour = bench.slow()
    const { models, download, until } = bench.start()
    models.start('tiny', false)
    await bench.someBytes()
    await models.downloads.pause()
    const kept = await bench.partBytes()
    expect(await download()).toMatchObject({
      phase: 'paused',
      doneBytes: kept,
      totalBytes: bench.file.length,
    })
    bench.server.behaviour = { file: bench.file }
    models.downloads.resume()
    await until(null)
    expect(bench.server.requests.at(-1)?.range).toBe(`bytes=${kept}-`)
    expect(await fs.readFile(bench.paths.file)).toEqual(bench.file)
  })

  it('goes on by itself when the app ended in the middle', async () => {
    bench.server.behaviour = bench.slow()
    const first = bench.start()
    first.models.start('tiny', false)
    await bench.someBytes()
    await first.models.close()
    bench.server.behaviour = { file: bench.file }
    const second = bench.start()
    second.models.begin()
    await second.until(null)
    expect(bench.server.requests.at(-1)?.range).toMatch(/^bytes=\d{5,}-$/)
    expect(await second.row()).toMatchObject({ state: 'ready' })
  })

  it('stays paused over a restart', async () => {
    bench.server.behaviour = bench.slow()
    const first = bench.start()
    first.models.start('tiny', false)
    await bench.someBytes()
    await first.models.downloads.pause()
    const kept = await bench.partBytes()
    const second = bench.start()
    second.models.begin()
    await vi.waitFor(async () =>
      expect(await second.download()).toMatchObject({ phase: 'paused', doneBytes: kept }),
    )
    expect(bench.server.requests).toHaveLength(1)
  })

  it('throws away what came ten seconds after it is cancelled', async () => {
    bench.server.behaviour = bench.slow()
    const { models, settings, download, row } = bench.start()
    models.start('tiny', false)
    await bench.someBytes()
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
    bench.server.behaviour = bench.slow()
    const { models, until } = bench.start()
    models.start('tiny', false)
    await bench.someBytes()
    await models.downloads.cancel()
    models.start('tiny', false)
    await vi.waitFor(() => expect(bench.server.requests.at(-1)?.range).toMatch(/^bytes=\d{5,}-$/))
    await models.downloads.cancel()
    await until(null)
    await models.close()
    expect(await bench.partBytes()).toBe(0)
  })

  it('can be paused and cancelled while the model is tried', async () => {
    const { models, until, download } = bench.start({
      smokeTest: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    models.start('tiny', false)
    await until('testing')
    await models.downloads.pause()
    expect(await download()).toMatchObject({ phase: 'paused', doneBytes: bench.file.length })
    await models.downloads.cancel()
    expect(await download()).toBeNull()
  })

  it('fetches one at a time', async () => {
    bench.server.behaviour = bench.slow()
    const { models } = bench.start()
    models.start('tiny', false)
    models.start('tiny', false)
    expect(() => models.start('unknown', false)).toThrow(PixieError)
    expect(await rejection(models.remove('tiny'))).toMatchObject({ what: 'Tiny is being fetched' })
    await models.downloads.cancel()
    expect(bench.server.requests.length).toBeLessThanOrEqual(1)
  })

  it('fetches what has terms of its own only once they are accepted', async () => {
    const { models, until } = bench.start({ entry: { licenseNote: 'Read them.' } })
    expect(() => models.start('tiny', false)).toThrow('Tiny has terms of its own. Read them.')
    expect(bench.server.requests).toHaveLength(0)
    models.start('tiny', true)
    await until(null)
  })

  it('waits while another process fetches the same model, and then finds it here', async () => {
    const lock = await tryLockModel(bench.paths)
    const { models, until, row } = bench.start()
    models.start('tiny', false)
    await until('waiting')
    await fs.writeFile(bench.paths.file, bench.file)
    await lock?.release()
    await until(null)
    expect(await row()).toMatchObject({ state: 'ready' })
    expect(bench.server.requests).toHaveLength(0)
  })

  it('replaces a damaged file, and says so until then', async () => {
    await fs.writeFile(bench.paths.file, tinyGguf(bench.file.length))
    const { models, until, row } = bench.start()
    expect(await row()).toMatchObject({ state: 'damaged' })
    expect(await models.status()).toMatchObject({
      state: 'failed',
      error: {
        code: 'model-damaged',
        message: 'The file of Tiny is damaged',
        hint: expect.stringContaining('Repair it'),
      },
    })
    expect(await rejection(models.use('tiny'))).toMatchObject({ code: 'model-damaged' })
    models.start('tiny', false)
    await until(null)
    expect(await models.check('tiny')).toBe('ready')
  })

  it('starts from the beginning when what was kept does not fit together, and says so', async () => {
    bench.server.behaviour = bench.slow()
    const { models, seen, until } = bench.start()
    models.start('tiny', false)
    await bench.someBytes()
    await models.downloads.pause()
    const handle = await fs.open(bench.paths.part, 'r+')
    await handle.write('damage', 1000)
    await handle.close()
    bench.server.behaviour = { file: bench.file, drip: { bytes: 50_000, ms: 60 } }
    models.downloads.resume()
    await until(null)
    expect(seen.at(-1)?.note).toContain('starting from the beginning')
    expect(await fs.readFile(bench.paths.file)).toEqual(bench.file)
  })
})

describe('on a guarded network', () => {
  it('only the fetch gets out', async () => {
    const elsewhere = await deadUrl()
    const endGuard = guardNetwork()
    try {
      const { models, until } = bench.start()
      models.start('tiny', false)
      await until(null)
      expect(await rejection(fetch(elsewhere))).toMatchObject({ cause: { code: 'no-network' } })
    } finally {
      endGuard()
    }
  })
})

describe('a fetch that fails', () => {
  const once = { patience: { stallMs: 5000, tries: 1, pauseMs: 1 } }

  async function failure(changes: Changes) {
    const started = bench.start(changes)
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
    expect(await bench.partBytes()).toBe(0)
  })

  it('with a web page says that it is one', async () => {
    bench.server.behaviour = {
      file: bench.file,
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
    expect(await bench.partBytes()).toBe(bench.file.length)
  })
})
