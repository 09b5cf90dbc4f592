/** Getting a model onto this machine: sources in order, everything verified before it counts as there. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import { findModel, type ModelEntry, type ModelSource } from './catalog.ts'
import { downloadHttps } from './download-https.ts'
import type { DownloadJob } from './download-job.ts'
import { hashFile } from './file-hash.ts'
import { assertGguf } from './gguf-header.ts'
import { inspectModel, type ModelPaths, modelPaths, recordVerified, statOrNull } from './model-files.ts'
import { type ModelHost, machineHost } from './model-host.ts'
import { lockModel } from './model-lock.ts'
import { guardSpace, PartFile } from './part-file.ts'
import { defaultProfile, type PromptProfile } from './profile.ts'
import { createMeter, type OnProgress } from './progress.ts'
import { downloadPythonPackages, packagesKey } from './python-packages.ts'

/** A model that may be loaded. */
export interface UsableModel {
  /** Catalogue id, or the file name of a model given by path. */
  readonly id: string
  readonly path: string
  /** Null for a file of the owner's own: it is not hashed. */
  readonly sha256: string | null
  readonly profile: PromptProfile
  /** Which chat wrapper speaks its language; null for a file of the owner's own. */
  readonly family: ModelEntry['family'] | null
}

export interface FetchOptions {
  readonly signal: AbortSignal
  readonly onProgress?: OnProgress | undefined
  /** Hears in words what happened on the way: a source that failed, a start from the beginning. */
  readonly onNote?: ((line: string) => void) | undefined
  /** The owner accepted the licence of a model that has terms of its own. */
  readonly acceptLicense?: boolean | undefined
  /** Loads the file and makes one token. If it throws, the model is not ready. */
  readonly smokeTest?: ((path: string) => Promise<void>) | undefined
  /** Default: this machine. */
  readonly host?: ModelHost | undefined
}

/**
 * Makes a catalogue model ready: nothing to do when it is, else fetched from its sources in order. Two fetches of
 * one model, in one process or in several, do the work once. Whatever ends it early, a later call goes on.
 * Throws `unknown-model`, `permission-denied` (licence not accepted, folder closed), `no-space`, `no-network`,
 * `download-failed`, `source-changed`, `not-a-model`, `hash-mismatch`, `model-damaged` (smoke test), `stopped`.
 */
export async function fetchModel(id: string, options: FetchOptions): Promise<UsableModel> {
  const host = options.host ?? machineHost()
  const entry = findModel(host.catalog, id)
  const paths = modelPaths(host.folder, id)
  const early = await readyModel(host, entry, options)
  if (early) return early
  assertLicense(entry, options)
  await guardSpace(host.folder, () => fs.mkdir(host.folder, { recursive: true, mode: 0o700 }))
  const meter = createMeter(options.onProgress)
  let waitedFor = ''
  const lock = await lockModel(paths, options.signal, async (holder) => {
    const done = (await statOrNull(paths.part))?.size ?? 0
    if (holder !== waitedFor) meter.start('wait', holder, done, entry.sizeBytes)
    else meter.update(done)
    waitedFor = holder
  })
  try {
    const meanwhile = await readyModel(host, entry, options)
    if (meanwhile) return meanwhile
    const part = await PartFile.open(paths)
    const job: DownloadJob = {
      host,
      entry,
      part,
      meter,
      signal: options.signal,
      note: (line) => options.onNote?.(line),
    }
    const sha256 = await fromAnySource(job)
    await smokeTest(job, sha256, options)
    await finish(paths, sha256)
    return { id, path: paths.file, sha256, profile: entry.profile, family: entry.family }
  } finally {
    await lock.release()
  }
}

/**
 * A model to load: a catalogue id (fetched when it is not there, unless `offline`) or the path of a GGUF file.
 * Throws what `fetchModel` throws, `no-model` when offline and absent, `model-damaged` when offline and damaged, `not-found` and `not-a-model` for a path.
 */
export async function ensureModel(
  idOrPath: string,
  options: FetchOptions & { readonly offline?: boolean | undefined },
): Promise<UsableModel> {
  if (isModelPath(idOrPath)) {
    const file = path.resolve(idOrPath)
    await assertGguf(file)
    return { id: path.basename(file), path: file, sha256: null, profile: defaultProfile, family: null }
  }
  if (!options.offline) return fetchModel(idOrPath, options)
  const host = options.host ?? machineHost()
  const entry = findModel(host.catalog, idOrPath)
  const ready = await readyModel(host, entry, options)
  if (ready) return ready
  if ((await inspectModel(host, entry, options)).state === 'damaged')
    throw new PixieError('model-damaged', {
      what: `The file of ${entry.name} is damaged`,
      value: idOrPath,
      hint: 'Fetch it again.',
      command: `pixie models get ${idOrPath}`,
    })
  throw new PixieError('no-model', {
    what: 'The model is not on this machine',
    value: idOrPath,
    hint: 'Fetch it once.',
    command: `pixie models get ${idOrPath}`,
  })
}

/** Ids have no separators and no `.gguf` at their end. */
export function isModelPath(idOrPath: string): boolean {
  return /[/\\]|\.gguf$/i.test(idOrPath)
}

async function readyModel(
  host: ModelHost,
  entry: ModelEntry,
  options: FetchOptions,
): Promise<UsableModel | null> {
  const { state, sha256 } = await inspectModel(host, entry, options)
  if (state !== 'ready') return null
  const { file } = modelPaths(host.folder, entry.id)
  return { id: entry.id, path: file, sha256, profile: entry.profile, family: entry.family }
}

