/** Adds the records of a file to the log in the background; one file at a time. */
import type { ImportState } from '../../shared/contract/memory.ts'
import { PixieError, toWireError } from '../../shared/errors.ts'
import type { Memory } from './memory.ts'

/** How often at most progress is told. */
const progressMs = 150

export interface ImportJob {
  /** The running import, else the last; null = there was none, or it was dismissed. */
  state(): ImportState | null
  /** Throws `invalid-input` while another one runs. */
  start(file: string): void
  cancel(): void
  dismiss(): void
}

export interface ImportJobParts {
  readonly memory: Pick<Memory, 'import'>
  /** Must not throw. `isChanged`: lines were added, or it is over. */
  onState(state: ImportState, isChanged: boolean): void
}

export function createImportJob({ memory, onState }: ImportJobParts): ImportJob {
  let state: ImportState | null = null
  let stop: AbortController | null = null

  async function run(file: string, signal: AbortSignal): Promise<void> {
    let toldAtMs = 0
    let now: ImportState = begun(file)
    const tell = (next: ImportState, isChanged: boolean) => {
      now = next
      state = next
      onState(next, isChanged)
    }
    tell(now, false)
    try {
      const report = await memory.import(file, {
        signal,
        onProgress(readBytes, sizeBytes) {
          if (performance.now() - toldAtMs < progressMs) return
          toldAtMs = performance.now()
          tell({ ...now, readBytes, sizeBytes }, false)
        },
      })
      const { sizeBytes } = now
      const shown = { ...report, file: now.file, errors: report.errors.slice(0, shownErrors) }
      tell({ ...now, state: 'done', readBytes: sizeBytes, report: shown }, true)
    } catch (error) {
      const isStopped = error instanceof PixieError && error.code === 'stopped'
      tell(
        { ...now, state: isStopped ? 'stopped' : 'failed', error: isStopped ? null : toWireError(error) },
        true,
      )
    } finally {
      stop = null
    }
  }

  return {
    state: () => state,
    start(file) {
      if (stop !== null)
        throw new PixieError('invalid-input', {
          what: 'Another file is being imported',
          hint: 'Wait until it is done, or stop it first.',
        })
      stop = new AbortController()
      void run(file, stop.signal)
    },
    cancel: () => stop?.abort(),
    dismiss() {
      if (stop === null) state = null
    },
  }
}

/** Bad records that a person reads one by one. */
const shownErrors = 200

function begun(file: string): ImportState {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return { file: name, state: 'running', readBytes: 0, sizeBytes: 0, report: null, error: null }
}
