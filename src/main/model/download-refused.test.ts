import fs from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelEntry } from './catalog.ts'
import { guardSpace } from './part-file.ts'
import { type HttpsBench, once, startHttpsBench } from './testing/https-bench.ts'
import { type Behaviour, deadUrl } from './testing/model-server.ts'
import { rejection, sha256, tinyGguf } from './testing/tiny-model.ts'

const model = tinyGguf(200_000)

let bench: HttpsBench
beforeEach(async () => {
  bench = await startHttpsBench(model)
})
afterEach(() => bench.close())

describe('a wrong file', () => {
  it('of the right size is thrown away as hash-mismatch, and the next try is clean', async () => {
    bench.server.behaviour = { file: tinyGguf(200_000) }
    expect(await rejection(bench.fetchTiny())).toMatchObject({ code: 'hash-mismatch' })
    expect(await bench.state()).toBe('absent')
    bench.server.behaviour = { file: model }
    await bench.fetchTiny()
    expect(await bench.state()).toBe('ready')
  })

  it('caused by bytes kept from an earlier run is cured by one clean run', async () => {
    bench.server.behaviour = { file: model, cuts: [90_000], beforeCut: bench.kept }
    await rejection(bench.fetchTiny({ host: once }))
    const part = await fs.readFile(bench.paths.part)
    await fs.writeFile(
      bench.paths.part,
      Buffer.concat([part.subarray(0, 100), Buffer.alloc(part.length - 100)]),
    )
    await bench.fetchTiny({ host: once })
    expect((await bench.finished()).equals(model)).toBe(true)
  })

  it('that is a web page by its type is not-a-model and is not tried again', async () => {
    bench.server.behaviour = {
      file: model,
      instead: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>log in</html>')
        return true
      },
    }
    expect(await rejection(bench.fetchTiny())).toMatchObject({
      code: 'not-a-model',
      what: 'Got a web page instead of a model',
    })
    expect(bench.server.requests).toHaveLength(1)
  })

  it('that is a web page by its content is not-a-model', async () => {
    const page = Buffer.alloc(200_000, '<!DOCTYPE html> ')
    bench.server.behaviour = { file: page }
    expect(await rejection(bench.fetchTiny())).toMatchObject({
      code: 'not-a-model',
      what: 'Got a web page instead of a model',
    })
    expect(await bench.state()).not.toBe('ready')
  })

  it('with the right hash but no GGUF header is refused', async () => {
    const junk = Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(5000, 0xff)])
    bench.server.behaviour = { file: junk }
    const entry = { sizeBytes: junk.length, sha256: sha256(junk) }
    expect(await rejection(bench.fetchTiny({ entry }))).toMatchObject({
      code: 'not-a-model',
      what: expect.stringContaining('version'),
    })
    expect(await bench.state(entry)).toBe('absent')
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
    bench.server.behaviour = hub('0'.repeat(64))
    expect(await rejection(bench.fetchTiny({ entry: { sha256: null } }))).toMatchObject({
      code: 'hash-mismatch',
    })
    bench.server.behaviour = hub(sha256(model))
    expect(await bench.fetchTiny({ entry: { sha256: null } })).toMatchObject({ sha256: sha256(model) })
    await fs.writeFile(bench.paths.file, tinyGguf(200_000))
    expect(await bench.state({ sha256: null })).toBe('damaged')
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
    bench.server.behaviour = status(code)
    const error = await rejection(bench.fetchTiny())
    expect(error).toMatchObject({
      code: 'download-failed',
      value: bench.server.url,
      what: expect.stringContaining(String(code)),
    })
    expect(bench.server.requests).toHaveLength(1)
  })

  it('is tried again for 503, then told', async () => {
    bench.server.behaviour = status(503)
    expect(await rejection(bench.fetchTiny())).toMatchObject({
      code: 'download-failed',
      what: expect.stringContaining('503'),
    })
    expect(bench.server.requests).toHaveLength(4)
  })

  it('is survived when 503 passes', async () => {
    let left = 2
    bench.server.behaviour = {
      file: model,
      instead: (_, response) => {
        left -= 1
        if (left < 0) return false
        response.writeHead(503).end()
        return true
      },
    }
    await bench.fetchTiny()
    expect(await bench.state()).toBe('ready')
  })

  it('is no-network when nobody listens', async () => {
    const url = await deadUrl()
    const entry: Partial<ModelEntry> = { sources: [{ type: 'https', url }] }
    const error = await rejection(bench.fetchTiny({ entry }))
    expect(error).toMatchObject({
      code: 'no-network',
      what: expect.stringContaining(`${new URL(url).host} cannot be reached`),
    })
  })

  it('that goes silent is given up after the patience, and continued', async () => {
    bench.server.behaviour = {
      file: model,
      instead: (_, response) => {
        bench.server.behaviour = { file: model }
        response.writeHead(200, { 'content-length': model.length, etag: '"v1"' })
        response.write(model.subarray(0, 60_000))
        return true
      },
    }
    const notes: string[] = []
    const host = { patience: { stallMs: 150, tries: 3, pauseMs: 1 } }
    await bench.fetchTiny({ host, options: { onNote: (line) => notes.push(line) } })
    expect((await bench.finished()).equals(model)).toBe(true)
    expect(notes.join()).toContain('Nothing came for')
    expect(bench.server.requests[1]?.range).toBe('bytes=60000-')
  })

  it('gives way to the next source, and both reasons are told when that fails too', async () => {
    const gone = `${bench.server.url}?gone`
    bench.server.behaviour = {
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
    await bench.fetchTiny({ entry: { sources: [https(gone), https(bench.server.url)] }, options })
    expect(notes).toEqual([expect.stringMatching(/404.*trying the next source/)])
    await fs.rm(bench.paths.file)
    const error = await rejection(
      bench.fetchTiny({ entry: { sources: [https(gone), https(`${bench.server.url}?also?gone`)] } }),
    )
    expect(error).toMatchObject({
      code: 'download-failed',
      what: expect.stringMatching(/1\. .*404.*2\. .*404/),
    })
  })
})

