import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EventName } from '../../shared/contract/index.ts'
import { machineLibrary } from '../model/model-access.ts'
import { startModelServer } from '../model/testing/model-server.ts'
import { rejection, tinyEntry, tinyGguf, tinyHost } from '../model/testing/tiny-model.ts'
import { createPixie, type Pixie } from '../pixie.ts'
import { tempProfile } from '../store/testing/temp-profile.ts'
import type { Desktop, Services } from './handlers.ts'
import { modelsHandlers } from './models.ts'

const file = tinyGguf(50_000)
let temp: ReturnType<typeof tempProfile>
let server: Awaited<ReturnType<typeof startModelServer>>
let pixie: Pixie

beforeEach(async () => {
  temp = tempProfile()
  server = await startModelServer({ file })
})
afterEach(async () => {
  await pixie.close()
  await server.close()
  temp[Symbol.dispose]()
})

function open(desktop: Partial<Desktop> = {}, model: string | null = null) {
  const entry = tinyEntry(file, { sources: [{ type: 'https', url: server.url }] })
  const host = tinyHost(path.join(temp.root, 'models'), entry)
  pixie = createPixie({
    dataDir: temp.dataDir,
    clock: { now: () => Date.UTC(2026, 10, 30, 9), zone: 'UTC' },
    given: { now: false, tz: false },
    model,
    models: {
      engine: () => Promise.reject(new Error('this test loads no model')),
      tokenizer: async () => null,
      checks: [],
      library: { ...machineLibrary(() => host), smokeTest: async () => {} },
    },
    command: 'pixie test',
    onNotice: () => {},
  })
  const published: EventName[] = []
  const services: Partial<Services> = {
    pixie,
    desktop: desktop as Desktop, // what is missing is not asked for
    publish: (name) => void published.push(name),
  }
  return { calls: modelsHandlers(services as Services), published }
}

const isFetched = (calls: ReturnType<typeof modelsHandlers>) =>
  vi.waitFor(
    async () => expect(await calls['models.list']({})).toMatchObject({ models: [{ state: 'ready' }] }),
    { timeout: 10_000 },
  )

it('takes a new profile through its first run, and tells the windows of each change', async () => {
  const { calls, published } = open()
  expect(await calls['models.first-run']({})).toEqual({
    isNeeded: true,
    hasModel: false,
    folders: 0,
    calendars: 0,
  })
  await calls['models.start']({ model: 'tiny', acceptsTerms: false })
  await isFetched(calls)
  expect(new Set(published)).toEqual(new Set(['app.changed', 'models.progress']))
  await calls['models.finish-first-run']({})
  expect(await calls['models.first-run']({})).toMatchObject({ isNeeded: false })
  expect(await calls['models.examples']({})).toHaveLength(3)
})

it('does nothing when the dialog for a file was cancelled, and refuses what is no model', async () => {
  const letter = path.join(temp.root, 'letter.gguf')
  await fs.writeFile(letter, 'Dear Mara')
  const answers: (string | null)[] = [null, letter]
  const { calls } = open({ chooseFile: async () => answers.shift() ?? null })
  expect(await calls['models.choose-own']({})).toEqual({ isChosen: false })
  const refused = Promise.resolve(calls['models.choose-own']({}))
  expect(await rejection(refused)).toMatchObject({ code: 'not-a-model', value: 'letter.gguf' })
})

it('answers with what the app was started with until the owner chooses', async () => {
  const { calls } = open({}, path.join(temp.root, 'gone.gguf'))
  expect(await calls['models.status']({})).toMatchObject({ state: 'not-here', name: 'gone' })
  expect(await rejection(Promise.resolve(calls['models.use']({ model: 'tiny' })))).toMatchObject({
    code: 'no-model',
  })
  await fs.mkdir(path.join(temp.root, 'models'))
  await fs.writeFile(path.join(temp.root, 'models', 'tiny.gguf'), file)
  await calls['models.use']({ model: 'tiny' })
  expect(await calls['models.status']({})).toMatchObject({ state: 'idle', name: 'Tiny' })
  expect(pixie.settings.get('modelId')).toBe('tiny')
  await calls['models.set-idle']({ minutes: null })
  expect(await calls['models.list']({})).toMatchObject({ idleMinutes: null })
})
