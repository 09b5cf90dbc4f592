import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeToyModel } from '../src/main/model/toy-gguf.ts'
import { cacheBytes, modelBytes } from './app-model.ts'
import { typingFigures } from './app-typing.ts'

it('counts the cells of every sequence, and no more than a model was trained on', () => {
  const shape = { layers: 24, heads: 2, keyWidth: 64, valueWidth: 64 }
  const perCell = 24 * 2 * 128 * 2
  expect(cacheBytes({ ...shape, trainedTokens: 32_768 })).toBe((4 * 4096 + 6 * 2048) * perCell)
  expect(cacheBytes({ ...shape, trainedTokens: 1024 })).toBe(10 * 1024 * perCell)
})

it('reads the sizes from the header of a model', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pixie-bench-test-'))
  try {
    const path = join(folder, 'toy.gguf')
    await writeToyModel(path)
    const { file, cache } = await modelBytes(path)
    expect(file).toBeGreaterThan(100_000)
    expect(cache).toBe(cacheBytes({ layers: 2, heads: 4, keyWidth: 16, valueWidth: 16, trainedTokens: 8192 }))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('takes a price that never came for the longest wait', () => {
  expect(typingFigures('app.key', [10, 20, 30, null])).toEqual([
    { id: 'app.key', value: 20 },
    { id: 'app.key.most', value: 2000 },
  ])
})
