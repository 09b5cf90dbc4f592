/** Models as main would tell of them. */
import type { Download, ModelList, ModelRow, ModelStatus } from '../../../../shared/contract/models.ts'

export const modelRow = (over: Partial<ModelRow> = {}): ModelRow => ({
  id: 'medium',
  name: 'Medium 1.5B Instruct',
  sizeBytes: 1_117_320_768,
  memoryBytes: 2.2e9,
  license: 'Apache-2.0',
  terms: null,
  source: 'models.example',
  state: 'absent',
  fetchedBytes: 0,
  fits: true,
  isProven: true,
  isUsed: true,
  isRecommended: true,
  isOwn: false,
  ...over,
})

export const modelList = (models: ModelRow[] = [modelRow()], over: Partial<ModelList> = {}): ModelList => ({
  models,
  recommended: { model: models[0]?.id ?? 'medium', reason: 'It fits.' },
  memoryBytes: 16 * 2 ** 30,
  folder: '/models',
  idleMinutes: 30,
  ...over,
})

export const download = (over: Partial<Download> = {}): Download => ({
  model: 'medium',
  name: 'Medium 1.5B Instruct',
  phase: 'downloading',
  doneBytes: 693_000_000,
  totalBytes: 1_117_320_768,
  bytesPerSecond: 11_000_000,
  secondsLeft: 39,
  note: null,
  error: null,
  ...over,
})

export const modelStatus = (over: Partial<ModelStatus> = {}): ModelStatus => ({
  state: 'none',
  name: 'Medium 1.5B Instruct',
  error: null,
  download: null,
  ...over,
})
