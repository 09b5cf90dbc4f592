/**
 * States of constant prefixes on disk, so that another process starts warm. Files only: what a state is, the engine knows.
 *
 * A state's name is `<key>.<checksum>.kv`: the key says for what it is good (`warmKey`), the checksum is the SHA-256 of
 * the bytes. So one rename publishes both, whoever else writes at that moment, and what was cut, damaged or written
 * halfway is told from what is whole before a library that could crash on it reads it.
 *
 * All of it can be computed again, so nothing here ever fails a question: no space, no right to write, a file that
 * vanished mean working without. The states hold the owner's instructions: folder 0700, files 0600.
 */
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { hashFile } from './file-hash.ts'

export interface WarmStoreOptions {
  /** Made when first needed; the folder it lies in must be there. */
  readonly folder: string
  /** Default: 24 files. */
  readonly maxFiles?: number
  /** Default: 1 GiB. A state larger than that is not kept. */
  readonly maxBytes?: number
  /** Nothing is saved while less is free on the disk: the owner's data needs it more. Default: 1 GiB. */
  readonly minFreeBytes?: number
}

/** All that decides whether a state fits. Anything else here, another key. */
export interface WarmFacts {
  /** The model's SHA-256, or its path, size and time when that is not known. */
  readonly model: string
  /** Version of the library and of what it is built on. */
  readonly library: string
  readonly contextTokens: number
  readonly batchTokens: number
  /** Flash attention, types and parts of the cache: whatever shapes it. */
  readonly cache: string
  /** Platform, processor, kind of GPU. */
  readonly machine: string
}

export interface WarmStore {
  /** Path of the whole, verified state for this key, now the most recently used; null when there is none. A damaged one is deleted. */
  find(key: string, signal: AbortSignal): Promise<string | null>
  /** Whether there is a state for this key, verified or not, or it is on its way to the disk. */
  has(key: string): Promise<boolean>
  /** Deletes the states of this key: the library would not take them. */
  discard(key: string): Promise<void>
  /**
   * Calls `write` with the path of an empty private file and keeps what it wrote. Resolves once that is written; bringing
   * it to the disk under its name goes on meanwhile. `write` resolves to the number of bytes it wrote; when it rejects,
   * or not all of them are there, nothing is kept.
   */
  save(key: string, write: (file: string) => Promise<number>): Promise<void>
  /** Resolves when all that was saved is on the disk. */
  settle(): Promise<void>
}

const gibibyte = 1024 ** 3
/** A draft this old belongs to nobody: its writer was killed. */
const oldDraftMs = 3600 * 1000
const stateName = /^(?<key>[0-9a-f]{64})\.(?<checksum>[0-9a-f]{64})\.kv$/
const draftName = /^[0-9a-f]{16}\.draft$/

export function warmKey(facts: WarmFacts, tokens: readonly number[]): string {
  const { model, library, contextTokens, batchTokens, cache, machine } = facts
  return createHash('sha256')
    .update(JSON.stringify([model, library, contextTokens, batchTokens, cache, machine, tokens]))
    .digest('hex')
}

export function createWarmStore(options: WarmStoreOptions): WarmStore {
  const { folder, maxFiles = 24, maxBytes = gibibyte, minFreeBytes = gibibyte } = options
  const bounds = { maxFiles, maxBytes }
  const publishing = new Map<Promise<void>, string>()
  /** What was saved just now is found as soon as it is on the disk. */
  const arrive = (key: string) =>
    Promise.all([...publishing].flatMap(([work, of]) => (of === key ? [work] : [])))
  let sweep: Promise<void> | null = null
  return {
    async find(key, signal) {
      sweep ??= quietly(() => sweepDrafts(folder), undefined)
      await sweep
      await arrive(key)
      return quietly(() => find(folder, key, signal), null)
    },
    async has(key) {
      await arrive(key)
      return quietly(async () => (await statesOf(folder, key)).length > 0, false)
    },
    discard: (key) => quietly(() => discard(folder, key), undefined),
    async save(key, write) {
      const draft = path.join(folder, `${randomBytes(8).toString('hex')}.draft`)
      const isWritten = await quietly(() => writeDraft(folder, draft, minFreeBytes, write), false)
      if (!isWritten) return fs.rm(draft, { force: true }).catch(() => {})
      const work = publish(folder, draft, key, bounds)
        .catch(() => fs.rm(draft, { force: true }).catch(() => {}))
        .finally(() => publishing.delete(work))
      publishing.set(work, key)
    },
    async settle() {
      await Promise.all(publishing.keys())
    },
  }
}

