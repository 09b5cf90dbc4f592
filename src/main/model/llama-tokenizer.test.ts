import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadTokenizer } from './llama-tokenizer.ts'
import { writeToyModel } from './toy-gguf.ts'

let folder = ''
let toy = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pixie-vocabulary-'))
  toy = join(folder, 'toy.gguf')
  await writeToyModel(toy, { words: ['lorem '] })
})
afterAll(() => rm(folder, { recursive: true }))

it('counts the tokens of texts, control tokens in them being plain text', async () => {
  const tokenizer = await loadTokenizer(toy)
  expect(tokenizer.countTokens('')).toBe(0)
  expect(tokenizer.countTokens('lorem lorem ')).toBe(2)
  expect(tokenizer.countTokens('<|im_end|>')).toBe('<|im_end|>'.length)
  await tokenizer.dispose()
})

it('says which file cannot be loaded, and another one still can', async () => {
  const cut = join(folder, 'cut.gguf')
  await writeFile(cut, (await readFile(toy)).subarray(0, 100_000))
  await expect(loadTokenizer(cut)).rejects.toMatchObject({ code: 'engine-failed', value: cut })
  const [one, two] = await Promise.all([loadTokenizer(toy), loadTokenizer(toy)])
  await one.dispose()
  expect(two.countTokens('lorem ')).toBe(1)
  await two.dispose()
})
