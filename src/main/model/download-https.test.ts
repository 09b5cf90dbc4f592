import fs from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HttpsBench, once, startHttpsBench } from './testing/https-bench.ts'
import type { Behaviour } from './testing/model-server.ts'
import { rejection, sha256, tinyGguf } from './testing/tiny-model.ts'

const model = tinyGguf(200_000)

let bench: HttpsBench
beforeEach(async () => {
  bench = await startHttpsBench(model)
})
afterEach(() => bench.close())

describe('a download from an address', () => {
  it('brings the file, leaves nothing beside it but the record, and is ready', async () => {
    const got = await bench.fetchTiny()
    expect(got).toMatchObject({ id: 'tiny', path: bench.paths.file, sha256: sha256(model), family: 'chatml' })
    expect((await bench.finished()).equals(model)).toBe(true)
    expect((await fs.readdir(bench.folder)).filter((n) => !n.endsWith('.lock')).sort()).toEqual([
      'tiny.gguf',
      'tiny.gguf.json',
    ])
    expect(await bench.state()).toBe('ready')
  })

  it('asks nobody when the model is ready', async () => {
    await bench.fetchTiny()
    await bench.fetchTiny()
    expect(bench.server.requests).toHaveLength(1)
  })

  it('makes the folder for its owner only', async () => {
    const inner = path.join(bench.folder, 'a', 'models')
    await bench.fetchTiny({ host: { folder: inner } })
    expect((await fs.stat(inner)).mode & 0o777).toBe(0o700)
  })

  it('is byte-identical wherever the connection breaks, with and without ranges', async () => {
    const cut = fc.integer({ min: 0, max: model.length })
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { maxLength: 3 }), fc.boolean(), async (cuts, ignoresRange) => {
        bench.server.behaviour = { file: model, cuts: [...cuts], ignoresRange }
        await bench.fetchTiny()
        const same = (await bench.finished()).equals(model)
        await fs.rm(bench.paths.file)
        return same
      }),
      { numRuns: 25 },
    )
  })

  it('is byte-identical when a later run goes on at any byte, and fetches only the rest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: model.length - 1 }), async (cut) => {
        bench.server.behaviour = { file: model, cuts: [cut], beforeCut: bench.kept }
        expect(await rejection(bench.fetchTiny({ host: once }))).toMatchObject({ code: 'download-failed' })
        expect(await bench.state()).toBe('partial')
        await bench.fetchTiny({ host: once })
        expect(bench.server.requests.at(-1)?.range ?? null).toBe(cut < 4 ? null : `bytes=${cut}-`)
        const same = (await bench.finished()).equals(model)
        await fs.rm(bench.paths.file)
        return same
      }),
      { numRuns: 15 },
    )
  })

  it('is byte-identical when it was stopped and run again', async () => {
    bench.server.behaviour = { file: model, drip: { bytes: 20_000, ms: 3 } }
    const stop = new AbortController()
    const onProgress = (p: { doneBytes: number }) => {
      if (p.doneBytes > 0) stop.abort()
    }
    expect(await rejection(bench.fetchTiny({ options: { signal: stop.signal, onProgress } }))).toMatchObject({
      code: 'stopped',
    })
    expect(await bench.state()).toBe('partial')
    await bench.fetchTiny()
    expect((await bench.finished()).equals(model)).toBe(true)
  })

  it('is byte-identical when the connection breaks inside the first four bytes', async () => {
    bench.server.behaviour = { file: model, cuts: [1, 3] }
    await bench.fetchTiny()
    expect((await bench.finished()).equals(model)).toBe(true)
  })

  it('follows redirects and keeps asking for the range through them', async () => {
    bench.server.behaviour = {
      file: model,
      cuts: [50_000],
      beforeCut: bench.kept,
      instead: (request, response) => {
        if (request.url !== '/tiny.gguf') return false
        response.writeHead(302, { location: '/elsewhere/tiny.gguf' }).end()
        return true
      },
    }
    await bench.fetchTiny()
    expect((await bench.finished()).equals(model)).toBe(true)
    expect(bench.server.requests.at(-1)).toMatchObject({
      url: '/elsewhere/tiny.gguf',
      range: expect.stringMatching(/^bytes=\d+-$/),
      ifRange: '"v1"',
    })
  })

  it('refuses a redirect to an address without encryption, and one in a circle', async () => {
    const redirect = (location: string): Behaviour => ({
      file: model,
      instead: (_, response) => {
        response.writeHead(302, { location }).end()
        return true
      },
    })
    bench.server.behaviour = redirect('http://192.0.2.1/tiny.gguf')
    expect(await rejection(bench.fetchTiny())).toMatchObject({
      code: 'download-failed',
      what: expect.stringContaining('not encrypted'),
    })
    bench.server.behaviour = redirect('/tiny.gguf')
    expect(await rejection(bench.fetchTiny())).toMatchObject({
      code: 'download-failed',
      what: expect.stringContaining('more than 10'),
    })
  })

  it('works without a length, and without validators never continues', async () => {
    bench.server.behaviour = { file: model, chunked: true, etag: null, cuts: [70_000], beforeCut: bench.kept }
    await bench.fetchTiny()
    expect((await bench.finished()).equals(model)).toBe(true)
    expect(bench.server.requests.map((r) => r.range)).toEqual([null, null])
  })
})

