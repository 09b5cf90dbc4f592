import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { expect, it } from 'vitest'
import { holdLlama } from './llama-backend.ts'
import { openContext } from './llama-context.ts'
import { writeToyModel } from './toy-gguf.ts'

async function nextToken(sequence: LlamaContextSequence, tokens: Token[]): Promise<Token | null | undefined> {
  await sequence.clearHistory()
  const output = await sequence.controlledEvaluate([
    ...tokens.slice(0, -1),
    [tokens.at(-1) as Token, { generateNext: { token: true, options: { temperature: 0 } } }],
  ])
  return output.at(-1)?.next.token
}

it('gives each of several sequences its own next token when all are evaluated at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pixie-batch-'))
  const modelPath = join(folder, 'toy.gguf')
  // With a long vocabulary the race in the library, which once mixed them up, is lost in a third of the runs of one round.
  await writeToyModel(modelPath, { words: Array.from({ length: 30_000 }, (_, i) => `w${i} `) })
  const hold = await holdLlama(false)
  const model = await hold.llama.loadModel({ modelPath })
  const prompts = [
    [300, 400, 500, 600, 700],
    [900, 901, 905],
    [1200],
    [2000, 2001],
    [2500, 2600, 2700, 2800],
    [3000],
  ] as Token[][]
  const context = await openContext(model, { threads: 1, contextTokens: 512, sequences: prompts.length })
  const lanes = prompts.map((tokens) => ({ tokens, sequence: context.getSequence() }))
  const alone: (Token | null | undefined)[] = []
  for (const { sequence, tokens } of lanes) alone.push(await nextToken(sequence, tokens))
  expect(new Set(alone).size).toBe(prompts.length)
  for (let round = 0; round < 60; round += 1) {
    const together = lanes.map(({ sequence, tokens }) => nextToken(sequence, tokens))
    expect(await Promise.all(together)).toEqual(alone)
  }
  await context.dispose()
  await model.dispose()
  await hold.release()
  await rm(folder, { recursive: true })
}, 60_000)
