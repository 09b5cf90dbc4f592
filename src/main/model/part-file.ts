/** The unfinished download: bytes beside a small file that says where they come from. */
import fs from 'node:fs/promises'
import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import { type ModelPaths, readJson, statOrNull, writeJson } from './model-files.ts'

/** What a server said that lets us tell on the next request whether the file is still the same. */
const Validators = z.object({
  /** As sent, quotes included. Null when there is none or it is weak. */
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
})
export type Validators = z.infer<typeof Validators>

const PartState = z.object({
  /** The address, or the list of packages: bytes of different sources are never joined. */
  source: z.string(),
  /** Of the whole file; null when the source does not say. */
  total: z.int().nonnegative().nullable(),
  validators: Validators.nullable(),
  /** SHA-256 that the source declares. */
  declared: z.string().nullable(),
  /** Python packages: how long the file is after each whole part. */
  partEnds: z.array(z.int().nonnegative()),
})
export type PartState = z.infer<typeof PartState>

export class PartFile {
  readonly paths: ModelPaths
  #state: PartState | null
  #bytes: number
  /** True once bytes of an earlier run were built on: then a wrong hash may be their fault. */
  isResumed = false

  private constructor(paths: ModelPaths, state: PartState | null, bytes: number) {
    this.paths = paths
    this.#state = state
    this.#bytes = bytes
  }

  static async open(paths: ModelPaths): Promise<PartFile> {
    const state = await readJson(paths.partState, PartState)
    const stat = await statOrNull(paths.part)
    return new PartFile(paths, state, stat?.size ?? 0)
  }

  /** Null when nothing is known about the bytes; they are then of no use. */
  get state(): PartState | null {
    return this.#state
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Cuts the file to `bytes` and remembers `state`. In this order: shorter than the state says is always safe. */
  async begin(state: PartState, bytes: number): Promise<void> {
    await guardSpace(this.paths.part, async () => {
      const handle = await fs.open(this.paths.part, 'a', 0o600)
      try {
        await handle.truncate(bytes)
      } finally {
        await handle.close()
      }
      this.#bytes = bytes
      await writeJson(this.paths.partState, state)
    })
    this.#state = state
  }

  /** Opens the end for writing; `close` puts it on the disk. */
  async writer(): Promise<{ write(chunk: Uint8Array): Promise<void>; close(): Promise<void> }> {
    const handle = await guardSpace(this.paths.part, () => fs.open(this.paths.part, 'a', 0o600))
    return {
      write: async (chunk) => {
        await guardSpace(this.paths.part, () => handle.appendFile(chunk))
        this.#bytes += chunk.length
      },
      close: async () => {
        try {
          await guardSpace(this.paths.part, () => handle.sync())
        } finally {
          await handle.close()
        }
      },
    }
  }

  async saveState(state: PartState): Promise<void> {
    await guardSpace(this.paths.part, () => writeJson(this.paths.partState, state))
    this.#state = state
  }

  async discard(): Promise<void> {
    await fs.rm(this.paths.part, { force: true })
    await fs.rm(this.paths.partState, { force: true })
    this.#state = null
    this.#bytes = 0
    this.isResumed = false
  }
}

/** Turns the system's refusals on writing into sentences. */
export async function guardSpace<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new PixieError('no-space', {
        what: 'The disk became full while the model was being fetched',
        value: file,
        hint: 'Free some disk space and run it again; what was fetched so far is kept.',
        cause,
      })
    }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      throw new PixieError('permission-denied', {
        what: 'The model folder cannot be written to',
        value: file,
        hint: 'Make it writable for you, or set PIXIE_MODELS_DIR to another folder.',
        cause,
      })
    }
    throw cause
  }
}

const spareBytes = 64 * 1024 * 1024

/** Throws `no-space` unless the disk has room for so many more bytes and a little besides. */
export async function assertSpace(
  host: { folder: string; freeBytes(folder: string): Promise<number> },
  neededBytes: number,
): Promise<void> {
  const free = await host.freeBytes(host.folder)
  if (free >= neededBytes + spareBytes) return
  const mb = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`
  throw new PixieError('no-space', {
    what: `Not enough disk space for the model: ${mb(neededBytes + spareBytes)} needed, ${mb(free)} free`,
    value: host.folder,
    hint: 'Free some disk space, or set PIXIE_MODELS_DIR to a folder on another disk.',
  })
}