describe('a disk without room', () => {
  it('is told before anything is written', async () => {
    const error = await rejection(bench.fetchTiny({ host: { freeBytes: async () => 1000 } }))
    expect(error).toMatchObject({ code: 'no-space', what: expect.stringContaining('1 MB free') })
    expect(await bench.state()).toBe('absent')
  })

  it('is no reason to try another source', async () => {
    const sources = [bench.server.url, `${bench.server.url}?2`].map((url) => ({
      type: 'https' as const,
      url,
    }))
    await rejection(bench.fetchTiny({ entry: { sources }, host: { freeBytes: async () => 1000 } }))
    expect(bench.server.requests).toHaveLength(1)
  })
})

describe('a disk that becomes full on the way', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('is no-space; what was written is kept and continued', async () => {
    const handle = await fs.open(bench.folder)
    const prototype: fs.FileHandle = Object.getPrototypeOf(handle)
    await handle.close()
    bench.server.behaviour = { file: model, drip: { bytes: 50_000, ms: 20 } }
    const append = prototype.appendFile
    let writes = 0
    vi.spyOn(prototype, 'appendFile').mockImplementation(function (this: fs.FileHandle, data) {
      writes += 1
      const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
      return writes > 2 ? Promise.reject(full) : append.call(this, data)
    })
    expect(await rejection(bench.fetchTiny())).toMatchObject({ code: 'no-space', value: bench.paths.part })
    expect(await bench.state()).toBe('partial')
    vi.restoreAllMocks()
    await bench.fetchTiny()
    expect(bench.server.requests.at(-1)?.range).toMatch(/^bytes=[1-9]/)
    expect((await bench.finished()).equals(model)).toBe(true)
  })

  it.each([
    ['EDQUOT', 'no-space'],
    ['EROFS', 'permission-denied'],
    ['EACCES', 'permission-denied'],
  ])('%s is %s', async (code, expected) => {
    const work = () => Promise.reject(Object.assign(new Error('refused'), { code }))
    expect(await rejection(guardSpace('/models/x', work))).toMatchObject({
      code: expected,
      value: '/models/x',
    })
  })
})

describe('the smoke test', () => {
  it('that fails leaves the model not ready, and the bytes are not fetched twice', async () => {
    const smokeTest = async () => {
      throw new Error('no token came out')
    }
    const error = await rejection(bench.fetchTiny({ options: { smokeTest } }))
    expect(error).toMatchObject({ code: 'model-damaged', what: expect.stringContaining('no token came out') })
    expect(await bench.state()).toBe('partial')
    const tested: string[] = []
    await bench.fetchTiny({ options: { smokeTest: async (file) => void tested.push(file) } })
    expect(tested).toEqual([bench.paths.part])
    expect(await bench.state()).toBe('ready')
    expect(bench.server.requests).toHaveLength(1)
  })
})

describe('progress', () => {
  it('rises to the total in the download, then in the check', async () => {
    bench.server.behaviour = { file: model, drip: { bytes: 50_000, ms: 5 } }
    const seen: { phase: string; done: number; total: number | null; source: string }[] = []
    await bench.fetchTiny({
      options: {
        onProgress: (p) =>
          seen.push({ phase: p.phase, done: p.doneBytes, total: p.totalBytes, source: p.source }),
      },
    })
    const download = seen.filter((p) => p.phase === 'download')
    expect(download.at(-1)).toMatchObject({
      done: model.length,
      total: model.length,
      source: new URL(bench.server.url).host,
    })
    expect(download.map((p) => p.done)).toEqual(download.map((p) => p.done).toSorted((a, b) => a - b))
    expect(seen.at(-1)).toMatchObject({ phase: 'verify', done: model.length, source: 'tiny' })
  })
})
