/** The models on this computer: which there are, which is used, fetching one, and the first screen of a new profile. */
import { z } from 'zod'
import { type CallShapes, done, nothing } from './define.ts'
import { ErrorShape } from './shapes.ts'

/** Catalogue id, or the path of a GGUF file of the owner's own. */
const ModelId = z.string().min(1).max(4096)
const withModel = z.strictObject({ model: ModelId })
const bytes = z.int().min(0)

export const ModelRowShape = z.strictObject({
  id: ModelId,
  name: z.string(),
  sizeBytes: bytes,
  /** What Pixie takes of the memory while it answers with this model. */
  memoryBytes: bytes,
  /** Null for a file of the owner's own: it does not say. */
  license: z.string().nullable(),
  /** Not null: terms that are to be accepted before it is fetched. */
  terms: z.string().nullable(),
  /** Where it is fetched from, for people: a host name. Null for a file of the owner's own. */
  source: z.string().nullable(),
  /** `partial`: what was fetched so far is kept. `damaged`: it is there and is not what it should be. */
  state: z.enum(['ready', 'partial', 'absent', 'damaged']),
  /** Of an unfinished download. */
  fetchedBytes: bytes,
  /** Whether this computer's memory holds it with room for the app. */
  fits: z.boolean(),
  /** Its answers were measured, not only that it runs. */
  isProven: z.boolean(),
  /** What questions are answered with. */
  isUsed: z.boolean(),
  isRecommended: z.boolean(),
  /** A file of the owner's own: it stays where it is. */
  isOwn: z.boolean(),
})
export type ModelRow = z.infer<typeof ModelRowShape>

export const DownloadShape = z.strictObject({
  model: ModelId,
  name: z.string(),
  /** `waiting`: another Pixie fetches the same one. `testing`: it is loaded once, to see that it runs. */
  phase: z.enum(['waiting', 'downloading', 'verifying', 'testing', 'paused', 'failed']),
  /** Of this phase; of the file where it rests. */
  doneBytes: bytes,
  totalBytes: bytes,
  /** Over the last seconds; null at the beginning and where nothing is fetched. */
  bytesPerSecond: bytes.nullable(),
  secondsLeft: z.int().min(0).nullable(),
  /** What happened on the way, in one sentence: a source that failed, a start from the beginning. */
  note: z.string().nullable(),
  error: ErrorShape.nullable(),
})
export type Download = z.infer<typeof DownloadShape>

export const ModelStatusShape = z.strictObject({
  /** `none`: none was ever here. `not-here`: the chosen one is gone. `idle`: it is loaded with the next question. */
  state: z.enum(['none', 'not-here', 'idle', 'loading', 'ready', 'failed']),
  /** Of the model that is used, or would be. */
  name: z.string(),
  error: ErrorShape.nullable(),
  /** One at a time. Null when there is none. */
  download: DownloadShape.nullable(),
})
export type ModelStatus = z.infer<typeof ModelStatusShape>

const ModelListShape = z.strictObject({
  models: z.array(ModelRowShape),
  recommended: z.strictObject({ model: ModelId, reason: z.string() }),
  /** What this computer has, and what none of the models may take. */
  memoryBytes: bytes,
  /** Where fetched models are kept, for all profiles. */
  folder: z.string(),
  /** After how many minutes without a question the model leaves memory; null = never. */
  idleMinutes: z.int().min(1).max(1440).nullable(),
})
export type ModelList = z.infer<typeof ModelListShape>

const FirstRunShape = z.strictObject({
  /** Until the owner left the first screen. */
  isNeeded: z.boolean(),
  hasModel: z.boolean(),
  folders: z.int().min(0),
  calendars: z.int().min(0),
})

export const modelsCalls = {
  /** May take a while the first time that a file lies there which was not fetched by Pixie: it is read whole. */
  'models.list': { params: nothing, result: ModelListShape },
  'models.status': { params: nothing, result: ModelStatusShape },
  /** Begins to fetch, goes on with what was fetched, or fetches a damaged one anew. Throws `invalid-input` while another is fetched. */
  'models.start': { params: z.strictObject({ model: ModelId, acceptsTerms: z.boolean() }), result: done },
  /** What was fetched is kept, also over a restart. */
  'models.pause': { params: nothing, result: done },
  'models.resume': { params: nothing, result: done },
  /** What was fetched is thrown away after ten seconds, or when the app ends, unless it is begun again. */
  'models.cancel': { params: nothing, result: done },
  /** Reads the file again from beginning to end. */
  'models.check': { params: withModel, result: z.strictObject({ state: ModelRowShape.shape.state }) },
  /** Fetches a damaged model again; the damaged file goes when the new one is there. */
  'models.repair': { params: withModel, result: done },
  /** Deleted after ten seconds, or when the app ends, unless it is taken back. A file of the owner's own is only left out of the list. */
  'models.remove': { params: withModel, result: done },
  'models.unremove': { params: withModel, result: done },
  /** From the next question on. Throws `no-model` for one that is not here, `not-a-model`. */
  'models.use': { params: withModel, result: done },
  /** Shows the system's dialog, tries the file, then uses it. False when cancelled. Throws `not-a-model`, `model-damaged` with the reason. */
  'models.choose-own': { params: nothing, result: z.strictObject({ isChosen: z.boolean() }) },
  'models.set-idle': {
    params: z.strictObject({ minutes: ModelListShape.shape.idleMinutes }),
    result: done,
  },
  'models.reveal-folder': { params: nothing, result: done },
  /** Three questions that can be asked now, from names of the owner's own files, events and notes. */
  'models.examples': { params: nothing, result: z.array(z.string()) },
  'models.first-run': { params: nothing, result: FirstRunShape },
  'models.finish-first-run': { params: nothing, result: done },
} as const satisfies CallShapes

export const modelsEvents = {
  /** At most four times a second while a model is fetched. Its end comes as `app.changed`. */
  'models.progress': DownloadShape,
} as const
