/** Questions to begin with, about what is really there. No model is asked. */
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../shared/time.ts'
import type { Calendar } from '../calendar/calendar.ts'
import type { Notebook } from '../notebook/notebook.ts'
import type { Db } from '../store/database.ts'

/** How many questions are offered. */
const count = 3
const filesLooked = 60
const notesLooked = 20
/** How far ahead an event is still worth asking for. */
const daysAhead = 60
/** Longer names do not fit a question that is read at a glance. In characters. */
const longest = 40
const shortest = 3

/** For a profile that nothing was granted to, and to fill up. Pixie can answer them with what it has. */
const always = [
  'What day is it today?',
  'What date is it in three weeks?',
  'What can you help me with?',
] as const

export interface ExampleParts {
  /** The file index. */
  readonly index: Db
  readonly calendar: Pick<Calendar, 'list'>
  readonly notebook: Pick<Notebook, 'list'>
  readonly clock: Clock
}

/** Exactly three, all different, one a kind of source first. */
export async function exampleQuestions(parts: ExampleParts): Promise<string[]> {
  const [firstFile, ...moreFiles] = fileQuestions(parts.index)
  const [firstEvent, ...moreEvents] = await eventQuestions(parts)
  const [firstNote, ...moreNotes] = noteQuestions(parts)
  const one = [firstFile, firstEvent, firstNote].filter((question) => question !== undefined)
  return [...new Set([...one, ...moreFiles, ...moreEvents, ...moreNotes, ...always])].slice(0, count)
}

/** The last changed documents whose names say something. */
function fileQuestions(index: Db): string[] {
  const names = index
    .prepare<[number], string>(
      `SELECT name FROM files WHERE state = 'indexed' AND length(text) > 0 ORDER BY mtime_ms DESC, name LIMIT ?`,
    )
    .pluck()
    .all(filesLooked)
  return names.filter((name) => isTelling(name.replace(/\.[^.]*$/, ''))).map((name) => `What is in ${name}?`)
}

async function eventQuestions({ calendar, clock }: ExampleParts): Promise<string[]> {
  const today = Temporal.Instant.fromEpochMilliseconds(clock.now())
    .toZonedDateTimeISO(clock.zone)
    .toPlainDate()
  // A stretch that cannot be listed makes no questions; the calendar's own screen says why.
  const events = await calendar
    .list({ from: today.toString(), to: today.add({ days: daysAhead }).toString() })
    .catch(() => [])
  if (events.length === 0) return []
  const titles = events.map(({ title }) => title.trim()).filter(isTelling)
  return [...titles.map((title) => `When is ${title}?`), 'What is on this week?']
}

function noteQuestions({ notebook }: ExampleParts): string[] {
  return notebook
    .list({ limit: notesLooked })
    .map(({ subject }) => subject?.trim() ?? '')
    .filter(isTelling)
    .map((subject) => `What do I know about ${subject}?`)
}

/** Words that a person would say: on one line, with letters, and not what a camera or a program made up. */
function isTelling(name: string): boolean {
  const characters = [...name].length
  if (characters < shortest || characters > longest || /\p{C}/u.test(name)) return false
  return (
    /\p{L}{3}/u.test(name) && !/\d{6}|[0-9a-f]{12}|^(img|dscn?|pxl|vid|scan|screenshot)[\s_-]*\d/i.test(name)
  )
}
