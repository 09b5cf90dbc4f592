import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { writeToyModel } from '../src/main/model/toy-gguf.ts'
import { isMet } from './figures.ts'
import { measureGeneration, speedFigures } from './generation.ts'
import { toolGrowth } from './tool-growth.ts'

afterEach(() => vi.unstubAllEnvs())

it('holds replies through the engine against bare ones of the same round', () => {
  const figures = speedFigures([
    [19, 20],
    [30, 10],
    [4, 5],
  ])
  expect(figures.map(({ value }) => value)).toEqual([95, 19, 10])
  expect(figures.every(isMet)).toBe(true)
  expect(speedFigures([[18, 20]]).every(isMet)).toBe(false)
  expect(speedFigures([[Number.NaN, 20]]).every(isMet)).toBe(false)
})

it('counts what a further tool adds to the prompt: one signature line', () => {
  const lines = toolGrowth((text) => text.split('\n').length)
  expect(lines).toEqual({ id: 'tokens.tool', value: 1 })
})

it('measures both on a toy model', async () => {
  vi.stubEnv('PIXIE_THREADS', '1')
  const folder = mkdtempSync(join(tmpdir(), 'pixie-bench-test-'))
  try {
    const model = join(folder, 'toy.gguf')
    await writeToyModel(model)
    const { signal } = new AbortController()
    const { figures } = await measureGeneration({ model, signal, say: () => {} })
    expect(figures.map(({ id }) => id)).toEqual(['tokens.tool', 'speed.share', 'speed.engine', 'speed.bare'])
    expect(figures.find(({ id }) => id === 'speed.bare')?.value).toBeGreaterThan(0)
    expect(figures.find(({ id }) => id === 'tokens.tool')?.value).toBeGreaterThan(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