describe('a file that changes at the source', () => {
  const other = tinyGguf(200_000)
  const unknown = { sha256: null }

  it('is started anew when the server says so', async () => {
    bench.server.behaviour = { file: model, cuts: [90_000], beforeCut: bench.kept }
    await rejection(bench.fetchTiny({ entry: unknown, host: once }))
    bench.server.behaviour = { file: other, etag: '"v2"' }
    await bench.fetchTiny({ entry: unknown, host: once })
    expect((await bench.finished()).equals(other)).toBe(true)
    expect(bench.server.requests.at(-1)?.ifRange).toBe('"v1"')
  })

  it('is started anew when the server sends the range all the same', async () => {
    bench.server.behaviour = { file: model, cuts: [90_000], beforeCut: bench.kept }
    await rejection(bench.fetchTiny({ entry: unknown, host: once }))
    bench.server.behaviour = { file: other, etag: '"v2"', ignoresCondition: true }
    const notes: string[] = []
    await bench.fetchTiny({ entry: unknown, host: once, options: { onNote: (line) => notes.push(line) } })
    expect((await bench.finished()).equals(other)).toBe(true)
    expect(notes.join()).toContain('changed since the last part')
  })

  it('is recognised by the date when there is no tag', async () => {
    bench.server.behaviour = {
      file: model,
      etag: null,
      lastModified: 'Mon, 01 Jun 2026 00:00:00 GMT',
      cuts: [90_000],
      beforeCut: bench.kept,
    }
    await rejection(bench.fetchTiny({ entry: unknown, host: once }))
    bench.server.behaviour = {
      file: other,
      etag: null,
      lastModified: 'Tue, 02 Jun 2026 00:00:00 GMT',
      ignoresCondition: true,
    }
    await bench.fetchTiny({ entry: unknown, host: once })
    expect((await bench.finished()).equals(other)).toBe(true)
  })

  it('is given up with source-changed when it changes again and again', async () => {
    let version = 0
    bench.server.behaviour = {
      file: model,
      ignoresCondition: true,
      get etag() {
        version += 1
        return `"v${version}"`
      },
      get cuts() {
        return [10_000]
      },
      beforeCut: () => bench.kept(10_000),
    }
    expect(await rejection(bench.fetchTiny({ entry: unknown }))).toMatchObject({ code: 'source-changed' })
    expect(await bench.state(unknown)).not.toBe('ready')
  })

  it('with another size than the catalogue says is refused before it is fetched', async () => {
    bench.server.behaviour = { file: tinyGguf(1000) }
    expect(await rejection(bench.fetchTiny())).toMatchObject({
      code: 'source-changed',
      what: expect.stringContaining('1000 bytes instead of 200000'),
    })
  })

  it('is fetched from the beginning when the end of the kept part does not exist any more', async () => {
    bench.server.behaviour = { file: model, cuts: [150_000], beforeCut: bench.kept }
    await rejection(bench.fetchTiny({ entry: unknown, host: once }))
    const small = tinyGguf(1000)
    bench.server.behaviour = { file: small, ignoresCondition: true }
    await bench.fetchTiny({ entry: unknown, host: once })
    expect((await bench.finished()).equals(small)).toBe(true)
  })
})
