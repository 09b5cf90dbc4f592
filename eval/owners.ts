/** The made-up owners of `eval/owners`: five lives that the tasks ask about. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { makeDocx } from '../src/main/files/testing/make-docx.ts'
import { makePdf } from '../src/main/files/testing/make-pdf.ts'
import type { Switches } from '../src/main/harness/switches.ts'
import type { ModelAccess } from '../src/main/model/model-access.ts'
import { createPixie, type Pixie } from '../src/main/pixie.ts'
import { fillSample, prepareSampleFolder } from '../src/main/sample/sample.ts'
import type { Tool } from '../src/main/tools/tool.ts'

const ownersFolder = fileURLToPath(new URL('./owners/', import.meta.url))
/** How long before the owner's day a file was changed last, unless `owner.json` says. */
const usualAgeMs = 60 * 86_400_000

const OwnerShape = z.strictObject({
  name: z.string(),
  clock: z.iso.datetime({ offset: true }),
  zone: z.string(),
  languages: z.array(z.string()).min(1),
  /** Days on which files were changed last, by path. */
  changed: z.record(z.string(), z.iso.date()),
})

/** Word and PDF files, kept as their text, so that a change of them can be read. */
const DocumentShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pdf'),
    path: z.string(),
    pages: z.array(z.array(z.string())).min(1),
  }),
  z.strictObject({
    kind: z.literal('docx'),
    path: z.string(),
    blocks: z.array(z.union([z.string(), z.array(z.array(z.string()))])).min(1),
  }),
])

export interface Owner extends z.infer<typeof OwnerShape> {
  /** The folder's name, as tasks call the owner. */
  readonly id: string
  readonly folder: string
}

export const ownerIds: readonly string[] = readdirSync(ownersFolder).sort()

/** The sample, as one more owner. Its Word and PDF files lie among the others. */
const sampleOwner = 'sample'

export function readOwner(id: string): Owner {
  if (id === sampleOwner) return readSampleOwner()
  const folder = join(ownersFolder, id)
  return { id, folder, ...OwnerShape.parse(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))) }
}

function readSampleOwner(): Owner {
  const folder = fileURLToPath(new URL('../resources/sample/', import.meta.url))
  const Sample = z.object({ owner: z.string(), now: z.string(), zone: z.string() })
  const { owner, now, zone } = Sample.parse(JSON.parse(readFileSync(join(folder, 'sample.json'), 'utf8')))
  return { id: sampleOwner, folder, name: owner, clock: now, zone, languages: ['en', 'sv'], changed: {} }
}

export function ownerLines(owner: Owner, file: 'notebook.jsonl' | 'memory.jsonl'): { text: string }[] {
  const Line = z.looseObject({ text: z.string() })
  const lines = readFileSync(join(owner.folder, file), 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => Line.parse(JSON.parse(line)))
}

function writeDocuments({ folder }: Owner, documents: string): void {
  const texts = join(folder, 'documents.json')
  if (!existsSync(texts)) return
  const all = z.array(DocumentShape).parse(JSON.parse(readFileSync(texts, 'utf8')))
  for (const document of all) {
    const path = join(documents, document.path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, document.kind === 'pdf' ? makePdf(document.pages) : makeDocx(document.blocks))
  }
}

/** The same dates on every machine: how old a file is counts when files are ranked. */
function dateFiles({ clock, changed }: Owner, documents: string): void {
  const usual = new Date(Date.parse(clock) - usualAgeMs)
  for (const name of readdirSync(documents, { recursive: true, encoding: 'utf8' })) {
    const path = join(documents, name)
    if (!statSync(path).isFile()) continue
    const day = changed[name.normalize('NFC')]
    const date = day === undefined ? usual : new Date(`${day}T12:00:00Z`)
    utimesSync(path, date, date)
  }
}

export interface OwnerOptions {
  /** The profile's folder: one that does not exist yet. */
  readonly dir: string
  readonly model: string | null
  readonly models: ModelAccess
  readonly signal: AbortSignal
  /** What the runtime does for the model; all of it when left out. */
  readonly switches?: Switches
  readonly furtherTools?: readonly Tool[]
  onNotice(line: string): void
}

/** The owner's profile, filled and opened. The caller closes it. */
export async function openOwner(owner: Owner, options: OwnerOptions): Promise<Pixie> {
  const files = await prepareSampleFolder(options.dir, owner)
  writeDocuments(owner, files.documents)
  dateFiles(owner, files.documents)
  const open = () =>
    createPixie({
      dataDir: files.dir,
      clock: { now: Date.now, zone: 'UTC' },
      given: { now: false, tz: false },
      model: options.model,
      models: options.models,
      command: 'pixie eval',
      onNotice: options.onNotice,
      ...(options.switches === undefined ? {} : { switches: options.switches }),
      ...(options.furtherTools === undefined ? {} : { furtherTools: options.furtherTools }),
    })
  const filling = open()
  try {
    const life = { folder: owner.folder, now: owner.clock, zone: owner.zone }
    await fillSample(filling, files, options.signal, life)
  } finally {
    await filling.close()
  }
  return open()
}
