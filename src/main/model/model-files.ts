/** The files of a model in the shared folder, and what state they are in. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { ModelEntry } from './catalog.ts'
import { hashFile } from './file-hash.ts'
import { assertGguf } from './gguf-header.ts'
import type { ModelHost } from './model-host.ts'
import { createMeter, type OnProgress } from './progress.ts'

export type ModelState = 'ready' | 'partial' | 'absent' | 'damaged'

export interface ModelPaths {
  /** The finished model: what is here was verified, or put here by the owner. */
  readonly file: string
  /** What was verified about `file`: spares hashing a gigabyte at each start. */
  readonly record: string
  /** The unfinished download and what is known about it. */
  readonly part: string
  readonly partState: string
  /** Where pip puts wheels; emptied after each. */
  readonly wheels: string
  /** Empty; whoever fetches holds an SQLite lock on it, which ends with the process. Never deleted. */
  readonly lock: string
  /** Process number of the holder, for people. */
  readonly holder: string
}

export function modelPaths(folder: string, id: string): ModelPaths {
  const file = path.join(folder, `${id}.gguf`)
  return {
    file,
    record: `${file}.json`,
    part: `${file}.part`,
    partState: `${file}.part.json`,
    wheels: `${file}.wheels`,
    lock: path.join(folder, `.${id}.lock`),
    holder: path.join(folder, `.${id}.pid`),
  }
}

const VerificationRecord = z.object({
  size: z.number(),
  /** Whole milliseconds. With the size it tells whether the file is still the one that was hashed. */
  mtimeMs: z.number(),
  sha256: z.string(),
  /** What the source declared, or what was first found here, for models without a hash in the catalogue. */
  declared: z.string().nullable(),
})
type VerificationRecord = z.infer<typeof VerificationRecord>

/** Records of folders that cannot be written: they spare the hashing as long as this process lives. */
const unwritten = new Map<string, VerificationRecord>()

export interface Inspection {
  readonly state: ModelState
  /** Of the file as it is when it was hashed, else null. */
  readonly sha256: string | null
}

export interface InspectOptions {
  readonly signal: AbortSignal
  readonly onProgress?: OnProgress | undefined
  /** Hash again even when a record says that nothing changed. */
  readonly rehash?: boolean
}

/** State of a catalogue model. A file without a record is hashed once, then recorded. Throws `stopped`, `unreadable`. */
export async function inspectModel(
  host: ModelHost,
  entry: ModelEntry,
  options: InspectOptions,
): Promise<Inspection> {
  const paths = modelPaths(host.folder, entry.id)
  const stat = await statOrNull(paths.file)
  if (stat === null) {
    const fetched = (await statOrNull(paths.part))?.size ?? 0
    return { state: fetched > 0 ? 'partial' : 'absent', sha256: null }
  }
  if (!stat.isFile() || (entry.sha256 !== null && stat.size !== entry.sizeBytes)) return damaged
  if (!(await hasGgufHeader(paths.file))) return damaged
  const record = (await readJson(paths.record, VerificationRecord)) ?? unwritten.get(paths.record) ?? null
  const isSame = record?.size === stat.size && record.mtimeMs === Math.floor(stat.mtimeMs)
  if (record && isSame && !options.rehash) return judge(entry, record)
  const meter = createMeter(options.onProgress)
  meter.start('verify', entry.id, 0, stat.size)
  const sha256 = await hashFile(paths.file, { signal: options.signal, onBytes: (n) => meter.update(n) })
  const declared = record?.declared ?? record?.sha256 ?? null
  const fresh = { size: stat.size, mtimeMs: Math.floor(stat.mtimeMs), sha256, declared }
  await writeJson(paths.record, fresh).catch(() => unwritten.set(paths.record, fresh))
  return judge(entry, fresh)
}

const damaged: Inspection = { state: 'damaged', sha256: null }

function judge(entry: ModelEntry, record: VerificationRecord): Inspection {
  const expected = entry.sha256 ?? record.declared ?? record.sha256
  return { state: record.sha256 === expected ? 'ready' : 'damaged', sha256: record.sha256 }
}

async function hasGgufHeader(file: string): Promise<boolean> {
  return assertGguf(file).then(
    () => true,
    () => false,
  )
}

/** Remembers that the finished file has this hash. */
export async function recordVerified(paths: ModelPaths, sha256: string): Promise<void> {
  const stat = await fs.stat(paths.file)
  const record: VerificationRecord = {
    size: stat.size,
    mtimeMs: Math.floor(stat.mtimeMs),
    sha256,
    declared: sha256,
  }
  await writeJson(paths.record, record)
}

/** Deletes the model and what was fetched of it. Call while holding its lock. */
export async function deleteModelFiles(paths: ModelPaths): Promise<void> {
  for (const file of [paths.file, paths.record]) await fs.rm(file, { force: true })
  await deletePart(paths)
}

/** Deletes the unfinished download. Call while holding the model's lock. */
export async function deletePart(paths: ModelPaths): Promise<void> {
  for (const file of [paths.part, paths.partState, paths.wheels])
    await fs.rm(file, { force: true, recursive: file === paths.wheels })
}

export async function statOrNull(file: string) {
  return fs.stat(file).catch(() => null)
}

/** Null when the file is missing or is not what it should be: such a file only ever spares work. */
export async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await fs.readFile(file, 'utf8')))
  } catch {
    return null
  }
}

/** Whole or not at all. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  try {
    await fs.writeFile(draft, JSON.stringify(value), { mode: 0o600 })
    await fs.rename(draft, file)
  } catch (error) {
    await fs.rm(draft, { force: true })
    throw error
  }
}