async function find(folder: string, key: string, signal: AbortSignal): Promise<string | null> {
  for (const { file, checksum } of await statesOf(folder, key)) {
    if ((await hashFile(file, { signal })) === checksum) {
      const now = new Date()
      // A folder that cannot be written can still be read.
      await fs.utimes(file, now, now).catch(() => {})
      return file
    }
    await fs.rm(file, { force: true })
  }
  return null
}

async function discard(folder: string, key: string): Promise<void> {
  for (const { file } of await statesOf(folder, key)) await fs.rm(file, { force: true })
}

async function writeDraft(
  folder: string,
  draft: string,
  minFreeBytes: number,
  write: (file: string) => Promise<number>,
): Promise<boolean> {
  await fs.mkdir(folder, { mode: 0o700 }).catch(() => {}) // there already, or the next line fails
  if (((await fs.stat(folder)).mode & 0o077) !== 0) await fs.chmod(folder, 0o700)
  const { bavail, bsize } = await fs.statfs(folder)
  if (bavail * bsize < minFreeBytes) return false
  // Made here, so that it is private from its first byte.
  await fs.writeFile(draft, '', { flag: 'wx', mode: 0o600 })
  const bytes = await write(draft)
  return bytes === (await fs.stat(draft)).size
}

async function publish(folder: string, draft: string, key: string, bounds: Bounds): Promise<void> {
  const checksum = await hashFile(draft, { signal: new AbortController().signal })
  const handle = await fs.open(draft, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  // Another process may have been faster. Of two at the same moment both stay, until the older falls out of use.
  if ((await statesOf(folder, key)).length > 0) return fs.rm(draft, { force: true })
  await fs.rename(draft, path.join(folder, `${key}.${checksum}.kv`))
  await prune(folder, bounds)
}

interface Bounds {
  readonly maxFiles: number
  readonly maxBytes: number
}

/** Deletes the least recently used states beyond the bounds. */
async function prune(folder: string, { maxFiles, maxBytes }: Bounds): Promise<void> {
  let bytes = 0
  let count = 0
  const states = await filesOf(folder, stateName)
  for (const state of states.sort((a, b) => b.usedAtMs - a.usedAtMs)) {
    bytes += state.bytes
    count += 1
    if (count > maxFiles || bytes > maxBytes) await fs.rm(state.file, { force: true })
  }
}

/** Deletes the drafts of writers that were killed. */
async function sweepDrafts(folder: string): Promise<void> {
  const oldest = Date.now() - oldDraftMs
  for (const draft of await filesOf(folder, draftName)) {
    if (draft.usedAtMs < oldest) await fs.rm(draft.file, { force: true })
  }
}

async function filesOf(folder: string, names: RegExp) {
  const files = (await fs.readdir(folder)).filter((name) => names.test(name))
  return Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name)
      const stat = await fs.stat(file).catch(() => null) // another process may have deleted it
      return { file, bytes: stat?.size ?? 0, usedAtMs: stat?.mtimeMs ?? 0 }
    }),
  )
}

async function statesOf(folder: string, key: string): Promise<{ file: string; checksum: string }[]> {
  const names = await fs.readdir(folder)
  return names.flatMap((name) => {
    const groups = stateName.exec(name)?.groups
    if (groups?.key !== key || groups.checksum === undefined) return []
    return [{ file: path.join(folder, name), checksum: groups.checksum }]
  })
}

/** Working without is always possible. */
async function quietly<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch {
    return otherwise
  }
}
