/** Toy engines for tests, through the real addon. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  BoundTool,
  Engine,
  Reply,
  RespondOptions,
  Session,
  SessionRecord,
  SessionSpec,
} from '../engine.ts'
import { createLlamaEngine } from '../llama.ts'
import { defaultProfile } from '../profile.ts'
import { type ToyOptions, writeToyModel } from '../toy-gguf.ts'

/** One token of the toys that are made with it as a word: for long prompts of known length. */
export const word = 'lorem '

/** Engines on toy models in a folder of their own. `close` disposes what is open and removes the folder. */
export class ToyBox {
  readonly folder: string
  readonly #engines: Engine[] = []
  readonly #sessions: Session[] = []

  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(): Promise<ToyBox> {
    return new ToyBox(await mkdtemp(join(tmpdir(), 'pixie-toy-')))
  }

  async engine(name: string, options: ToyOptions = {}): Promise<Engine> {
    const modelPath = join(this.folder, `${name.replaceAll(/\W/g, '-')}.gguf`)
    await writeToyModel(modelPath, options)
    const settings = { modelPath, modelId: name, sha256: null, profile: defaultProfile, threads: 1 }
    const engine = await createLlamaEngine(settings)
    this.#engines.push(engine)
    return engine
  }

  /** A session that `endSessions` disposes. */
  async session(engine: Engine, spec: SessionSpec): Promise<Session> {
    const session = await engine.createSession(spec)
    this.#sessions.push(session)
    return session
  }

  /** One reply of a session of its own. */
  async respond(
    engine: Engine,
    spec: SessionSpec,
    input: string,
    more?: Partial<RespondOptions>,
  ): Promise<{ reply: Reply; record: SessionRecord }> {
    const session = await this.session(engine, spec)
    const reply = await session.respond(input, respondOptions(more))
    await session.dispose()
    return { reply, record: session.record() }
  }

  async endSessions(): Promise<void> {
    for (const session of this.#sessions.splice(0)) await session.dispose()
  }

  async close(): Promise<void> {
    await this.endSessions()
    for (const engine of this.#engines) await engine.dispose()
    await rm(this.folder, { recursive: true, force: true })
  }
}

export function respondOptions(more: Partial<RespondOptions> = {}): RespondOptions {
  return { signal: new AbortController().signal, maxTokens: 120, timeLimitMs: 20_000, ...more }
}

export function callTool(execute: BoundTool['execute']): BoundTool {
  return {
    name: 'call_tool',
    description: 'Runs one tool.',
    parameters: {
      type: 'object',
      properties: {
        tool: { type: 'string', enum: ['find_file', 'check_notebook', 'current_date'] },
        instruction: { type: 'string', maxLength: 12 },
      },
    },
    execute,
  }
}

export function sessionSpec(more: Partial<SessionSpec> = {}): SessionSpec {
  return {
    role: 'l2',
    tag: 'l2',
    instructions: 'Follow the steps of the skill, one call at a time, and then say what you found.',
    ...more,
  }
}
