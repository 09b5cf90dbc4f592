import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Engine, Session, SessionSpec, TokenUsage } from './engine.ts'
import { createLlamaEngine, type LlamaEngineOptions } from './llama.ts'
import { defaultProfile } from './profile.ts'
import { callTool, respondOptions, sessionSpec, ToyBox, word } from './testing/toy-engine.ts'
import { writeToyModel } from './toy-gguf.ts'

let box: ToyBox
let modelPath: string
let folder: string
let runs = 0
const open = new Set<Engine>()

beforeAll(async () => {
  box = await ToyBox.open()
  // Holds the backend: it takes its time to load.
  await box.engine('keeper', { words: [word] })
  modelPath = join(box.folder, 'babbler.gguf')
  await writeToyModel(modelPath, { words: [word] })
}, 30_000)
afterEach(async () => {
  for (const engine of open) await engine.dispose()
  open.clear()
})
afterAll(() => box.close())

function freshFolder(): void {
  runs += 1
  const home = join(box.folder, `profile-${runs}`)
  mkdirSync(home)
  folder = join(home, 'warm')
}

async function engineOn(more: Partial<LlamaEngineOptions> = {}): Promise<Engine> {
  const settings = { modelPath, modelId: 'toy', sha256: null, profile: defaultProfile, threads: 1 }
  const engine = await createLlamaEngine({ ...settings, warmFolder: folder, ...more })
  open.add(engine)
  return engine
}

/** What one process does: load, work, end. */
async function inProcess<T>(
  work: (engine: Engine) => Promise<T>,
  more?: Partial<LlamaEngineOptions>,
): Promise<{ result: T; usage: TokenUsage }> {
  const engine = await engineOn(more)
  const result = await work(engine)
  const usage = engine.usage()
  await engine.dispose()
  return { result, usage }
}

async function inSession<T>(
  engine: Engine,
  spec: SessionSpec,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await engine.createSession(spec)
  try {
    return await work(session)
  } finally {
    await session.dispose()
  }
}

const instructions = `Look for things. ${word.repeat(600)}`
const planner = sessionSpec({ role: 'planner', tag: 'planner', instructions })
const agent = sessionSpec({
  role: 'l3',
  tag: 'l3.call_tool.1',
  instructions: `Call the tool. ${word.repeat(300)}`,
  tools: [callTool(async () => 'found')],
  mustCall: 'once',
})
const candidates = ['@find-file', '@calendar', 'No tool']

/** A scored planner, its plan, and a tool-agent. */
async function turn(engine: Engine, question = 'Where is it?') {
  const options = { signal: new AbortController().signal, replyStart: 'Use ', candidates }
  const scores = await inSession(engine, planner, (session) => session.score(question, options))
  const plan = await inSession(engine, planner, (session) =>
    session.respond(question, respondOptions({ maxTokens: 20 })),
  )
  const found = await inSession(engine, agent, async (session) => {
    const reply = await session.respond(question, respondOptions({ maxTokens: 60 }))
    return { reply, transcript: session.record().transcript }
  })
  return { scores, plan, found }
}

const states = () => (existsSync(folder) ? readdirSync(folder) : [])

