import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PixieError } from '../../shared/errors.ts'
import type { ModelEntry } from './catalog.ts'
import { type FetchOptions, fetchModel } from './download.ts'
import { inspectModel, modelPaths } from './model-files.ts'
import type { ModelHost } from './model-host.ts'
import { type Behaviour, deadUrl, type ModelServer, startModelServer } from './testing/model-server.ts'
import { rejection, sha256, tinyEntry, tinyGguf, tinyHost } from './testing/tiny-model.ts'

const model = tinyGguf(200_000)
let folder: string
let server: ModelServer

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-https-'))
  server = await startModelServer({ file: model })
})

afterEach(async () => {
  await server.close()
  await fs.rm(folder, { recursive: true })
})

function entryAt(url: string, over: Partial<ModelEntry> = {}): ModelEntry {
  return tinyEntry(model, { sources: [{ type: 'https', url }], ...over })
}

function fetchTiny(
  over: { entry?: Partial<ModelEntry>; host?: Partial<ModelHost>; options?: Partial<FetchOptions> } = {},
) {
  const host = tinyHost(folder, entryAt(server.url, over.entry), over.host)
  return fetchModel('tiny', { signal: new AbortController().signal, host, ...over.options })
}

async function state(entry: Partial<ModelEntry> = {}): Promise<string> {
  const full = entryAt(server.url, entry)
  return (await inspectModel(tinyHost(folder, full), full, { signal: new AbortController().signal })).state
}

const paths = () => modelPaths(folder, 'tiny')
/** Until so many bytes are in the part file: a broken connection may lose what was not read from it yet. */
async function kept(bytes: number): Promise<void> {
  while (((await fs.stat(paths().part).catch(() => null))?.size ?? 0) < bytes)
    await new Promise((r) => setTimeout(r, 2))
}
const finished = () => fs.readFile(paths().file)
const once = { patience: { stallMs: 5000, tries: 1, pauseMs: 1 } }

describe('a download from an address', () => {
  it('brings the file, leaves nothing beside it but the record, and is ready', async () => {
    const got = await fetchTiny()
    expect(got).toMatchObject({ id: 'tiny', path: paths().file, sha256: sha256(model), family: 'chatml' })
    expect((await finished()).equals(model)).toBe(true)
    expect((await fs.readdir(folder)).filter((n) => !n.endsWith('.lock')).sort()).toEqual([
      'tiny.gguf',
      'tiny.gguf.json',
    ])
    expect(await state()).toBe('ready')
  })

  it('asks nobody when the model is ready', async () => {
    await fetchTiny()
    await fetchTiny()
    expect(server.requests).toHaveLength(1)
  })

  it('makes the folder for its owner only', async () => {
    const inner = path.join(folder, 'a', 'models')
    await fetchTiny({ host: { folder: inner } })
    expect((await fs.stat(inner)).mode & 0o777).toBe(0o700)
  })

  it('is byte-identical wherever the connection breaks, with and without ranges', async () => {
    const cut = fc.integer({ min: 0, max: model.length })
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { maxLength: 3 }), fc.boolean(), async (cuts, ignoresRange) => {
        server.behaviour = { file: model, cuts: [...cuts], ignoresRange }
        await fetchTiny()
        const same = (await finished()).equals(model)
        await fs.rm(paths().file)
        return same
      }),
      { numRuns: 25 },
    )
  })

  it('is byte-identical when a later run goes on at any byte, and fetches only the rest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: model.length - 1 }), async (cut) => {
        server.behaviour = { file: model, cuts: [cut], beforeCut: kept }
        expect(await rejection(fetchTiny({ host: once }))).toMatchObject({ code: 'download-failed' })
        expect(await state()).toBe('partial')
        await fetchTiny({ host: once })
        expect(server.requests.at(-1)?.range ?? null).toBe(cut < 4 ? null : `bytes=${cut}-`)
        const same = (await finished()).equals(model)
        await fs.rm(paths().file)
        return same
      }),
      { numRuns: 15 },
    )
  })

  it('is byte-identical when it was stopped and run again', async () => {
    server.behaviour = { file: model, drip: { bytes: 20_000, ms: 3 } }
    const stop = new AbortController()
    const onProgress = (p: { doneBytes: number }) => {
      if (p.doneBytes > 0) stop.abort()
    }
    expect(await rejection(fetchTiny({ options: { signal: stop.signal, onProgress } }))).toMatchObject({
      code: 'stopped',
    })
    expect(await state()).toBe('partial')
    await fetchTiny()
    expect((await finished()).equals(model)).toBe(true)
  })

  it('is byte-identical when the connection breaks inside the first four bytes', async () => {
    server.behaviour = { file: model, cuts: [1, 3] }
    await fetchTiny()
    expect((await finished()).equals(model)).toBe(true)
  })

  it('follows redirects and keeps asking for the range through them', async () => {
    server.behaviour = {
      file: model,
      cuts: [50_000],
      beforeCut: kept,
      instead: (request, response) => {
        if (request.url !== '/tiny.gguf') return false
        response.writeHead(302, { location: '/elsewhere/tiny.gguf' }).end()
        return true
      },
    }
    await fetchTiny()
    expect((await finished()).equals(model)).toBe(true)
    expect(server.requests.at(-1)).toMatchObject({
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
    server.behaviour = redirect('http://192.0.2.1/tiny.gguf')
    expect(await rejection(fetchTiny())).toMatchObject({
      code: 'download-failed',
      what: expect.stringContaining('not encrypted'),
    })
    server.behaviour = redirect('/tiny.gguf')
    expect(await rejection(fetchTiny())).toMatchObject({
      code: 'download-failed',
      what: expect.stringContaining('more than 10'),
    })
  })

  it('works without a length, and without validators never continues', async () => {
    server.behaviour = { file: model, chunked: true, etag: null, cuts: [70_000], beforeCut: kept }
    await fetchTiny()
    expect((await finished()).equals(model)).toBe(true)
    expect(server.requests.map((r) => r.range)).toEqual([null, null])
  })
})

