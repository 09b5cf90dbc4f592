/** The place that an answer came from, as it is now. */
import type { SourceView } from '../../shared/contract/sources.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Source } from '../../shared/turn.ts'
import { placeIn } from '../files/place.ts'
import { locate } from '../harness/passage.ts'
import type { Pixie } from '../pixie.ts'
import { eventNow } from './event.ts'
import { excerptOf } from './excerpt.ts'
import { findQuote } from './find-quote.ts'
import { accessTo } from './real-file.ts'

type ViewParts = Pick<Pixie, 'files' | 'notebook' | 'memory' | 'calendar' | 'conversations' | 'readAttached'>

type Place = Pick<SourceView, 'title' | 'place'>

export async function viewSource(source: Source, parts: ViewParts, signal: AbortSignal): Promise<SourceView> {
  const { notebook, memory, calendar } = parts
  switch (source.kind) {
    case 'file':
      return viewFile(source, parts, signal)
    case 'note': {
      const note = notebook.get(source.id)
      const place = { title: note?.subject ?? source.title, place: `Notebook${dayOf(note?.createdAt)}` }
      return note === null ? gone(source, place) : viewText(source, note.text, place)
    }
    case 'memory': {
      const line = memory.get(source.id)
      const who = line?.who ?? 'Memory'
      const place = { title: source.title, place: `${who}${dayOf(line?.at)}` }
      return line === null ? gone(source, place) : viewText(source, line.text, place)
    }
    case 'event': {
      const event = await eventNow(calendar, source)
      if (event === null) return gone(source, { title: source.title, place: 'Calendar' })
      const view = viewText(source, event.text, { title: event.title, place: event.calendar })
      return event.isMoved ? { ...view, state: 'changed' } : view
    }
    case 'date':
      return viewText(source, source.quote, { title: source.title, place: 'By the clock of this computer' })
    default:
      return source.kind satisfies never
  }
}

const dayOf = (iso: string | undefined) => (iso === undefined ? '' : `, ${iso.slice(0, 10)}`)

async function viewFile(source: Source, parts: ViewParts, signal: AbortSignal): Promise<SourceView> {
  const { files, conversations } = parts
  const file = source.path ?? ''
  const folders = files.folders()
  const access = accessTo(file, folders)
  const place = {
    title: source.title,
    place: placeIn(access.state === 'there' ? access.path : file, folders),
  }
  const isAttached = conversations.isAttached(file)
  if (access.state === 'gone')
    return access.wasInside || isAttached
      ? gone(source, place)
      : { ...gone(source, place), state: 'no-access' }
  if (access.state === 'outside' && !isAttached) return { ...gone(source, place), state: 'no-access' }
  const text = await textOf(access.path, source, { ...parts, isGranted: access.state === 'there' }, signal)
  return { ...viewText(source, text, place), hasFile: access.state === 'there' }
}

/** Empty where a file has no text. */
async function textOf(
  file: string,
  { title }: Source,
  { files, readAttached, isGranted }: ViewParts & { isGranted: boolean },
  signal: AbortSignal,
): Promise<string> {
  try {
    if (isGranted) return await files.text(file, signal)
  } catch (error) {
    if (!(error instanceof PixieError)) throw error
    if (error.code === 'unreadable') return ''
    if (error.code !== 'not-found') throw error
    // In a granted folder and not in the index yet.
  }
  return (await readAttached({ name: title, path: file }, signal)).text ?? ''
}

function viewText(source: Source, text: string, place: Place): SourceView {
  const near = offsetOf(text, source.location)
  const found = findQuote(text, source.quote, near)
  const hasQuote = source.quote.trim() !== ''
  const isThere = found.length > 0 || !hasQuote
  // A quote that is not there any more has no mark; what is around its old place is shown.
  const shown = excerptOf(text, found.length > 0 ? found : [[near, near]])
  const first = found[0]
  return {
    kind: source.kind,
    ...place,
    state: isThere ? 'found' : 'changed',
    text: shown.text,
    marks: found.length > 0 ? shown.marks : [],
    location:
      first === undefined || source.kind !== 'file'
        ? source.location
        : locate(text, first[0], source.location),
    isExcerpt: shown.isExcerpt,
    hasFile: false,
  }
}

function gone(source: Source, place: Place): SourceView {
  return {
    kind: source.kind,
    ...place,
    state: 'gone',
    text: '',
    marks: [],
    location: source.location,
    isExcerpt: false,
    hasFile: false,
  }
}

/** Where `page 3`, `line 12` or `paragraph 5` begins; 0 where there is no such place. */
function offsetOf(text: string, location: string | null): number {
  const [, unit, digits] = /^(page|line|paragraph) (\d+)$/.exec(location ?? '') ?? []
  if (unit === undefined) return 0
  const breaks = { page: /\f/g, line: /\n/g, paragraph: /\n(?=[^\n]*\S)/g }[unit] ?? /\n/g
  let left = Number(digits) - 1
  for (const match of left > 0 ? text.matchAll(breaks) : []) if (--left === 0) return match.index + 1
  return 0
}
