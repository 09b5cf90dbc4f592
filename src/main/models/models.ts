/** The models of this computer as the app shows and changes them. */
import { basename } from 'node:path'
import type { Download, ModelList, ModelRow, ModelStatus } from '../../shared/contract/models.ts'
import { PixieError } from '../../shared/errors.ts'
import { isModelPath } from '../model/download.ts'
import type { EngineHolder } from '../model/engine-holder.ts'
import { assertGguf } from '../model/gguf-header.ts'
import type { ModelLibrary } from '../model/model-access.ts'
import { modelPaths } from '../model/model-files.ts'
import { assertRemovable, checkModel } from '../model/models.ts'
import { screenError, screenWire } from '../model/screen-words.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { createDownloads, type Downloads } from './downloads.ts'
import { listForScreen } from './list.ts'
import { createRemovals } from './removals.ts'

export interface ModelsParts {
  readonly library: ModelLibrary
  readonly settings: SettingsStore
  readonly engine: EngineHolder
  /** What questions are answered with: catalogue id, path, or null for the default. */
  wanted(): string | null
  /** From now on questions are answered with this one. */
  choose(model: string): void
}

export interface Models {
  readonly downloads: Pick<Downloads, 'pause' | 'resume' | 'cancel'>
  /** See `Downloads.start`; of one that was just removed it takes the removal back. */
  start(model: string, acceptsTerms: boolean): void
  list(): Promise<ModelList>
  status(): Promise<ModelStatus>
  /** Reads the file again whole. Throws `unknown-model`, `stopped`. */
  check(model: string): Promise<ModelRow['state']>
  /** Throws `no-model` for one that is not here, `model-damaged`, `unknown-model`. */
  use(model: string): Promise<void>
  /** Tries a file of the owner's own and then uses it. Throws `not-found`, `not-a-model`, `model-damaged`. */
  chooseFile(path: string): Promise<void>
  /**
   * Deletes it after a while; a file of the owner's own only leaves the list. Throws `unknown-model`, `invalid-input`
   * while it is fetched, `permission-denied` while another process fetches it or where the folder cannot be written.
   */
  remove(model: string): Promise<void>
  unremove(model: string): void
  /** Null = never. */
  setIdleMinutes(minutes: number | null): void
  folder(): string
  /** Goes on with what was being fetched when the app ended. */
  begin(): void
  /** What a list or a status says may have changed. Gives back how to end it. */
  onChange(listener: () => void): () => void
  onProgress(listener: (download: Download) => void): () => void
  /** Ends what is fetched, and deletes what was to be deleted. */
  close(): Promise<void>
}