describe('a second process', () => {
  it('computes a fraction of the prompt and says exactly the same', async () => {
    freshFolder()
    const cold = await inProcess(turn)
    expect(states().filter((name) => name.endsWith('.kv'))).toHaveLength(2)
    const warm = await inProcess(turn)
    expect(warm.result).toEqual(cold.result)
    expect(warm.usage.evaluated).toBeLessThan(cold.usage.evaluated * 0.15)
    const sum = ({ evaluated, reused }: TokenUsage) => evaluated + reused
    expect(sum(warm.usage)).toBe(sum(cold.usage))
    expect(states()).toHaveLength(2)
  })

  it('agrees with an engine that never heard of it', async () => {
    freshFolder()
    const without = await inProcess(turn, { warmFolder: null })
    expect(states()).toEqual([])
    await inProcess(turn)
    const warm = await inProcess(turn)
    expect(warm.result.plan).toEqual(without.result.plan)
    expect(warm.result.found).toEqual(without.result.found)
    // Another split into batches adds up in another order.
    for (const [at, score] of warm.result.scores.entries())
      expect(score).toBeCloseTo(without.result.scores[at] ?? Number.NaN, 2)
  })

  it('is warm for another question too', async () => {
    freshFolder()
    await inProcess((engine) => turn(engine, 'Who wrote the letter?'))
    const same = await inProcess((engine) => turn(engine, '\n 12 tables'))
    const without = await inProcess((engine) => turn(engine, '\n 12 tables'), { warmFolder: null })
    expect(same.result.plan).toEqual(without.result.plan)
    expect(same.usage.evaluated).toBeLessThan(without.usage.evaluated * 0.3)
  })

  it('counts a prompt that was computed to be saved once, as computed', async () => {
    freshFolder()
    const engine = await engineOn()
    await inSession(engine, planner, async (session) => {
      const counted = session.countPrompt('How long?')
      await session.respond('How long?', respondOptions({ maxTokens: 1 }))
      expect(session.record().tokens).toMatchObject({ evaluated: counted, reused: 0 })
    })
    await inSession(engine, planner, async (session) => {
      await session.respond('How long?', respondOptions({ maxTokens: 1 }))
      expect(session.record().tokens.evaluated).toBeLessThan(30)
    })
  })

  it('loads onto a sequence that held something else', async () => {
    freshFolder()
    const cold = await inProcess(turn)
    const engine = await engineOn()
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      const other = sessionSpec({ role: 'direct', instructions: `${name}. ${word.repeat(200)}` })
      await inSession(engine, other, (session) => session.respond('Go', respondOptions({ maxTokens: 5 })))
    }
    const before = engine.usage().evaluated
    expect(await turn(engine)).toEqual(cold.result)
    expect(engine.usage().evaluated - before).toBeLessThan(cold.usage.evaluated * 0.15)
  })
})

describe('warmed ahead', () => {
  const never = new AbortController().signal
  const warm = async (engine: Engine) => {
    for (const spec of [planner, agent]) await engine.warm?.(spec, never)
  }

  it('the first turn is as fast as any, says the same, and nothing is evaluated twice', async () => {
    freshFolder()
    const cold = await inProcess(turn)
    freshFolder()
    const { result, usage } = await inProcess(async (engine) => {
      await warm(engine)
      return turn(engine)
    })
    expect(result).toEqual(cold.result)
    expect(usage.evaluated).toBeLessThan(cold.usage.evaluated * 0.15)
    expect(usage.generated).toBe(cold.usage.generated)
    expect(states()).toHaveLength(2)
  })

  it('the next process is warm too, and reads nothing before it is asked', async () => {
    freshFolder()
    await inProcess(warm)
    const kept = states().sort()
    expect(kept).toHaveLength(2)
    const engine = await engineOn()
    const startedAt = performance.now()
    await warm(engine)
    expect(performance.now() - startedAt).toBeLessThan(1000)
    await turn(engine)
    expect(engine.usage().evaluated).toBeLessThan(200)
    expect(states().sort()).toEqual(kept)
  })

  it.each([
    ['stopped', (_engine: Engine, stop: AbortController) => stop.abort(new Error('a question'))],
    ['closed', (engine: Engine) => void engine.dispose()],
  ])('it gives way at once when it is %s, and a question is answered as ever', async (_, end) => {
    freshFolder()
    const engine = await engineOn()
    const stop = new AbortController()
    const long = sessionSpec({ role: 'planner', instructions: word.repeat(3900) })
    const warming = engine.warm?.(long, stop.signal)
    setTimeout(() => end(engine, stop), 30)
    const startedAt = performance.now()
    await expect(warming).rejects.toThrow()
    expect(performance.now() - startedAt).toBeLessThan(5000)
    await engine.dispose()
    expect(states()).toEqual([])
    const { result } = await inProcess(turn)
    expect(result.plan.end).toBe('max-tokens')
  })

  it('it does nothing without a folder, and computes once where nothing can be written', async () => {
    freshFolder()
    const without = await engineOn({ warmFolder: null })
    await warm(without)
    await turn(without)
    const all = without.usage().evaluated
    writeFileSync(folder, 'in the way')
    const engine = await engineOn()
    await warm(engine)
    await warm(engine)
    await turn(engine)
    expect(engine.usage().evaluated).toBeLessThan(all * 0.15)
  })
})