describe('a file that changes at the source', () => {
  const other = tinyGguf(200_000)
  const unknown = { sha256: null }

  it('is started anew when the server says so', async () => {
    server.behaviour = { file: model, cuts: [90_000], beforeCut: kept }
    await rejection(fetchTiny({ entry: unknown, host: once }))
    server.behaviour = { file: other, etag: '"v2"' }
    await fetchTiny({ entry: unknown, host: once })
    expect((await finished()).equals(other)).toBe(true)
    expect(server.requests.at(-1)?.ifRange).toBe('"v1"')
  })

  it('is started anew when the server sends the range all the same', async () => {
    server.behaviour = { file: model, cuts: [90_000], beforeCut: kept }
    await rejection(fetchTiny({ entry: unknown, host: once }))
    server.behaviour = { file: other, etag: '"v2"', ignoresCondition: true }
    const notes: string[] = []
    await fetchTiny({ entry: unknown, host: once, options: { onNote: (line) => notes.push(line) } })
    expect((await finished()).equals(other)).toBe(true)
    expect(notes.join()).toContain('changed since the last part')
  })

  it('is recognised by the date when there is no tag', async () => {
    server.behaviour = {
      file: model,
      etag: null,
      lastModified: 'Mon, 01 Jun 2026 00:00:00 GMT',
      cuts: [90_000],
      beforeCut: kept,
    }
    await rejection(fetchTiny({ entry: unknown, host: once }))
    server.behaviour = {
      file: other,
      etag: null,
      lastModified: 'Tue, 02 Jun 2026 00:00:00 GMT',
      ignoresCondition: true,
    }
    await fetchTiny({ entry: unknown, host: once })
    expect((await finished()).equals(other)).toBe(true)
  })

  it('is given up with source-changed when it changes again and again', async () => {
    let version = 0
    server.behaviour = {
      file: model,
      ignoresCondition: true,
      get etag() {
        version += 1
        return `"v${version}"`
      },
      get cuts() {
        return [10_000]
      },
      beforeCut: () => kept(10_000),
    }
    expect(await rejection(fetchTiny({ entry: unknown }))).toMatchObject({ code: 'source-changed' })
    expect(await state(unknown)).not.toBe('ready')
  })

  it('with another size than the catalogue says is refused before it is fetched', async () => {
    server.behaviour = { file: tinyGguf(1000) }
    expect(await rejection(fetchTiny())).toMatchObject({
      code: 'source-changed',
      what: expect.stringContaining('1000 bytes instead of 200000'),
    })
  })

  it('is fetched from the beginning when the end of the kept part does not exist any more', async () => {
    server.behaviour = { file: model, cuts: [150_000], beforeCut: kept }
    await rejection(fetchTiny({ entry: unknown, host: once }))
    const small = tinyGguf(1000)
    server.behaviour = { file: small, ignoresCondition: true }
    await fetchTiny({ entry: unknown, host: once })
    expect((await finished()).equals(small)).toBe(true)
  })
})

