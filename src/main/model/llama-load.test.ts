import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLlamaEngine } from './llama.ts'
import { defaultProfile } from './profile.ts'
import { writeToyModel } from './toy-gguf.ts'

it('ends the loading with its signal as a stop, and leaves the next loading sound', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pixie-load-'))
  const modelPath = join(folder, 'toy.gguf')
  await writeToyModel(modelPath)
  const options = { modelPath, modelId: 'toy', sha256: null, profile: defaultProfile, threads: 1 }
  const stop = new AbortController()
  const loading = createLlamaEngine({ ...options, loadSignal: stop.signal })
  stop.abort()
  await expect(loading).rejects.toMatchObject({ code: 'stopped' })
  const engine = await createLlamaEngine(options)
  expect(engine.countTokens('abc')).toBeGreaterThan(0)
  await engine.dispose()
  await rm(folder, { recursive: true })
})
