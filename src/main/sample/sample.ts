/** The made-up person of `resources/sample`: files, a calendar, a notebook and a log, for trying and testing. */
import { existsSync, readFileSync } from 'node:fs'
import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { Pixie } from '../pixie.ts'
import { ensurePrivateFolder } from '../store/private-files.ts'

const resources = fileURLToPath(new URL('../../../resources/sample/', import.meta.url))
/** Says that a folder is a sample profile, and whether it was finished. */
const markerName = 'sample-profile.json'

const Question = z.strictObject({
  id: z.string(),
  question: z.string(),
  handle: z.string(),
  source: z.enum(['file', 'note', 'memory', 'event', 'date']),
  /** The answer is right when it holds one of these, letter case aside. */
  accept: z.array(z.string()).min(1),
})

const Sample = z.strictObject({
  owner: z.string(),
  now: z.iso.datetime({ offset: true }),
  zone: z.string(),
  questions: z.array(Question).min(1),
})

const NotebookLine = z.strictObject({
  kind: z.enum(['fact', 'person', 'instruction', 'digest']),
  subject: z.string().nullable(),
  text: z.string(),
})

export type SampleQuestion = z.infer<typeof Question>

/** A made-up person. */
export interface MadeUpLife {
  /** Holds `files/`, `calendar/`, `notebook.jsonl` and `memory.jsonl`, as `resources/sample` does. */
  readonly folder: string
  /** Where the person's clock stands still: ISO 8601 with offset. */
  readonly now: string
  readonly zone: string
}

function readSample(): z.infer<typeof Sample> {
  return Sample.parse(JSON.parse(readFileSync(join(resources, 'sample.json'), 'utf8')))
}

/** With their known answers. */
export function sampleTasks(): readonly SampleQuestion[] {
  return readSample().questions
}

export function sampleQuestions(): string[] {
  return sampleTasks().map(({ question }) => question)
}

function sampleLife(): MadeUpLife {
  const { now, zone } = readSample()
  return { folder: resources, now, zone }
}

/** The day and zone in which the made-up life stands still. */
export function sampleClock(): Clock {
  const { now, zone } = readSample()
  return { now: () => Date.parse(now), zone }
}

export function isSampleFilled(dir: string): boolean {
  try {
    return z
      .object({ finished: z.literal(true) })
      .safeParse(JSON.parse(readFileSync(join(dir, markerName), 'utf8'))).success
  } catch {
    return false
  }
}

const writeMarker = (dir: string, finished: boolean) =>
  writeFile(join(dir, markerName), `${JSON.stringify({ finished })}\n`, { mode: 0o600 })

/** Where the sample's own copies of the files lie. */
export interface SampleFiles {
  readonly dir: string
  readonly documents: string
  readonly calendar: string
}

/**
 * An empty folder with copies of the sample's files, or of another made-up person's. A sample that was never finished is
 * begun anew.
 * Throws `invalid-input` when the folder holds anything else.
 */
export async function prepareSampleFolder(
  dir: string,
  { folder }: Pick<MadeUpLife, 'folder'> = { folder: resources },
): Promise<SampleFiles> {
  const entries = existsSync(dir) ? await readdir(dir) : []
  if (entries.length > 0) {
    if (!entries.includes(markerName) || isSampleFilled(dir))
      throw new PixieError('invalid-input', {
        what: 'This folder is not empty, so no sample is made in it',
        value: dir,
        hint: 'Name a folder that does not exist yet.',
      })
    await rm(dir, { recursive: true })
  }
  ensurePrivateFolder(dir)
  await writeMarker(dir, false)
  const files = { dir, documents: join(dir, 'documents'), calendar: join(dir, 'calendar') }
  await cp(join(folder, 'files'), files.documents, { recursive: true })
  await cp(join(folder, 'calendar'), files.calendar, { recursive: true })
  return files
}

/** Puts the made-up life into a fresh profile, whose clock then stands still at its day. */
export async function fillSample(
  pixie: Pixie,
  files: SampleFiles,
  signal: AbortSignal,
  { folder, now, zone } = sampleLife(),
): Promise<void> {
  pixie.settings.set('clockOverride', now)
  pixie.settings.set('zoneOverride', zone)
  for (const line of readFileSync(join(folder, 'notebook.jsonl'), 'utf8').split('\n')) {
    if (line !== '') pixie.notebook.add(NotebookLine.parse(JSON.parse(line)))
  }
  await pixie.memory.import(join(folder, 'memory.jsonl'), { signal })
  await pixie.files.grant(files.documents, { signal })
  await pixie.calendar.add(files.calendar)
  await writeMarker(files.dir, true)
}