describe('a wrong file', () => {
  it('of the right size is thrown away as hash-mismatch, and the next try is clean', async () => {
    server.behaviour = { file: tinyGguf(200_000) }
    expect(await rejection(fetchTiny())).toMatchObject({ code: 'hash-mismatch' })
    expect(await state()).toBe('absent')
    server.behaviour = { file: model }
    await fetchTiny()
    expect(await state()).toBe('ready')
  })

  it('caused by bytes kept from an earlier run is cured by one clean run', async () => {
    server.behaviour = { file: model, cuts: [90_000], beforeCut: kept }
    await rejection(fetchTiny({ host: once }))
    const part = await fs.readFile(paths().part)
    await fs.writeFile(paths().part, Buffer.concat([part.subarray(0, 100), Buffer.alloc(part.length - 100)]))
    await fetchTiny({ host: once })
    expect((await finished()).equals(model)).toBe(true)
  })

  it('that is a web page by its type is not-a-model and is not tried again', async () => {
    server.behaviour = {
      file: model,
      instead: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>log in</html>')
        return true
      },
    }
    expect(await rejection(fetchTiny())).toMatchObject({
      code: 'not-a-model',
      what: 'Got a web page instead of a model',
    })
    expect(server.requests).toHaveLength(1)
  })

  it('that is a web page by its content is not-a-model', async () => {
    const page = Buffer.alloc(200_000, '<!DOCTYPE html> ')
    server.behaviour = { file: page }
    expect(await rejection(fetchTiny())).toMatchObject({
      code: 'not-a-model',
      what: 'Got a web page instead of a model',
    })
    expect(await state()).not.toBe('ready')
  })

  it('with the right hash but no GGUF header is refused', async () => {
    const junk = Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(5000, 0xff)])
    server.behaviour = { file: junk }
    const entry = { sizeBytes: junk.length, sha256: sha256(junk) }
    expect(await rejection(fetchTiny({ entry }))).toMatchObject({
      code: 'not-a-model',
      what: expect.stringContaining('version'),
    })
    expect(await state(entry)).toBe('absent')
  })

  it('against the hash that the hub declares on its redirect is hash-mismatch, and a right one is kept', async () => {
    const hub = (declared: string): Behaviour => ({
      file: model,
      instead: (request, response) => {
        if (request.url !== '/tiny.gguf') return false
        response.writeHead(302, { location: '/cdn', 'x-linked-etag': `"${declared}"` }).end()
        return true
      },
    })
    server.behaviour = hub('0'.repeat(64))
    expect(await rejection(fetchTiny({ entry: { sha256: null } }))).toMatchObject({ code: 'hash-mismatch' })
    server.behaviour = hub(sha256(model))
    expect(await fetchTiny({ entry: { sha256: null } })).toMatchObject({ sha256: sha256(model) })
    await fs.writeFile(paths().file, tinyGguf(200_000))
    expect(await state({ sha256: null })).toBe('damaged')
  })
})