function assertLicense(entry: ModelEntry, options: FetchOptions): void {
  if (entry.licenseNote === null || options.acceptLicense) return
  throw new PixieError('permission-denied', {
    what: `${entry.name} has terms of its own that must be accepted first. ${entry.licenseNote}`,
    value: entry.id,
    hint: 'Fetch it if you accept them.',
    command: `pixie models get ${entry.id} --accept-license`,
  })
}

/** Fills and verifies the part file; gives its SHA-256. */
async function fromAnySource(job: DownloadJob): Promise<string> {
  const errors: PixieError[] = []
  for (const source of inOrder(job)) {
    try {
      return await fromSource(job, source)
    } catch (error) {
      if (!(error instanceof PixieError) || !isSourceFault(error)) throw error
      errors.push(error)
      const isLast = errors.length === job.entry.sources.length
      if (!isLast) job.note(`${error.message}; trying the next source.`)
    }
  }
  throw summary(job.entry, errors)
}

/** As listed, but what was begun is continued first. */
function inOrder({ entry, part }: DownloadJob): ModelSource[] {
  const begun = part.bytes > 0 ? entry.sources.find((s) => sourceKey(s) === part.state?.source) : undefined
  return begun ? [begun, ...entry.sources.filter((s) => s !== begun)] : [...entry.sources]
}

function sourceKey(source: ModelSource): string {
  return source.type === 'https' ? source.url : packagesKey(source.packages)
}

/** Another source may do better. Anything else ends the fetch. */
function isSourceFault(error: PixieError): boolean {
  return ['download-failed', 'no-network', 'not-a-model', 'source-changed', 'hash-mismatch'].includes(
    error.code,
  )
}

/** A wrong hash of joined bytes may be the older bytes' fault: then once more, all from one go. */
async function fromSource(job: DownloadJob, source: ModelSource): Promise<string> {
  for (let isRepeat = false; ; isRepeat = true) {
    const declared = await download(job, source)
    const { isResumed } = job.part
    try {
      return await verify(job, declared)
    } catch (error) {
      if (!(error instanceof PixieError) || !isSourceFault(error)) throw error
      await job.part.discard()
      if (!isResumed || isRepeat) throw error
      job.note('What was fetched earlier does not fit together: starting from the beginning.')
    }
  }
}

async function download(job: DownloadJob, source: ModelSource): Promise<string | null> {
  if (source.type === 'https') return downloadHttps(job, source.url)
  await downloadPythonPackages(job, source.packages)
  return null
}

/** Hash first: a wrong one says more than a broken header. Throws `hash-mismatch`, `not-a-model`, `stopped`. */
async function verify(job: DownloadJob, declared: string | null): Promise<string> {
  const { entry, part, meter } = job
  meter.start('verify', entry.id, 0, part.bytes)
  const sha256 = await hashFile(part.paths.part, {
    signal: job.signal,
    onBytes: (done) => meter.update(done),
  })
  const expected = entry.sha256 ?? declared
  if (expected !== null && sha256 !== expected) {
    throw new PixieError('hash-mismatch', {
      what: `The file that was fetched has another SHA-256 (${sha256.slice(0, 12)}… instead of ${expected.slice(0, 12)}…), so it was thrown away`,
      value: entry.id,
      hint: 'Try again; if it stays so, the file at the source was replaced.',
    })
  }
  await assertGguf(part.paths.part)
  return sha256
}

async function smokeTest({ entry, part }: DownloadJob, sha256: string, options: FetchOptions): Promise<void> {
  try {
    await options.smokeTest?.(part.paths.part)
  } catch (cause) {
    if (options.signal.aborted) throw cause
    // With the right hash the file is good, and fetching it again would bring the same.
    if (entry.sha256 !== sha256) await part.discard()
    throw new PixieError('model-damaged', {
      what: `The model was fetched but does not run here: ${cause instanceof Error ? cause.message : String(cause)}`,
      value: entry.id,
      hint: 'Close other programs if memory is short and try again, or choose another model.',
      command: 'pixie models recommend',
      cause,
    })
  }
}

async function finish(paths: ModelPaths, sha256: string): Promise<void> {
  // The old record must not speak for the new file.
  await fs.rm(paths.record, { force: true })
  await fs.rename(paths.part, paths.file)
  await fs.rm(paths.partState, { force: true })
  await fs.rm(paths.wheels, { force: true, recursive: true }) // of a run that was killed
  await recordVerified(paths, sha256).catch(() => {}) // hashed again on first need
}

/** One error for all sources that failed, under the code that says most. */
function summary(entry: ModelEntry, errors: readonly PixieError[]): PixieError {
  const [first] = errors
  if (first && errors.length === 1) return first
  const telling = ['hash-mismatch', 'not-a-model', 'source-changed', 'download-failed', 'no-network'] as const
  const code = telling.find((c) => errors.some((e) => e.code === c)) ?? 'download-failed'
  const reasons = errors.map((e, i) => `${i + 1}. ${e.message}`).join('; ')
  const told = errors.find((e) => e.code === code)
  const isOffline = errors.every((e) => e.code === 'no-network')
  return new PixieError(code, {
    what: `No source of the model worked: ${reasons}`,
    value: entry.id,
    hint: isOffline
      ? 'Check the network and run it again: it goes on where it stopped.'
      : (told?.hint ?? 'Try again later.'),
    command: isOffline ? undefined : (told?.command ?? undefined),
    cause: first,
  })
}
