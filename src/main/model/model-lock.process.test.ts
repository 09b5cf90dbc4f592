import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchModel } from './download.ts'
import { modelPaths } from './model-files.ts'
import { tryLockModel } from './model-lock.ts'
import { removeModel } from './models.ts'
import { type ModelServer, startModelServer } from './testing/model-server.ts'
import { catalogOf, rejection, sha256, tinyEntry, tinyGguf, tinyHost } from './testing/tiny-model.ts'

const model = tinyGguf(200_000)
const slowly = { bytes: 20_000, ms: 30 }
let root: string
let folder: string
let catalogFile: string
let server: ModelServer

beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-lock-'))
  folder = path.join(root, 'models')
  server = await startModelServer({ file: model, drip: slowly })
  catalogFile = path.join(root, 'catalog.json')
  await fs.writeFile(catalogFile, JSON.stringify(catalogOf(entry())))
})

afterEach(async () => {
  await server.close()
  await fs.rm(root, { recursive: true })
})

const entry = () => tinyEntry(model, { sources: [{ type: 'https', url: server.url }] })
const host = () => tinyHost(folder, entry())
const finished = () => fs.readFile(modelPaths(folder, 'tiny').file)

function fetchInChild() {
  const script = fileURLToPath(new URL('./testing/fetch-child.ts', import.meta.url))
  const env = { ...process.env, PIXIE_MODELS_DIR: folder, PIXIE_MODEL_CATALOG: catalogFile }
  const child = spawn(process.execPath, ['--no-warnings', script], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString()
  })
  const ended = once(child, 'close').then(() => output)
  return { child, ended }
}

/** Waits until the first bytes of the part are there. */
async function begun(): Promise<void> {
  const { part } = modelPaths(folder, 'tiny')
  while (((await fs.stat(part).catch(() => null))?.size ?? 0) < 20_000)
    await new Promise((r) => setTimeout(r, 5))
}

describe('two fetches of one model', () => {
  it('in one process do the work once, and the second says whom it waits for', async () => {
    const waits = new Set<string>()
    const signal = new AbortController().signal
    const onProgress = (p: { phase: string; source: string }) => {
      if (p.phase === 'wait') waits.add(p.source)
    }
    const both = await Promise.all([1, 2].map(() => fetchModel('tiny', { host: host(), signal, onProgress })))
    expect(both.map((m) => m.sha256)).toEqual([sha256(model), sha256(model)])
    expect(server.requests).toHaveLength(1)
    expect([...waits]).toEqual(['another fetch in this process'])
  })

  it('in two processes do the work once', async () => {
    const results = await Promise.all([fetchInChild().ended, fetchInChild().ended])
    const parsed = results.map((r) => JSON.parse(r) as { sha256: string; phases: string[] })
    expect(parsed.map((r) => r.sha256)).toEqual([sha256(model), sha256(model)])
    expect(parsed.filter((r) => r.phases.includes('download'))).toHaveLength(1)
    expect(server.requests).toHaveLength(1)
    expect((await finished()).equals(model)).toBe(true)
  })

  it('go on where a killed process stopped, without waiting for it', async () => {
    const { child, ended } = fetchInChild()
    await begun()
    child.kill('SIGKILL')
    await ended
    expect(await fs.readFile(modelPaths(folder, 'tiny').holder, 'utf8')).toBe(String(child.pid))
    const phases = new Set<string>()
    const signal = new AbortController().signal
    await fetchModel('tiny', { host: host(), signal, onProgress: (p) => phases.add(p.phase) })
    expect([...phases]).toEqual(['download', 'verify'])
    expect((await finished()).equals(model)).toBe(true)
    expect(server.requests.at(-1)?.range).toMatch(/^bytes=[1-9]/)
  })

  it('name the other process, and the waiting one can be stopped', async () => {
    const { child, ended } = fetchInChild()
    await begun()
    const stop = new AbortController()
    const seen: string[] = []
    const onProgress = (p: { phase: string; source: string; doneBytes: number }) => {
      seen.push(`${p.phase} ${p.source}`)
      stop.abort()
    }
    const error = await rejection(fetchModel('tiny', { host: host(), signal: stop.signal, onProgress }))
    expect(error).toMatchObject({ code: 'stopped' })
    expect(seen[0]).toBe(`wait process ${child.pid}`)
    const refused = await rejection(removeModel(host(), 'tiny', { signal: new AbortController().signal }))
    expect(refused).toMatchObject({
      code: 'permission-denied',
      what: expect.stringContaining(`process ${child.pid}`),
    })
    await ended
    expect((await finished()).equals(model)).toBe(true)
  })

  it('hand the lock on after an error, and a lock file left over holds nobody up', async () => {
    server.behaviour = { file: tinyGguf(200_000) }
    expect(
      await rejection(fetchModel('tiny', { host: host(), signal: new AbortController().signal })),
    ).toMatchObject({
      code: 'hash-mismatch',
    })
    const paths = modelPaths(folder, 'tiny')
    expect(await fs.stat(paths.lock)).toBeTruthy()
    await fs.writeFile(paths.holder, '999999')
    const lock = await tryLockModel(paths)
    expect(lock).not.toBeNull()
    expect(await tryLockModel(paths)).toBeNull()
    await lock?.release()
  })
})
