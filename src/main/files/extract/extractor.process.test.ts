import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makePdf } from '../testing/make-pdf.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { createExtractor, startNodeChild } from './extractor.ts'
import type { ExtractJob } from './protocol.ts'

const job: ExtractJob = { path: Buffer.from('/nowhere'), kind: 'text', dev: 0n, ino: 0n }
const signal = new AbortController().signal
const misbehaving = (name: string) => () =>
  startNodeChild(fileURLToPath(new URL(`../testing/${name}`, import.meta.url)))

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
    const extractor = createExtractor({ start: misbehaving('looping-parser.ts'), timeLimitMs: 3000 })
    expect(await extractor.extract(job, signal)).toMatchObject({ state: 'indexed' })
    expect(await extractor.extract(job, signal)).toEqual({
      state: 'failed',
      reason: 'time-out: reading it took longer than 3 s',
    })
    expect(await extractor.extract(job, signal)).toMatchObject({ state: 'indexed' })
    extractor.close()
  })
  it('that takes too much memory is ended, and only its file fails', async () => {
    const extractor = createExtractor({ start: misbehaving('hungry-parser.ts') })
    expect(await extractor.extract(job, signal)).toEqual({
      state: 'failed',
      reason: 'damaged: reading it broke the reader or needed too much memory',
    })
  })
  it('that was taken over and answers nonsense is not believed', async () => {
    const extractor = createExtractor({ start: misbehaving('lying-parser.ts') })
    expect(await extractor.extract(job, signal)).toMatchObject({ state: 'failed' })
  })
  it('stops at once when asked to', async () => {
    const extractor = createExtractor({ start: misbehaving('looping-parser.ts') })
    await extractor.extract(job, signal)
    const abort = new AbortController()
    const hanging = extractor.extract(job, abort.signal)
    setTimeout(() => abort.abort(), 50)
    await expect(hanging).rejects.toMatchObject({ code: 'stopped' })
    await expect(extractor.extract(job, abort.signal)).rejects.toMatchObject({ code: 'stopped' })
  })
})
