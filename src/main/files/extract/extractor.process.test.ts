import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makePdf } from '../testing/make-pdf.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { createExtractor, startNodeChild } from './extractor.ts'
import type { ExtractJob } from './protocol.ts'

const job: ExtractJob = { path: Buffer.from('/nowhere'), kind: 'text', dev: 0n, ino: 0n }
const signal = new AbortController().signal
const misbehaving = (module: URL) => () => startNodeChild(fileURLToPath(module))
const looping = misbehaving(new URL('../testing/looping-parser.ts', import.meta.url))
const hungry = misbehaving(new URL('../testing/hungry-parser.ts', import.meta.url))
const lying = misbehaving(new URL('../testing/lying-parser.ts', import.meta.url))
const orphanMaker = fileURLToPath(new URL('../testing/orphan-maker.ts', import.meta.url))

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A dead process that nobody has collected yet still has its number.
    const status = `/proc/${pid}/status`
    return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'))
  } catch {
    return false
  }
}

describe('the process of the parsers', () => {
  it('reads files, one after the other, whoever asks', async () => {
    using folder = tempFolder()
    const extractor = createExtractor()
    const jobFor = (path: string, kind: ExtractJob['kind']): ExtractJob => {
      const { dev, ino } = statSync(path, { bigint: true })
      return { path: Buffer.from(path), kind, dev, ino }
    }
    const [text, pdf, gone] = await Promise.all([
      extractor.extract(jobFor(folder.write('a.txt', 'hello'), 'text'), signal),
      extractor.extract(jobFor(folder.write('a.pdf', makePdf([['page']])), 'pdf'), signal),
      extractor.extract(job, signal),
    ])
    extractor.close()
    expect(text).toEqual({ state: 'indexed', text: 'hello', title: null, reason: null })
    expect(pdf).toMatchObject({ state: 'indexed', text: 'page' })
    expect(gone).toEqual({ state: 'failed', reason: 'unreadable: it is gone' })
  })
  it('that hangs on a file is killed, and the next file is read by a new one', async () => {
    const extractor = createExtractor({ start: looping, timeLimitMs: 3000 })
    expect(await extractor.extract(job, signal)).toMatchObject({ state: 'indexed' })
    expect(await extractor.extract(job, signal)).toEqual({
      state: 'failed',
      reason: 'time-out: reading it took longer than 3 s',
    })
    expect(await extractor.extract(job, signal)).toMatchObject({ state: 'indexed' })
    extractor.close()
  })
  it('that takes too much memory is ended, and only its file fails', async () => {
    const extractor = createExtractor({ start: hungry })
    expect(await extractor.extract(job, signal)).toEqual({
      state: 'failed',
      reason: 'damaged: reading it broke the reader or needed too much memory',
    })
  })
  it('that was taken over and answers nonsense is not believed', async () => {
    const extractor = createExtractor({ start: lying })
    expect(await extractor.extract(job, signal)).toMatchObject({ state: 'failed' })
  })
  it('does not outlive Pixie, even while it hangs', async () => {
    const program = spawn(process.execPath, [orphanMaker], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(program.stdout, 'data')
    const pid = Number(String(line))
    expect(isAlive(pid)).toBe(true)
    program.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  })
  it('stops at once when asked to', async () => {
    const extractor = createExtractor({ start: looping })
    await extractor.extract(job, signal)
    const abort = new AbortController()
    const hanging = extractor.extract(job, abort.signal)
    setTimeout(() => abort.abort(), 50)
    await expect(hanging).rejects.toMatchObject({ code: 'stopped' })
    await expect(extractor.extract(job, abort.signal)).rejects.toMatchObject({ code: 'stopped' })
  })
})
