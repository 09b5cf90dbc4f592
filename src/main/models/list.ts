/** The list of models: the catalogue's, then the owner's own files. */
import type { ModelList, ModelRow } from '../../shared/contract/models.ts'
import { findModel, type ModelSource } from '../model/catalog.ts'
import { isModelPath } from '../model/download.ts'
import type { ModelLibrary } from '../model/model-access.ts'
import { modelPaths, statOrNull } from '../model/model-files.ts'
import { fitsMemory, listModels, type ModelStatus, ownMemoryBytes, recommendModel } from '../model/models.ts'
import type { SettingsStore } from '../settings/settings.ts'

export interface ListParts {
  readonly library: ModelLibrary
  readonly settings: SettingsStore
  readonly signal: AbortSignal
  /** Catalogue id, path, or null for the default. */
  wanted(): string | null
  /** Whether it is about to be deleted. */
  isPending(model: string): boolean
}

/** Throws `stopped`. */
export async function listForScreen(parts: ListParts): Promise<ModelList> {
  const { library, settings, signal } = parts
  const host = library.host()
  const { model, reason } = recommendModel(host)
  const statuses = await listModels(host, { signal })
  const known = await Promise.all(statuses.map((status) => catalogRow(parts, status, model.id)))
  const own = await Promise.all(ownPaths(parts).map((path) => ownRow(parts, path)))
  return {
    models: [...known, ...own],
    recommended: { model: model.id, reason },
    memoryBytes: host.memoryBytes,
    folder: host.folder,
    idleMinutes: settings.get('modelIdleMinutes'),
  }
}

async function catalogRow(
  { library, wanted, isPending }: ListParts,
  { id, sizeBytes, state, fits }: ModelStatus,
  recommended: string,
): Promise<ModelRow> {
  const { catalog, folder } = library.host()
  const { name, memoryBytes, license, licenseNote, proven, sources } = findModel(catalog, id)
  const part = await statOrNull(modelPaths(folder, id).part)
  return {
    id,
    name,
    sizeBytes,
    memoryBytes,
    license,
    terms: licenseNote,
    source: sources[0] === undefined ? null : sourceName(sources[0]),
    state: isPending(id) ? 'absent' : state,
    fetchedBytes: part?.size ?? 0,
    fits,
    isProven: proven,
    isUsed: (wanted() ?? catalog.default) === id,
    isRecommended: id === recommended,
    isOwn: false,
  }
}

function sourceName(source: ModelSource): string {
  return source.type === 'https' ? new URL(source.url).host : 'Python packages'
}

/** Those the owner chose once, and the one that this start was given. */
function ownPaths({ settings, wanted }: ListParts): readonly string[] {
  const listed = settings.get('ownModels')
  const used = wanted()
  return used !== null && isModelPath(used) && !listed.includes(used) ? [...listed, used] : listed
}

async function ownRow({ library, wanted, signal }: ListParts, path: string): Promise<ModelRow> {
  const { name, state } = await library.find(path, signal)
  const sizeBytes = (await statOrNull(path))?.size ?? 0
  const memoryBytes = ownMemoryBytes(sizeBytes)
  return {
    id: path,
    name,
    sizeBytes,
    memoryBytes,
    license: null,
    terms: null,
    source: null,
    state,
    fetchedBytes: 0,
    fits: fitsMemory(library.host(), memoryBytes),
    isProven: false,
    isUsed: wanted() === path,
    isRecommended: false,
    isOwn: true,
  }
}
