import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChatMLChatWrapper } from 'node-llama-cpp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Engine, SessionSpec } from '../../src/main/model/engine.ts'
import { writeToyModel } from '../../src/main/model/toy-gguf.ts'
import { openLibraryEngine } from './llama-library.ts'
import { standInTools } from './stand-in-tools.ts'

const signal = new AbortController().signal
const spec: SessionSpec = { role: 'direct', tag: 'chat', instructions: 'lorem '.repeat(40) }
const limits = { signal, maxTokens: 8, timeLimitMs: 20_000 }

let folder: string
let engine: Engine
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pixie-library-'))
  const modelPath = join(folder, 'toy.gguf')
  await writeToyModel(modelPath)
  engine = await openLibraryEngine({
    modelPath,
    modelId: 'toy',
    sha256: null,
    threads: 1,
    contextTokens: 8192,
    // The toy's own template is not one that the library reads.
    wrapper: new ChatMLChatWrapper(),
  })
})
afterAll(async () => {
  await engine.dispose()
  rmSync(folder, { recursive: true })
})

async function ask(question: string) {
  const session = await engine.createSession(spec)
  const reply = await session.respond(question, limits)
  const { tokens, transcript } = session.record()
  await session.dispose()
  return { reply, tokens, transcript }
}

it('answers within its bounds and counts what it computes', async () => {
  const { tokens, transcript } = await ask('one')
  expect(tokens.evaluated).toBeGreaterThan(20)
  expect(tokens.generated).toBeLessThanOrEqual(8)
  expect(transcript).toContain('lorem')
  expect(engine.usage()).toEqual(tokens)
})

it('keeps what two questions share', async () => {
  await ask('one')
  const { tokens } = await ask('two')
  expect(tokens.reused).toBeGreaterThan(20)
  expect(tokens.evaluated).toBeLessThan(tokens.reused)
})

it('calls a prompt that does not fit by its name', async () => {
  const session = await engine.createSession({ ...spec, instructions: 'lorem '.repeat(3000) })
  await expect(session.respond('one', limits)).rejects.toMatchObject({ code: 'context-exceeded' })
})

/** On the toy a byte is a token. */
async function askWithTools(count: number) {
  const tools = standInTools(count).map((tool) => ({ ...tool, execute: async () => 'Nothing found.' }))
  const session = await engine.createSession({ ...spec, tools })
  try {
    await session.respond('one', limits)
  } finally {
    await session.dispose()
  }
  return session.record()
}

it('binds tools with their full schemas as long as the window holds them', async () => {
  const { tokens, transcript } = await askWithTools(6)
  expect(tokens.evaluated).toBeGreaterThan(2000)
  expect(transcript).toContain('name of the room')
  await expect(askWithTools(44)).rejects.toMatchObject({ code: 'context-exceeded' })
})
