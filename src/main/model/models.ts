/** The catalogue with what is on this machine: list, check, remove, recommend. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import { findModel, type ModelEntry } from './catalog.ts'
import { isModelPath } from './download.ts'
import { hashFile } from './file-hash.ts'
import { assertGguf } from './gguf-header.ts'
import {
  deleteModelFiles,
  deletePart,
  type InspectOptions,
  inspectModel,
  type ModelState,
  modelPaths,
  statOrNull,
} from './model-files.ts'
import type { ModelHost } from './model-host.ts'
import { lockedError, tryLockModel } from './model-lock.ts'
import { createMeter } from './progress.ts'

export interface ModelStatus {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
  /** Known from the catalogue or from the file here, else null. */
  readonly sha256: string | null
  readonly license: string
  readonly state: ModelState
  /** Where it is, or would be. */
  readonly path: string
  /** Whether this machine's memory holds it with room for the app. */
  readonly fits: boolean
}

export interface Recommendation {
  readonly model: ModelEntry
  /** One or two sentences. */
  readonly reason: string
}

/** What the app itself and the rest of the machine need besides the model: a system with a browser takes 2 GB and more. */
const roomForAppBytes = 2_500_000_000

export async function listModels(host: ModelHost, options: InspectOptions): Promise<ModelStatus[]> {
  const all: ModelStatus[] = []
  for (const entry of host.catalog.models) all.push(await modelStatus(host, entry, options))
  return all
}

export async function modelStatus(
  host: ModelHost,
  entry: ModelEntry,
  options: InspectOptions,
): Promise<ModelStatus> {
  const { state, sha256 } = await inspectModel(host, entry, options)
  const { file } = modelPaths(host.folder, entry.id)
  return {
    id: entry.id,
    name: entry.name,
    sizeBytes: entry.sizeBytes,
    sha256: entry.sha256 ?? sha256,
    license: entry.license,
    state,
    path: file,
    fits: fitsMemory(host, entry.memoryBytes),
  }
}

/**
 * Reads the whole file again. For a catalogue id the hash decides; for the path of any GGUF file the header, and the
 * hash is told. Throws `unknown-model`, `not-found`, `not-a-model`, `unreadable`, `stopped`.
 */
export async function checkModel(
  host: ModelHost,
  idOrPath: string,
  options: InspectOptions,
): Promise<ModelStatus> {
  if (isModelPath(idOrPath)) return checkFile(host, path.resolve(idOrPath), options)
  return modelStatus(host, findModel(host.catalog, idOrPath), { ...options, rehash: true })
}

async function checkFile(host: ModelHost, file: string, options: InspectOptions): Promise<ModelStatus> {
  await assertGguf(file)
  const { size } = await fs.stat(file)
  const meter = createMeter(options.onProgress)
  meter.start('verify', path.basename(file), 0, size)
  const sha256 = await hashFile(file, { signal: options.signal, onBytes: (done) => meter.update(done) })
  const known = host.catalog.models.find((m) => m.sha256 === sha256)
  return {
    id: known?.id ?? path.basename(file),
    name: known?.name ?? path.basename(file, path.extname(file)),
    sizeBytes: size,
    sha256,
    license: known?.license ?? 'unknown',
    state: 'ready',
    path: file,
    fits: fitsMemory(host, known?.memoryBytes ?? ownMemoryBytes(size)),
  }
}

/**
 * Deletes the file and what was fetched of it. Nothing there is no error.
 * Throws `unknown-model`, and `permission-denied` while someone is fetching it.
 */
export async function removeModel(
  host: ModelHost,
  id: string,
  options: InspectOptions,
): Promise<ModelStatus> {
  const entry = findModel(host.catalog, id)
  const paths = modelPaths(host.folder, id)
  if (await statOrNull(host.folder)) {
    const lock = await tryLockModel(paths)
    if (lock === null) throw await lockedError(paths, id)
    try {
      await deleteModelFiles(paths)
    } catch (cause) {
      throw notRemovable(paths.file, cause)
    } finally {
      await lock.release()
    }
  }
  return modelStatus(host, entry, options)
}

/** Throws what `removeModel` would now, and changes nothing. */
export async function assertRemovable(host: ModelHost, id: string): Promise<void> {
  const paths = modelPaths(host.folder, findModel(host.catalog, id).id)
  if ((await statOrNull(host.folder)) === null) return
  await fs.access(host.folder, fs.constants.W_OK).catch((cause: unknown) => {
    throw notRemovable(paths.file, cause)
  })
  const lock = await tryLockModel(paths)
  if (lock === null) throw await lockedError(paths, id)
  await lock.release()
}

function notRemovable(file: string, cause: unknown): PixieError {
  return new PixieError('permission-denied', {
    what: 'The model cannot be deleted',
    value: file,
    hint: 'Make the model folder writable for you.',
    cause,
  })
}

/** Throws away what was fetched of an unfinished model, unless someone else goes on with it. */
export async function discardPart(host: ModelHost, id: string): Promise<void> {
  if ((await statOrNull(host.folder)) === null) return
  const paths = modelPaths(host.folder, id)
  const lock = await tryLockModel(paths)
  if (lock === null) return
  try {
    await deletePart(paths)
  } finally {
    await lock.release()
  }
}

/** A guess for a file that nobody measured: the weights, and about as much again as a small model's context takes. */
export function ownMemoryBytes(sizeBytes: number): number {
  return sizeBytes + 500_000_000
}

/** Whether this machine's memory holds so much with room for the app. */
export function fitsMemory(host: ModelHost, memoryBytes: number): boolean {
  return memoryBytes + roomForAppBytes <= host.memoryBytes
}

/** The default where it fits, else the most capable one that does; measured ones first. */
export function recommendModel(host: ModelHost): Recommendation {
  const { models } = host.catalog
  const preferred = findModel(host.catalog, host.catalog.default)
  const fitting = models.filter((m) => fitsMemory(host, m.memoryBytes))
  const memory = `${gigabytes(host.memoryBytes)} GB of memory`
  if (fitting.includes(preferred)) {
    const larger = fitting.filter((m) => m.memoryBytes > preferred.memoryBytes)
    const more =
      larger.length === 0
        ? ''
        : ` Larger ones fit too (${names(larger)}), but their answers were not measured.`
    return {
      model: preferred,
      reason: `The default, and it fits this machine's ${memory} with room for the app.${more}`,
    }
  }
  const best = mostCapable(fitting)
  if (best) {
    const need = gigabytes(preferred.memoryBytes + roomForAppBytes)
    return {
      model: best,
      reason: `The best that fits this machine's ${memory}; the default, ${preferred.name}, needs ${need} GB with the app.`,
    }
  }
  const smallest = models.reduce((a, b) => (b.memoryBytes < a.memoryBytes ? b : a))
  const need = gigabytes(smallest.memoryBytes + roomForAppBytes)
  return {
    model: smallest,
    reason: `None fits this machine's ${memory}; this is the smallest and needs ${need} GB with the app.`,
  }
}

/** Measured before unmeasured, free of terms before others, then the larger. */
function mostCapable(models: readonly ModelEntry[]): ModelEntry | undefined {
  const rank = (m: ModelEntry) => [Number(m.proven), Number(m.licenseNote === null), m.memoryBytes] as const
  return models.toSorted((a, b) => {
    const [ra, rb] = [rank(a), rank(b)]
    return rb[0] - ra[0] || rb[1] - ra[1] || rb[2] - ra[2]
  })[0]
}

function names(models: readonly ModelEntry[]): string {
  return models.map((m) => m.id).join(', ')
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}
