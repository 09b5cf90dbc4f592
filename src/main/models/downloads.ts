/** The one model that the app fetches at a time: begun, paused, gone on with after a restart, thrown away. */
import type { Download } from '../../shared/contract/models.ts'
import { PixieError } from '../../shared/errors.ts'
import { allowNetwork } from '../app/network-guard.ts'
import { findModel, type ModelEntry } from '../model/catalog.ts'
import { fetchModel } from '../model/download.ts'
import { modelPaths, statOrNull } from '../model/model-files.ts'
import type { ModelHost } from '../model/model-host.ts'
import { discardPart } from '../model/models.ts'
import type { ModelProgress } from '../model/progress.ts'
import { screenWire } from '../model/screen-words.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { createTicker, type Ticker } from './ticker.ts'

export interface DownloadsParts {
  host(): ModelHost
  readonly settings: Pick<SettingsStore, 'get' | 'set'>
  /** Tries a file that was fetched; throws when it does not run. */
  smokeTest(path: string, signal: AbortSignal): Promise<void>
  /** Bytes came; at most four times a second. Must not throw. */
  onProgress(download: Download): void
  /** Another phase, another model, the end. Must not throw. */
  onChange(): void
  /** The model is on this machine now. Must not reject. */
  onReady(model: string): Promise<void>
}

export interface Downloads {
  /** Null when nothing is fetched, paused or failed. */
  current(): Download | null
  /** Fetches, or goes on where it stopped. Throws `unknown-model`, `permission-denied` (terms), `invalid-input` (another one). */
  start(model: string, acceptsTerms: boolean): void
  /** What was fetched is kept. Resolves when nothing runs any more. */
  pause(): Promise<void>
  /** Goes on after a pause or a failure; nothing otherwise. */
  resume(): void
  /** What was fetched is thrown away after a while, unless it is begun again or another process goes on with it. */
  cancel(): Promise<void>
  /** Goes on with what was being fetched when the app ended. */
  begin(): void
  /** Ends what runs, which goes on with the next `begin`, and throws away what was to be. */
  close(): Promise<void>
}

/** Between two reports of progress. */
const tickMs = 250

/** As long as the window offers to take a cancel back. */
const graceMs = 10_000

const phases = { download: 'downloading', verify: 'verifying', wait: 'waiting' } as const satisfies Record<
  ModelProgress['phase'],
  Download['phase']
>

export function createDownloads(parts: DownloadsParts): Downloads {
  return new DownloadService(parts)
}

class DownloadService implements Downloads {
  readonly #parts: DownloadsParts
  readonly #ticker: Ticker<Download>
  #download: Download | null = null
  #running: AbortController | null = null
  /** What was fetched of these is about to be thrown away. */
  readonly #discards = new Map<string, NodeJS.Timeout>()
  /** Resolves when the last run has ended. */
  #ended: Promise<void> = Promise.resolve()

  constructor(parts: DownloadsParts) {
    this.#parts = parts
    this.#ticker = createTicker(tickMs, (download) => parts.onProgress(download))
  }

  current(): Download | null {
    return this.#download
  }

