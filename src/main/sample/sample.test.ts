import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultBase, shippedTexts } from '../alignment/compose.ts'
import { answerExamples, promptTexts } from '../harness/prompts.ts'
import { machineLibrary } from '../model/model-access.ts'
import { createPixie } from '../pixie.ts'
import { loadBuiltins } from '../skills/builtins.ts'
import noToolExamples from '../skills/no-tool-examples.json' with { type: 'json' }
import { fillSample, isSampleFilled, prepareSampleFolder, sampleTasks } from './sample.ts'

const signal = new AbortController().signal
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pixie-sample-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function open(dataDir: string) {
  return createPixie({
    dataDir,
    clock: { now: Date.now, zone: 'UTC' },
    given: { now: false, tz: false },
    model: null,
    models: {
      engine: () => Promise.reject(new Error('this test loads no model')),
      tokenizer: async () => null,
      checks: [],
      library: machineLibrary(),
    },
    command: 'pixie test',
    onNotice: () => {},
  })
}

describe('the sample', () => {
  it('is a profile with every file read, a calendar, notes and a log, and its own day', async () => {
    const dir = join(root, 'mara')
    const files = await prepareSampleFolder(dir)
    const filling = open(dir)
    await fillSample(filling, files, signal)
    await filling.close()
    expect(isSampleFilled(dir)).toBe(true)
    const pixie = open(dir)
    expect(pixie.files.status()).toMatchObject({ indexed: 16, skipped: 0, failed: 0 })
    expect(pixie.notebook.list()).toHaveLength(10)
    expect(pixie.memory.count()).toBe(10)
    expect(await pixie.calendar.report()).toMatchObject({ unreadable: [] })
    expect(new Date(pixie.clock.now()).toISOString()).toBe('2027-03-10T08:30:00.000Z')
    expect(pixie.clock.zone).toBe('Europe/Stockholm')
    await pixie.close()
  })

  it('is never made over what is there, but made anew when it was not finished', async () => {
    writeFileSync(join(root, 'thesis.txt'), 'mine')
    await expect(prepareSampleFolder(root)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(readFileSync(join(root, 'thesis.txt'), 'utf8')).toBe('mine')
    const dir = join(root, 'half')
    await prepareSampleFolder(dir)
    expect(isSampleFilled(dir)).toBe(false)
    await prepareSampleFolder(dir)
  })

  it('is in no text that a model reads: neither a question nor an answer of it', () => {
    const builtins = loadBuiltins().map(({ draft }) => JSON.stringify(draft))
    const all = [...promptTexts(), ...shippedTexts(), defaultBase, ...builtins, ...noToolExamples]
    const read = [...all, JSON.stringify(answerExamples())].join('\n').toLowerCase()
    for (const { question, accept } of sampleTasks())
      for (const text of [question, ...accept]) expect(read).not.toContain(text.toLowerCase())
  })
})