export function createModels(parts: ModelsParts): Models {
  const { library, settings, engine } = parts
  const closing = new AbortController()
  const { signal } = closing
  const changeListeners = new Set<() => void>()
  const progressListeners = new Set<(download: Download) => void>()
  const changed = () => {
    for (const listener of changeListeners) listener()
  }
  const isHere = async (model: string | null) => (await found(model)).state === 'ready'
  const smokeTest = (path: string, stop: AbortSignal) =>
    engine.withoutEngine(stop, () => library.smokeTest(path, stop))

  const removals = createRemovals({
    host: library.host,
    engine,
    isUsed: (model) => (engine.status().model ?? library.host().catalog.default) === model,
    onChange: changed,
  })
  const downloads = createDownloads({
    host: library.host,
    settings,
    smokeTest,
    onChange: changed,
    onProgress(download) {
      for (const listener of progressListeners) listener(download)
    },
    async onReady(model) {
      // Closing: the next start finds the file, and the owner may choose it.
      if (signal.aborted) return
      if (!(await isHere(parts.wanted()).catch(() => true))) parts.choose(model)
      engine.refresh()
    },
  })
  engine.onChange(changed)

  let last: Promise<unknown> = Promise.resolve()
  /** Looks one after another: a file that is new here is read whole once, and the next look finds what came of it. */
  function inTurn<T>(look: () => Promise<T>): Promise<T> {
    const mine = last.then(look)
    last = mine.catch(() => undefined)
    return mine
  }

  async function found(model: string | null) {
    try {
      const known = await inTurn(() => library.find(model, signal))
      return removals.isPending(model ?? library.host().catalog.default)
        ? { ...known, state: 'absent' as const }
        : known
    } catch (error) {
      // A setting of another catalogue.
      if (error instanceof PixieError && error.code === 'unknown-model')
        return { name: model ?? '', state: 'absent' as const }
      throw error
    }
  }

  return {
    downloads,
    start(model, acceptsTerms) {
      if (removals.isPending(model)) removals.takeBack(model)
      downloads.start(model, acceptsTerms)
    },
    list: () =>
      inTurn(() =>
        listForScreen({ library, settings, wanted: parts.wanted, isPending: removals.isPending, signal }),
      ),
    async status() {
      const model = parts.wanted()
      const { name, state } = await found(model)
      const loaded = engine.status()
      const shared = { name, error: null, download: downloads.current() }
      if (loaded.state === 'loading' || loaded.state === 'ready') return { ...shared, state: loaded.state }
      if (state === 'damaged') return { ...shared, state: 'failed', error: screenWire(damaged(name)) }
      if (state !== 'ready') return { ...shared, state: model === null ? 'none' : 'not-here' }
      return { ...shared, state: loaded.state, error: loaded.error }
    },
    async check(model) {
      const { state } = await checkModel(library.host(), model, { signal })
      changed()
      return state
    },
    async use(model) {
      const { name, state } = await found(model)
      if (state === 'damaged') throw screenError(damaged(name))
      if (state !== 'ready') throw notHere(name)
      parts.choose(model)
      changed()
    },
    async chooseFile(path) {
      try {
        await assertGguf(path)
        await smokeTest(path, signal)
      } catch (error) {
        throw refusedFile(path, error)
      }
      const { catalog, folder } = library.host()
      // A file of the model folder is the model that it is.
      const known = catalog.models.find(({ id }) => modelPaths(folder, id).file === path)
      if (known === undefined && !settings.get('ownModels').includes(path))
        settings.set('ownModels', [...settings.get('ownModels'), path])
      parts.choose(known?.id ?? path)
      changed()
    },
    async remove(model) {
      if (isModelPath(model)) return forgetFile(model)
      const current = downloads.current()
      if (current?.model === model && current.phase !== 'paused' && current.phase !== 'failed')
        throw beingFetched(current.name)
      await assertRemovable(library.host(), model)
      removals.add(model)
    },
    unremove(model) {
      if (isModelPath(model)) settings.set('ownModels', [...new Set([...settings.get('ownModels'), model])])
      else removals.takeBack(model)
      changed()
    },
    setIdleMinutes(minutes) {
      settings.set('modelIdleMinutes', minutes)
      changed()
    },
    folder: () => library.host().folder,
    begin: () => downloads.begin(),
    onChange(listener) {
      changeListeners.add(listener)
      return () => void changeListeners.delete(listener)
    },
    onProgress(listener) {
      progressListeners.add(listener)
      return () => void progressListeners.delete(listener)
    },
    async close() {
      closing.abort()
      await downloads.close()
      await removals.close()
    },
  }

  function forgetFile(path: string): void {
    settings.set(
      'ownModels',
      settings.get('ownModels').filter((other) => other !== path),
    )
    if (parts.wanted() === path) parts.choose(library.host().catalog.default)
    changed()
  }
}

function notHere(name: string): PixieError {
  return new PixieError('no-model', {
    what: `${name} is not on this computer`,
    hint: 'Download it first.',
  })
}

function beingFetched(name: string): PixieError {
  return new PixieError('invalid-input', {
    what: `${name} is being fetched`,
    hint: 'Cancel that first.',
  })
}

function damaged(name: string): PixieError {
  return new PixieError('model-damaged', {
    what: `The file of ${name} is damaged`,
    hint: 'Repair it in Settings → Model.',
  })
}

/** Names the file, not where it lies: the owner has just chosen it. */
function refusedFile(path: string, cause: unknown): unknown {
  if (!(cause instanceof PixieError) || cause.code === 'stopped') return cause
  const isModel = cause.code !== 'not-a-model' && cause.code !== 'not-found'
  return new PixieError(isModel ? 'model-damaged' : cause.code, {
    what: isModel ? `${basename(path)} does not run here: ${cause.what}` : cause.what,
    value: isModel ? undefined : basename(path),
    hint: isModel
      ? 'Choose a smaller or a newer file. The model that was used before is still used.'
      : 'Choose a file that ends in .gguf and was fetched whole. The model that was used before is still used.',
    cause,
  })
}
