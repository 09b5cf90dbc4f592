/** Reads granted folders in the background: one after the other, with progress, stoppable, and again when they change. */
import type { Scan } from '../../shared/contract/files.ts'
import { PixieError, toWireError } from '../../shared/errors.ts'
import type { AllowedFolder, Files } from './files.ts'
import type { FolderWatch } from './watch.ts'

/** How often at most progress is told. */
const progressMs = 150
/** Coming back to the window looks at the folders again when the last look is older. */
const freshMs = 30_000

/** Ends by itself when the files are closed. */
export interface FileBackground {
  state(): Scan
  /** True for a folder that waits to be read. */
  isWaiting(folder: string): boolean
  /** Grants a folder and begins to read it. Throws as `Files.allow`. */
  grant(folder: string): AllowedFolder
  /** Stops reading the folder, then forgets it; gives how many files were known. Throws `not-found`. */
  revoke(folder: string): Promise<number>
  /** Grants again what was revoked since the start. Throws `not-found` for any other folder. */
  undoRevoke(folder: string): void
  /** Reads what is new in all granted folders. */
  scan(): void
  /** As `scan`, unless that was done a moment ago: for the start and whenever the window comes to the front. */
  refresh(): void
  /** Stops; what was read stays. */
  cancel(): void
}

export interface BackgroundParts {
  readonly files: Pick<Files, 'allow' | 'revoke' | 'scanFolder' | 'folders' | 'closed'>
  /** @param onChange see `createFolderWatch`. */
  watch(onChange: (folder: string) => void): FolderWatch
  /** Must not throw. */
  onProgress(scan: Scan): void
  /** Folders, or what is known of them, changed. Must not throw. */
  onChange(): void
}

const idle: Scan = { isRunning: false, folder: null, seen: 0, name: '', error: null }

export function createFileBackground(parts: BackgroundParts): FileBackground {
  const { files } = parts
  const waiting: string[] = []
  const revoked = new Set<string>()
  let state = idle
  let run: { readonly stop: AbortController; readonly done: Promise<void> } | null = null
  let lookedAtMs = Number.NEGATIVE_INFINITY
  const watch = parts.watch((folder) => {
    if (files.folders().includes(folder)) enqueue([folder])
  })

  function enqueue(folders: readonly string[]): void {
    if (files.closed.aborted) return
    for (const folder of folders) if (!waiting.includes(folder)) waiting.push(folder)
    if (run !== null || waiting.length === 0) return
    const stop = new AbortController()
    run = { stop, done: readAll(stop.signal) }
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    let before = 0
    let error: Scan['error'] = null
    while (!signal.aborted) {
      const folder = waiting.shift()
      if (folder === undefined) break
      state = { ...idle, isRunning: true, folder, seen: before }
      parts.onProgress(state)
      try {
        await files.scanFolder(folder, { signal, onProgress: progress(before) })
      } catch (thrown) {
        if (!isExpected(thrown)) error = toWireError(thrown)
      }
      before = state.seen
      parts.onChange()
    }
    run = null
    state = { ...idle, seen: before, error }
    parts.onProgress(state)
    // Something may have come while the last one was told.
    enqueue([])
  }

  function progress(before: number) {
    let toldAtMs = 0
    return ({ seen, path }: { seen: number; path: string }) => {
      state = { ...state, seen: before + seen, name: path.slice(path.lastIndexOf('/') + 1) }
      if (performance.now() - toldAtMs < progressMs) return
      toldAtMs = performance.now()
      parts.onProgress(state)
    }
  }

  async function stopReading(folder: string): Promise<void> {
    const at = waiting.indexOf(folder)
    if (at >= 0) waiting.splice(at, 1)
    if (state.folder !== folder || run === null) return
    const rest = waiting.splice(0)
    run.stop.abort()
    await run.done
    enqueue(rest)
  }

  function allow(folder: string): AllowedFolder {
    const allowed = files.allow(folder)
    parts.onChange()
    watch.watch(files.folders())
    enqueue([allowed.coveredBy ?? allowed.folder])
    return allowed
  }

  function scan(): void {
    lookedAtMs = performance.now()
    watch.watch(files.folders())
    enqueue(files.folders())
  }

  files.closed.addEventListener('abort', () => {
    waiting.length = 0
    void watch.close()
  })

  return {
    state: () => state,
    isWaiting: (folder) => waiting.includes(folder),
    grant: allow,
    async revoke(folder) {
      await stopReading(folder)
      const { removed } = files.revoke(folder)
      revoked.add(folder)
      watch.watch(files.folders())
      parts.onChange()
      return removed
    },
    undoRevoke(folder) {
      if (!revoked.delete(folder)) throw notRevoked(folder)
      allow(folder)
    },
    scan,
    refresh() {
      if (performance.now() - lookedAtMs >= freshMs) scan()
    },
    cancel() {
      waiting.length = 0
      run?.stop.abort()
    },
  }
}

/** Stopped by the owner, or revoked while it waited. */
function isExpected(error: unknown): boolean {
  return error instanceof PixieError && (error.code === 'stopped' || error.code === 'not-found')
}

function notRevoked(folder: string): PixieError {
  return new PixieError('not-found', {
    what: 'This folder was not taken back just now',
    value: folder,
    hint: 'Add it again with "Add folder".',
  })
}
