import fs from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { PixieError } from '../../shared/errors.ts'
import { stoppedError } from './file-hash.ts'
import type { ModelPaths } from './model-files.ts'

const lookEveryMs = 200

export interface ModelLock {
  release(): Promise<void>
}

/**
 * Takes the right to change a model's files, for one task in one process; null when someone else has it.
 * The kernel takes it back when the process dies, so a lock is never left over.
 */
export async function tryLockModel(paths: ModelPaths): Promise<ModelLock | null> {
  // Loaded here so that listing models and help do without SQLite.
  const { holdLock } = await import('../store/processes.ts')
  const { isBusy, toStoreError } = await import('../store/sqlite-errors.ts')
  let lock: { close(): void }
  try {
    lock = holdLock(paths.lock, 0)
  } catch (error) {
    if (isBusy(error)) return null
    throw toStoreError(error, paths.lock)
  }
  heldHere.add(paths.lock)
  await fs.writeFile(paths.holder, String(process.pid), { mode: 0o600 }).catch(() => {}) // only for the others' information
  return {
    async release() {
      await fs.rm(paths.holder, { force: true }).catch(() => {})
      heldHere.delete(paths.lock)
      lock.close()
    },
  }
}

/** Locks that this process has; its number may not be written yet when another of its fetches asks. */
const heldHere = new Set<string>()

/** Waits for the right; `onWait` hears regularly who has it. Throws `stopped` when the signal aborts. */
export async function lockModel(
  paths: ModelPaths,
  signal: AbortSignal,
  onWait: (holder: string) => Promise<void>,
): Promise<ModelLock> {
  for (;;) {
    if (signal.aborted) throw stoppedError()
    const lock = await tryLockModel(paths)
    if (lock) return lock
    await onWait(await describeHolder(paths))
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
  }
}

/** `process 4711`, or `another fetch in this process`. */
async function describeHolder(paths: ModelPaths): Promise<string> {
  if (heldHere.has(paths.lock)) return 'another fetch in this process'
  const pid = Number(await fs.readFile(paths.holder, 'utf8').catch(() => ''))
  return Number.isInteger(pid) && pid > 0 ? `process ${pid}` : 'another process'
}

/** What a command says when it will not wait. */
export async function lockedError(paths: ModelPaths, id: string): Promise<PixieError> {
  return new PixieError('permission-denied', {
    what: `The model is being fetched by ${await describeHolder(paths)}`,
    value: id,
    hint: 'Stop that first, or wait until it is done.',
  })
}