describe('what is kept', () => {
  it.each([
    ['a conversation', sessionSpec({ role: 'direct', instructions, earlier: [{ user: 'a', reply: 'b' }] })],
    ['a short prefix', sessionSpec({ role: 'planner', instructions: 'Look.' })],
  ])('is never %s', async (_, spec) => {
    freshFolder()
    const { usage } = await inProcess((engine) =>
      inSession(engine, spec, (session) =>
        session.respond(word.repeat(300), respondOptions({ maxTokens: 3 })),
      ),
    )
    expect(usage.evaluated).toBeGreaterThan(300)
    expect(states()).toEqual([])
  })

  it('ends where the input begins: other questions, other results, the same state', async () => {
    freshFolder()
    await inProcess((engine) => turn(engine, 'Private matters of mine'))
    const once = states().sort()
    const kept = once.map((name) => tokensIn(join(folder, name))).sort((a, b) => a - b)
    rmSync(folder, { recursive: true })
    await inProcess((engine) => turn(engine, `Something else. ${word.repeat(50)}`))
    expect(states().sort()).toEqual(once)
    const engine = await engineOn({ warmFolder: null })
    for (const [at, spec] of [planner, agent].entries()) {
      const prompt = await inSession(engine, spec, async (session) => session.countPrompt(''))
      expect(kept[at]).toBeLessThan(prompt)
      expect(kept[at]).toBeGreaterThan(prompt - 30)
    }
  })

  it('is nothing when stopped before the prefix was computed', async () => {
    freshFolder()
    const engine = await engineOn()
    const stop = new AbortController()
    const long = sessionSpec({ role: 'planner', instructions: word.repeat(3900) })
    const timer = setInterval(() => engine.usage().evaluated > 0 && stop.abort(), 1)
    await inSession(engine, long, async (session) => {
      const reply = session.respond('Go', respondOptions({ signal: stop.signal, maxTokens: 5 }))
      await expect(reply).rejects.toMatchObject({ code: 'stopped' })
      expect(session.record().tokens.evaluated).toBeLessThan(3900)
    }).finally(() => clearInterval(timer))
    await engine.dispose()
    expect(states()).toEqual([])
  })
})

describe('a state that does not fit', () => {
  it('is not loaded by another model, window, division of the cache or prefix', async () => {
    freshFolder()
    const cold = await inProcess(turn)
    const other = join(box.folder, 'other.gguf')
    await writeToyModel(other, { words: [word], seed: 2 })
    for (const more of [
      { modelPath: other },
      { sha256: 'ab' },
      { contextTokens: 3072, toolContextTokens: 1536 },
    ]) {
      const { usage } = await inProcess(turn, more)
      expect(usage.evaluated).toBeGreaterThan(cold.usage.evaluated * 0.95)
    }
    const { usage } = await inProcess((engine) =>
      inSession(engine, { ...planner, instructions: `Search things. ${word.repeat(600)}` }, (session) =>
        session.respond('Go', respondOptions({ maxTokens: 1 })),
      ),
    )
    expect(usage.evaluated).toBeGreaterThan(600)
  })

  it('is deleted and computed anew when it was damaged', async () => {
    freshFolder()
    const cold = await inProcess(turn)
    for (const [at, name] of states().entries()) {
      const bytes = readFileSync(join(folder, name))
      writeFileSync(join(folder, name), at === 0 ? bytes.subarray(0, 1000) : bytes.fill(0, 2000, 3000))
    }
    const again = await inProcess(turn)
    expect(again.result).toEqual(cold.result)
    expect(again.usage).toEqual(cold.usage)
    const warm = await inProcess(turn)
    expect(warm.usage.evaluated).toBeLessThan(cold.usage.evaluated * 0.15)
  })

  it.each([
    ['no state at all', () => Buffer.from('hello')],
    ['the beginning of one', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
    ['one of other tokens', (bytes: Buffer) => Buffer.from(bytes).fill(1, 12, 16)],
  ])('is deleted and computed anew when its checksum is right but it is %s', async (_, change) => {
    freshFolder()
    const cold = await inProcess(turn)
    for (const name of states()) {
      const bytes = change(readFileSync(join(folder, name)))
      rmSync(join(folder, name))
      const checksum = createHash('sha256').update(bytes).digest('hex')
      writeFileSync(join(folder, `${name.split('.')[0]}.${checksum}.kv`), bytes)
    }
    const again = await inProcess(turn)
    expect(again.result).toEqual(cold.result)
    expect((await inProcess(turn)).usage.evaluated).toBeLessThan(cold.usage.evaluated * 0.15)
  })

  it('does not keep a question from being answered where nothing can be written', async () => {
    freshFolder()
    writeFileSync(folder, 'in the way')
    const { result, usage } = await inProcess(turn)
    const without = await inProcess(turn, { warmFolder: null })
    expect(result.plan).toEqual(without.result.plan)
    expect(usage.evaluated).toBe(without.usage.evaluated)
  })
})

/** How many tokens a state holds: the third number of its file. */
function tokensIn(file: string): number {
  return readFileSync(file).readUInt32LE(8)
}
