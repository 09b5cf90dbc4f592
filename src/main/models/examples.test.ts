import { beforeEach, expect, it } from 'vitest'
import type { CalendarEvent } from '../calendar/instances.ts'
import type { NotebookItem } from '../notebook/notebook-line.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { indexMigrations, pixieMigrations } from '../store/migrations.ts'
import { exampleQuestions } from './examples.ts'

const clock = { now: () => Date.UTC(2026, 10, 30, 9), zone: 'Europe/Berlin' }
let store: Store
beforeEach(() => {
  store = openMemoryStore(pixieMigrations, indexMigrations)
  return () => store.close()
})

function addFile(name: string, changed: number, text = 'words'): void {
  store.index
    .prepare(
      `INSERT INTO files (root, relative, path, name, kind, size, mtime_ms, stamp, device, state, text)
       VALUES ('/r', ?, ?, ?, 'text', 1, ?, '', 'd', 'indexed', ?)`,
    )
    .run(Buffer.from(name), `/r/${name}`, name, changed, text)
}

const event = (title: string): CalendarEvent => ({
  title,
  start: '2026-12-03T10:00:00+01:00',
  end: '2026-12-03T11:00:00+01:00',
  allDay: false,
  location: null,
  calendar: 'Home',
  uid: title,
})

const note = (subject: string | null): NotebookItem => ({
  id: subject ?? '',
  kind: 'fact',
  subject,
  text: 'x',
  source: null,
  createdAt: '2026-11-30T10:00:00+01:00',
})

function questions(events: CalendarEvent[] | Error = [], notes: NotebookItem[] = []) {
  return exampleQuestions({
    index: store.index,
    clock,
    calendar: { list: async () => (events instanceof Error ? Promise.reject(events) : events) },
    notebook: { list: () => notes },
  })
}

it('asks about the newest file, the next event and the newest note', async () => {
  addFile('boiler-service-2026.pdf', 2)
  addFile('old letter.txt', 1)
  expect(await questions([event('Dentist'), event('Choir')], [note(null), note('Aunt Ida')])).toEqual([
    'What is in boiler-service-2026.pdf?',
    'When is Dentist?',
    'What do I know about Aunt Ida?',
  ])
})

it('fills up from what there is before it asks what can always be asked', async () => {
  addFile('passport.pdf', 2)
  addFile('rent.docx', 1)
  expect(await questions()).toEqual([
    'What is in passport.pdf?',
    'What is in rent.docx?',
    'What day is it today?',
  ])
})

it('has three questions for a profile that nothing was granted to', async () => {
  expect(await questions()).toEqual([
    'What day is it today?',
    'What date is it in three weeks?',
    'What can you help me with?',
  ])
  expect(await questions(new Error('a damaged calendar'))).toHaveLength(3)
})

it('leaves out names that say nothing, that nobody could read, or that have no text', async () => {
  for (const name of [
    'IMG_4411.txt',
    '20260314123000.txt',
    'a\u202Egpj.txt',
    'two\nlines.txt',
    `${'x'.repeat(80)}.txt`,
  ])
    addFile(name, 5)
  addFile('holiday.jpg', 4, '')
  expect(await questions([event('   '), event('\u0007bell')], [note('  ')])).toEqual([
    'What is on this week?',
    'What day is it today?',
    'What date is it in three weeks?',
  ])
})

it('never asks the same twice', async () => {
  addFile('plan.md', 2)
  store.index.prepare("UPDATE files SET root = '/s'").run()
  addFile('plan.md', 1)
  const asked = await questions([event('Choir'), event('Choir')])
  expect(new Set(asked).size).toBe(3)
})