describe('a server or network that fails', () => {
  const status = (code: number): Behaviour => ({
    file: model,
    instead: (_, response) => {
      response.writeHead(code).end('no')
      return true
    },
  })

  it.each([404, 403, 410])('is told at once for %i', async (code) => {
    server.behaviour = status(code)
    const error = await rejection(fetchTiny())
    expect(error).toMatchObject({
      code: 'download-failed',
      value: server.url,
      what: expect.stringContaining(String(code)),
    })
    expect(server.requests).toHaveLength(1)
  })

  it('is tried again for 503, then told', async () => {
    server.behaviour = status(503)
    expect(await rejection(fetchTiny())).toMatchObject({
      code: 'download-failed',
      what: expect.stringContaining('503'),
    })
    expect(server.requests).toHaveLength(4)
  })

  it('is survived when 503 passes', async () => {
    let left = 2
    server.behaviour = {
      file: model,
      instead: (_, response) => {
        left -= 1
        if (left < 0) return false
        response.writeHead(503).end()
        return true
      },
    }
    await fetchTiny()
    expect(await state()).toBe('ready')
  })

  it('is no-network when nobody listens', async () => {
    const url = await deadUrl()
    const entry: Partial<ModelEntry> = { sources: [{ type: 'https', url }] }
    const error = await rejection(fetchTiny({ entry }))
    expect(error).toBeInstanceOf(PixieError)
    expect(error).toMatchObject({
      code: 'no-network',
      what: expect.stringContaining(`${new URL(url).host} cannot be reached`),
    })
  })

  it('that goes silent is given up after the patience, and continued', async () => {
    server.behaviour = {
      file: model,
      instead: (_, response) => {
        server.behaviour = { file: model }
        response.writeHead(200, { 'content-length': model.length, etag: '"v1"' })
        response.write(model.subarray(0, 60_000))
        return true
      },
    }
    const notes: string[] = []
    const host = { patience: { stallMs: 150, tries: 3, pauseMs: 1 } }
    await fetchTiny({ host, options: { onNote: (line) => notes.push(line) } })
    expect((await finished()).equals(model)).toBe(true)
    expect(notes.join()).toContain('Nothing came for')
    expect(server.requests[1]?.range).toBe('bytes=60000-')
  })

  it('gives way to the next source, and both reasons are told when that fails too', async () => {
    const gone = `${server.url}?gone`
    server.behaviour = {
      file: model,
      instead: (request, response) => {
        if (!request.url?.endsWith('?gone')) return false
        response.writeHead(404).end()
        return true
      },
    }
    const notes: string[] = []
    const https = (url: string) => ({ type: 'https' as const, url })
    const options = { onNote: (line: string) => notes.push(line) }
    await fetchTiny({ entry: { sources: [https(gone), https(server.url)] }, options })
    expect(notes).toEqual([expect.stringMatching(/404.*trying the next source/)])
    await fs.rm(paths().file)
    const error = await rejection(
      fetchTiny({ entry: { sources: [https(gone), https(`${server.url}?also?gone`)] } }),
    )
    expect(error).toMatchObject({
      code: 'download-failed',
      what: expect.stringMatching(/1\. .*404.*2\. .*404/),
    })
  })
})

describe('a disk without room', () => {
  it('is told before anything is written', async () => {
    const error = await rejection(fetchTiny({ host: { freeBytes: async () => 1000 } }))
    expect(error).toMatchObject({ code: 'no-space', what: expect.stringContaining('1 MB free') })
    expect(await state()).toBe('absent')
  })

  it('is no reason to try another source', async () => {
    const sources = [server.url, `${server.url}?2`].map((url) => ({ type: 'https' as const, url }))
    await rejection(fetchTiny({ entry: { sources }, host: { freeBytes: async () => 1000 } }))
    expect(server.requests).toHaveLength(1)
  })
})

describe('the smoke test', () => {
  it('that fails leaves the model not ready, and the bytes are not fetched twice', async () => {
    const smokeTest = async () => {
      throw new Error('no token came out')
    }
    const error = await rejection(fetchTiny({ options: { smokeTest } }))
    expect(error).toMatchObject({ code: 'model-damaged', what: expect.stringContaining('no token came out') })
    expect(await state()).toBe('partial')
    const tested: string[] = []
    await fetchTiny({ options: { smokeTest: async (file) => void tested.push(file) } })
    expect(tested).toEqual([paths().part])
    expect(await state()).toBe('ready')
    expect(server.requests).toHaveLength(1)
  })
})

describe('progress', () => {
  it('rises to the total in the download, then in the check', async () => {
    server.behaviour = { file: model, drip: { bytes: 50_000, ms: 5 } }
    const seen: { phase: string; done: number; total: number | null; source: string }[] = []
    await fetchTiny({
      options: {
        onProgress: (p) =>
          seen.push({ phase: p.phase, done: p.doneBytes, total: p.totalBytes, source: p.source }),
      },
    })
    const download = seen.filter((p) => p.phase === 'download')
    expect(download.at(-1)).toMatchObject({
      done: model.length,
      total: model.length,
      source: new URL(server.url).host,
    })
    expect(download.map((p) => p.done)).toEqual(download.map((p) => p.done).toSorted((a, b) => a - b))
    expect(seen.at(-1)).toMatchObject({ phase: 'verify', done: model.length, source: 'tiny' })
  })
})