  start(model: string, acceptsTerms: boolean): void {
    const entry = findModel(this.#parts.host().catalog, model)
    if (this.#running !== null) {
      if (this.#download?.model === model) return
      throw busy(this.#download?.name)
    }
    if (entry.licenseNote !== null && !acceptsTerms) throw termsNotAccepted(entry)
    this.#parts.settings.set('modelDownload', { model, isPaused: false, acceptsTerms })
    this.#run(entry, acceptsTerms)
  }

  async pause(): Promise<void> {
    if (this.#running === null) return
    this.#remember(true)
    await this.#stop()
    await this.#rest('paused')
  }

  resume(): void {
    const wanted = this.#parts.settings.get('modelDownload')
    if (this.#running !== null || wanted === null) return
    this.#remember(false)
    this.#run(findModel(this.#parts.host().catalog, wanted.model), wanted.acceptsTerms)
  }

  async cancel(): Promise<void> {
    const model = this.#download?.model
    this.#parts.settings.set('modelDownload', null)
    await this.#stop()
    this.#download = null
    this.#parts.onChange()
    if (model === undefined) return
    clearTimeout(this.#discards.get(model))
    this.#discards.set(
      model,
      setTimeout(() => void this.#discard(model), graceMs),
    )
  }

  begin(): void {
    const wanted = this.#parts.settings.get('modelDownload')
    if (wanted === null || this.#running !== null) return
    const entry = this.#parts.host().catalog.models.find(({ id }) => id === wanted.model)
    // A catalogue of a later or earlier Pixie.
    if (entry === undefined) this.#parts.settings.set('modelDownload', null)
    else if (wanted.isPaused) {
      this.#download = begun(entry, 'paused')
      void this.#rest('paused')
    } else this.#run(entry, wanted.acceptsTerms)
  }

  async close(): Promise<void> {
    this.#ticker.stop()
    await this.#stop()
    for (const model of this.#discards.keys()) await this.#discard(model)
  }

  /** Never rejects: what cannot be deleted is shown as fetched in part. */
  async #discard(model: string): Promise<void> {
    clearTimeout(this.#discards.get(model))
    this.#discards.delete(model)
    await discardPart(this.#parts.host(), model).catch(() => {})
    this.#parts.onChange()
  }

  #run(entry: ModelEntry, acceptsTerms: boolean): void {
    clearTimeout(this.#discards.get(entry.id))
    this.#discards.delete(entry.id)
    const running = new AbortController()
    this.#running = running
    this.#set(begun(entry, 'downloading', this.#download))
    const before = this.#ended
    this.#ended = this.#fetch(entry, acceptsTerms, running.signal, before).finally(() => {
      if (this.#running === running) this.#running = null
    })
  }

  /** Never rejects. */
  async #fetch(
    entry: ModelEntry,
    acceptLicense: boolean,
    signal: AbortSignal,
    before: Promise<void>,
  ): Promise<void> {
    await before
    try {
      await allowNetwork('models', () =>
        fetchModel(entry.id, {
          signal,
          host: this.#parts.host(),
          acceptLicense,
          onProgress: (progress) => this.#progress(entry, progress),
          onNote: (line) => this.#note(line),
          smokeTest: (path) => this.#test(entry, path, signal),
        }),
      )
    } catch (error) {
      if (!signal.aborted) await this.#fail(error)
      return
    }
    // A pause that came too late changes nothing; a cancel was meant.
    if (this.#parts.settings.get('modelDownload')?.model !== entry.id) return
    this.#parts.settings.set('modelDownload', null)
    this.#download = null
    this.#ticker.stop()
    this.#running = null
    await this.#parts.onReady(entry.id)
    this.#parts.onChange()
  }

  async #test(entry: ModelEntry, path: string, signal: AbortSignal): Promise<void> {
    const { sizeBytes } = entry
    this.#patch({
      phase: 'testing',
      doneBytes: sizeBytes,
      totalBytes: sizeBytes,
      bytesPerSecond: null,
      secondsLeft: null,
    })
    await this.#parts.smokeTest(path, signal)
  }

  async #fail(error: unknown): Promise<void> {
    await this.#rest('failed', error)
  }

  /** What is shown while nothing runs. */
  async #rest(phase: 'paused' | 'failed', error?: unknown): Promise<void> {
    const download = this.#download
    if (download === null) return
    const { folder } = this.#parts.host()
    const stat = await statOrNull(modelPaths(folder, download.model).part)
    if (this.#download?.model !== download.model || (phase === 'paused' && this.#running !== null)) return
    this.#running = null
    this.#patch({
      phase,
      doneBytes: stat?.size ?? 0,
      bytesPerSecond: null,
      secondsLeft: null,
      error: error === undefined ? null : screenWire(error),
    })
  }

  #progress(entry: ModelEntry, progress: ModelProgress): void {
    this.#patch({
      phase: phases[progress.phase],
      doneBytes: progress.doneBytes,
      totalBytes: progress.totalBytes ?? entry.sizeBytes,
      bytesPerSecond: progress.phase === 'wait' ? null : progress.bytesPerSecond,
      secondsLeft: progress.phase === 'wait' ? null : progress.secondsLeft,
    })
  }

  /** Addresses are of no use on the screen; the rest of the sentence is. */
  #note(line: string): void {
    this.#patch({ note: line.replaceAll(/ \(https?:[^)]*\)/g, '') })
  }

  #patch(change: Partial<Download>): void {
    if (this.#download !== null) this.#set({ ...this.#download, ...change })
  }

  #set(download: Download): void {
    const before = this.#download
    this.#download = download
    this.#ticker.tick(download)
    if (before?.phase !== download.phase || before.model !== download.model) this.#parts.onChange()
  }

  #remember(isPaused: boolean): void {
    const wanted = this.#parts.settings.get('modelDownload')
    if (wanted !== null) this.#parts.settings.set('modelDownload', { ...wanted, isPaused })
  }

  async #stop(): Promise<void> {
    this.#running?.abort()
    await this.#ended
  }
}

/** How a download looks before its first byte; what is known of an earlier try stays on the screen. */
function begun(entry: ModelEntry, phase: Download['phase'], earlier: Download | null = null): Download {
  return {
    model: entry.id,
    name: entry.name,
    phase,
    doneBytes: earlier?.model === entry.id ? earlier.doneBytes : 0,
    totalBytes: entry.sizeBytes,
    bytesPerSecond: null,
    secondsLeft: null,
    note: null,
    error: null,
  }
}

function busy(name = 'Another model'): PixieError {
  return new PixieError('invalid-input', {
    what: `${name} is being fetched`,
    hint: 'Pause or cancel it first.',
  })
}

function termsNotAccepted({ name, licenseNote }: ModelEntry): PixieError {
  return new PixieError('permission-denied', {
    what: `${name} has terms of its own. ${licenseNote ?? ''}`,
    hint: 'Accept them to fetch it.',
  })
}
