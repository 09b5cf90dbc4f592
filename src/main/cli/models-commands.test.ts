import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ModelServer, startModelServer } from '../model/testing/model-server.ts'
import { catalogOf, sha256, tinyEntry, tinyGguf } from '../model/testing/tiny-model.ts'
import { createModelsCommands } from './models-commands.ts'
import { runCli } from './testing/run-cli.ts'

const model = tinyGguf(50_000)
let root: string
let folder: string
let server: ModelServer

beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-models-cli-'))
  folder = path.join(root, 'models')
  server = await startModelServer({ file: model })
  const entry = tinyEntry(model, { sources: [{ type: 'https', url: server.url }] })
  const terms = {
    ...entry,
    id: 'terms',
    name: 'Terms',
    license: 'Own terms',
    licenseNote: 'See example.org.',
  }
  const huge = { ...entry, id: 'huge', name: 'Huge', memoryBytes: 1e15, sha256: null }
  const catalog = path.join(root, 'catalog.json')
  await fs.writeFile(catalog, JSON.stringify(catalogOf(entry, terms, huge)))
  vi.stubEnv('PIXIE_MODELS_DIR', folder)
  vi.stubEnv('PIXIE_MODEL_CATALOG', catalog)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
  await fs.rm(root, { recursive: true })
})

const commands = createModelsCommands(async () => {})
const pixie = (...argv: string[]) => runCli(argv, { commands })

async function json(...argv: string[]): Promise<unknown> {
  return JSON.parse((await pixie(...argv, '--json')).stdout)
}

const tiny = (state: string) => ({
  id: 'tiny',
  name: 'Tiny',
  sizeBytes: 50_000,
  sha256: sha256(model),
  license: 'MIT',
  state,
  path: path.join(folder, 'tiny.gguf'),
  fits: true,
})

describe('pixie models', () => {
  it('list, get, check and remove tell the state of a model in one shape', async () => {
    expect(await json('models', 'list')).toEqual([
      tiny('absent'),
      {
        ...tiny('absent'),
        id: 'terms',
        name: 'Terms',
        license: 'Own terms',
        path: path.join(folder, 'terms.gguf'),
      },
      {
        ...tiny('absent'),
        id: 'huge',
        name: 'Huge',
        sha256: null,
        path: path.join(folder, 'huge.gguf'),
        fits: false,
      },
    ])
    expect(await json('models', 'get', 'tiny')).toEqual(tiny('ready'))
    expect(await json('models', 'check', 'tiny')).toEqual(tiny('ready'))
    expect(await json('models', 'list')).toMatchObject([
      tiny('ready'),
      { state: 'absent' },
      { state: 'absent' },
    ])
    expect(await json('models', 'remove', 'tiny')).toEqual(tiny('absent'))
    expect(await json('models', 'list')).toMatchObject([tiny('absent'), {}, {}])
  })

  it('list is a table for people, and makes no folder', async () => {
    expect(await pixie('models', 'list')).toEqual({
      code: 0,
      stdout:
        'tiny   absent  0.1 MB  fits       MIT\nterms  absent  0.1 MB  fits       Own terms\nhuge   absent  0.1 MB  too large  MIT\n',
      stderr: '',
    })
    await expect(fs.stat(folder)).rejects.toThrow()
  })

  it('get shows how far it is: plain lines, a changing line on a terminal, nothing when quiet', async () => {
    expect((await pixie('models', 'get', 'tiny')).stderr).toMatch(
      /^Fetching from 127\.0\.0\.1:\d+ 0% · 0 of 0\.1 MB\n/,
    )
    await pixie('models', 'remove', 'tiny')
    const onTerminal = await runCli(['models', 'get', 'tiny'], { commands, terminal: true })
    expect(onTerminal.stderr).toContain('[████████████████████] 100%')
    expect(onTerminal.stderr).not.toContain('\n')
    await pixie('models', 'remove', 'tiny')
    expect((await pixie('models', 'get', 'tiny', '--quiet')).stderr).toBe('')
  })

  it('get refuses a licence that was not accepted, naming its terms and how', async () => {
    const refused = await pixie('models', 'get', 'terms')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /^pixie: Terms has terms of its own .*example\.org.*\(terms\): .*--accept-license\n$/,
    )
    expect(await json('models', 'get', 'terms', '--accept-license')).toMatchObject({
      id: 'terms',
      state: 'ready',
    })
  })

  it('check of a damaged or absent model exits with 1, of any GGUF by its path with 0', async () => {
    expect(await pixie('models', 'check', 'tiny')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not on this machine'),
      stderr: expect.stringMatching(
        /pixie: this model cannot be used as it is \(tiny, absent\): .*models get tiny\n$/,
      ),
    })
    await json('models', 'get', 'tiny')
    const file = path.join(folder, 'tiny.gguf')
    await fs.appendFile(file, 'x')
    const damaged = await pixie('models', 'check', 'tiny', '--json')
    expect(damaged.code).toBe(1)
    expect(JSON.parse(damaged.stdout)).toEqual(tiny('damaged'))
    const byPath = await pixie('models', 'check', file, '--json')
    expect(byPath.code).toBe(0)
    expect(JSON.parse(byPath.stdout)).toMatchObject({
      id: 'tiny.gguf',
      sizeBytes: 50_001,
      license: 'unknown',
      state: 'ready',
    })
  })

  it('get heals a damaged model', async () => {
    await json('models', 'get', 'tiny')
    await fs.truncate(path.join(folder, 'tiny.gguf'), 100)
    expect(await json('models', 'list')).toMatchObject([tiny('damaged'), {}, {}])
    expect(await json('models', 'get', 'tiny')).toEqual(tiny('ready'))
  })

  it.each(['get', 'check', 'remove'])('%s of an unknown id names the known ones', async (command) => {
    expect(await json('models', command, 'nope')).toEqual({
      error: {
        code: 'unknown-model',
        message: expect.stringContaining('nope'),
        hint: expect.stringContaining('tiny, terms, huge'),
      },
    })
  })

  it('recommend gives one model and why', async () => {
    expect(await json('models', 'recommend')).toEqual({
      ...tiny('absent'),
      reason: expect.stringMatching(/^The default/),
    })
  })

  it('a catalogue or folder that cannot be used is one sentence', async () => {
    vi.stubEnv('PIXIE_MODEL_CATALOG', path.join(root, 'none.json'))
    expect(await json('models', 'list')).toMatchObject({ error: { code: 'unreadable' } })
  })
})
