/** The .ics files of a granted file or folder, and reading one. */
import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import type { FileState, ReadFile } from './calendar-rows.ts'
import { type Fault, readComponents } from './ics-components.ts'
import { readEvent } from './ics-event.ts'
import type { SourceEvent } from './source-event.ts'
import { createZoneResolver } from './zones.ts'

/** A calendar of a whole life is a few megabytes. */
const maxFileBytes = 20 * 1024 * 1024
/** Folders of calendars are small; a whole disk is a mistake. */
const maxFiles = 2_000
const maxDepth = 8
/** After so many events the rest of the app gets a turn. */
const eventsPerTurn = 100

/** The real path of a file or folder to read. Throws `not-found`, `permission-denied`, `invalid-input`. */
export function sourcePath(given: string): string {
  const absolute = path.resolve(given)
  let stats: Stats
  let real: string
  try {
    real = realpathSync(absolute)
    stats = statSync(real)
  } catch (cause) {
    const isDenied =
      cause instanceof Error && 'code' in cause && (cause.code === 'EACCES' || cause.code === 'EPERM')
    throw new PixieError(isDenied ? 'permission-denied' : 'not-found', {
      what: isDenied ? 'This calendar may not be read' : 'There is no calendar there',
      value: given,
      hint: 'Give the path of an .ics file, or of a folder with .ics files in it.',
      cause,
    })
  }
  if (stats.isDirectory() || (stats.isFile() && isIcs(real))) return real
  throw new PixieError('invalid-input', {
    what: 'This is no calendar file',
    value: given,
    hint: 'Give an .ics file, or a folder with .ics files in it.',
  })
}

/** By its name. */
export function isIcs(name: string): boolean {
  return /\.(?:ics|ical|icalendar)$/i.test(name)
}

/** The source itself, or the calendars in it. Links and hidden files are left out. Null when it is not there (now). */
export function filesOf(source: string): FileState[] | null {
  const stats = lookAt(source)
  if (stats === null) return null
  if (stats.isFile()) return [stateOf(source, stats)]
  const found: FileState[] = []
  collect(source, 0, found)
  return found
}

function lookAt(file: string): Stats | null {
  try {
    return lstatSync(file)
  } catch {
    return null
  }
}

function stateOf(file: string, stats: Stats): FileState {
  return { path: file, sizeBytes: stats.size, modifiedAtMs: Math.trunc(stats.mtimeMs) }
}

function collect(folder: string, depth: number, found: FileState[]): void {
  let names: string[]
  try {
    names = readdirSync(folder).sort()
  } catch {
    return // a folder that may not be read holds nothing for us
  }
  for (const name of names) {
    if (found.length >= maxFiles) return
    if (name.startsWith('.')) continue
    const child = path.join(folder, name)
    const stats = lookAt(child)
    if (stats?.isFile() && isIcs(name)) found.push(stateOf(child, stats))
    else if (stats?.isDirectory() && depth < maxDepth) collect(child, depth + 1, found)
  }
}

/** Reads a file, whatever is in it: what cannot be read becomes a fault. */
export async function readIcsFile(file: FileState, ownerZone: string): Promise<ReadFile> {
  const name = path.basename(file.path).replace(/\.[^.]*$/, '')
  const unread = (reason: string): ReadFile => ({
    ...file,
    calendar: name,
    events: [],
    faults: [{ line: null, reason }],
  })
  if (file.sizeBytes > maxFileBytes)
    return unread(
      `larger than ${maxFileBytes / 1024 / 1024} MB (${file.sizeBytes.toLocaleString('en')} bytes)`,
    )
  let bytes: Buffer
  try {
    bytes = readFileSync(file.path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return unread(code === 'EACCES' ? 'may not be read (permission denied)' : `cannot be read (${code})`)
  }
  const content = readComponents(bytes)
  const resolveZone = createZoneResolver(content.zones, ownerZone)
  const events: SourceEvent[] = []
  const faults: Fault[] = [...content.faults]
  for (const [index, block] of content.events.entries()) {
    const read = readEvent(block, { resolveZone, isCancellation: content.isCancellation })
    if (read.event !== null) events.push(read.event)
    faults.push(...read.faults)
    if (index % eventsPerTurn === eventsPerTurn - 1) await new Promise(setImmediate)
  }
  return { ...file, calendar: content.calendar ?? name, events, faults }
}
