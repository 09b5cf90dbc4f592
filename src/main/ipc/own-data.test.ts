import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Result } from '../../shared/contract/index.ts'
import { event, ics } from '../calendar/testing/calendars.ts'
import { calendarHandlers } from './calendar.ts'
import { filesHandlers } from './files.ts'
import { memoryHandlers } from './memory.ts'
import { notebookHandlers } from './notebook.ts'
import { checked, type TestServices, testServices } from './testing/test-services.ts'

/** Parsers start a process of their own. */
const until = <T>(claim: () => T | Promise<T>) => vi.waitFor(claim, { timeout: 15_000 })

function write(test: TestServices, relative: string, text: string): string {
  const file = path.join(test.root, relative)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

const topics = ({ published }: TestServices) =>
  published.flatMap(({ name, payload }) =>
    name === 'app.changed' ? (payload as { topics: string[] }).topics : [],
  )

describe('folders', () => {
  it('are granted by the dialog alone, read in the background, searched, and taken back with all they held', async () => {
    await using test = testServices()
    const files = filesHandlers(test.services)
    write(test, 'papers/House/boiler.txt', 'The boiler was serviced on 12 September.')
    write(test, 'papers/broken.pdf', 'no pdf')
    test.chosen.push(path.join(test.root, 'papers'))
    const granted = checked('files.grant', await files['files.grant']({}))
    expect(granted).toMatchObject({ name: 'papers', coveredBy: null })
    await until(async () =>
      expect(checked('files.status', await files['files.status']({}))).toMatchObject({
        indexed: 1,
        failed: 1,
        folders: 1,
        scan: { isRunning: false },
      }),
    )
    const { folders } = checked('files.folders', await files['files.folders']({}))
    expect(folders).toMatchObject([{ name: 'papers', state: 'ready', indexed: 1, failed: 1 }])
    const report = checked('files.report', await files['files.report']({ state: null, limit: 10 }))
    expect(report).toMatchObject({ total: 1, items: [{ name: 'broken.pdf', state: 'failed', isFile: true }] })
    expect(checked('files.search', await files['files.search']({ query: 'boiler', limit: 5 }))).toMatchObject(
      [
        {
          name: 'boiler.txt',
          place: 'papers › House',
          source: { kind: 'file', quote: 'The boiler was serviced on 12 September.' },
        },
      ],
    )
    const folder = path.join(test.root, 'papers')
    expect(checked('files.revoke', await files['files.revoke']({ path: folder }))).toEqual({ removed: 2 })
    expect(await files['files.search']({ query: 'boiler', limit: 5 })).toEqual([])
    await files['files.undo-revoke']({ path: folder })
    await until(async () =>
      expect(await files['files.search']({ query: 'boiler', limit: 5 })).toHaveLength(1),
    )
    expect(topics(test)).toContain('files')
    expect(test.published.some(({ name }) => name === 'files.progress')).toBe(true)
  })

  it('stay as they are when the dialog is cancelled, or a folder is named that was never granted', async () => {
    await using test = testServices()
    const files = filesHandlers(test.services)
    expect(await files['files.grant']({})).toBeNull()
    await expect(files['files.revoke']({ path: '/etc' })).rejects.toMatchObject({ code: 'not-found' })
    expect(() => files['files.undo-revoke']({ path: '/etc' })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
    expect(test.pixie.files.folders()).toEqual([])
  })

  it('that are gone from the disk say so', async () => {
    await using test = testServices()
    const files = filesHandlers(test.services)
    write(test, 'papers/a.txt', 'x')
    test.chosen.push(path.join(test.root, 'papers'))
    await files['files.grant']({})
    await until(async () => expect((await files['files.status']({})).scan.isRunning).toBe(false))
    rmSync(path.join(test.root, 'papers'), { recursive: true })
    expect((await files['files.folders']({})).folders).toMatchObject([{ state: 'gone' }])
  })
})

describe('calendars', () => {
  const dentist = event('UID:d@test', 'SUMMARY:Dentist', 'DTSTART:20261201T080000Z', 'DTEND:20261201T090000Z')

  it('are added by the dialog, listed in the owner’s zone, and taken back with their events', async () => {
    await using test = testServices()
    const calendar = calendarHandlers(test.services)
    const file = write(test, 'cal/mine.ics', ics(dentist, event('UID:bad', 'DTSTART:tomorrow')))
    test.chosen.push(file)
    expect(checked('calendar.add', await calendar['calendar.add']({ what: 'file' }))).toMatchObject({
      path: file,
      name: 'mine.ics',
      isFolder: false,
      files: 1,
      events: 1,
      unreadable: 1,
    })
    const december = { from: '2026-12-01', to: '2026-12-31' }
    const [first] = checked('calendar.list', await calendar['calendar.list'](december))
    expect(first).toMatchObject({
      title: 'Dentist',
      start: '2026-12-01T09:00:00+01:00',
      source: { kind: 'event', id: 'd@test@2026-12-01T09:00:00+01:00' },
    })
    expect(checked('calendar.report', await calendar['calendar.report']({}))).toMatchObject([
      { file: 'mine.ics', line: expect.any(Number) },
    ])
    await calendar['calendar.remove']({ path: file })
    expect(await calendar['calendar.list'](december)).toEqual([])
    expect(await calendar['calendar.sources']({})).toEqual([])
    await calendar['calendar.undo-remove']({ path: file })
    expect(await calendar['calendar.list'](december)).toHaveLength(1)
    await expect(calendar['calendar.undo-remove']({ path: file })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('keep the events of a file that another source holds too', async () => {
    await using test = testServices()
    const calendar = calendarHandlers(test.services)
    const file = write(test, 'cal/mine.ics', ics(dentist))
    test.chosen.push(file, path.join(test.root, 'cal'))
    await calendar['calendar.add']({ what: 'file' })
    expect(await calendar['calendar.add']({ what: 'folder' })).toMatchObject({ isFolder: true, events: 1 })
    await calendar['calendar.remove']({ path: file })
    expect(await calendar['calendar.list']({ from: '2026-12-01', to: '2026-12-01' })).toHaveLength(1)
  })

  it('are not asked for more than a year and a bit', async () => {
    await using test = testServices()
    const calendar = calendarHandlers(test.services)
    await expect(calendar['calendar.list']({ from: '2026-01-01', to: '2028-01-01' })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })
})

describe('the Notebook', () => {
  it('gives its lines in pages, newest first, each once', async () => {
    await using test = testServices()
    const notebook = notebookHandlers(test.services)
    for (let i = 0; i < 7; i++) test.pixie.notebook.add({ text: `line ${i}` })
    const seen: string[] = []
    let before: string | null = null
    for (let hasMore = true; hasMore; ) {
      const page: Result<'notebook.list'> = checked(
        'notebook.list',
        await notebook['notebook.list']({ before, limit: 3 }),
      )
      seen.push(...page.notes.map(({ text }) => text))
      before = page.notes.at(-1)?.id ?? null
      hasMore = page.hasMore
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `line ${i}`))
  })

  it('puts a forgotten line back where it was, once', async () => {
    await using test = testServices()
    const notebook = notebookHandlers(test.services)
    const lines = ['first', 'second', 'third'].map((text) => test.pixie.notebook.add({ text, subject: 'S' }))
    const [, second = expect.unreachable()] = lines
    await notebook['notebook.forget']({ id: second.id })
    expect(await notebook['notebook.search']({ query: 'second', limit: 5 })).toEqual([])
    const back = checked('notebook.undo-forget', await notebook['notebook.undo-forget']({ id: second.id }))
    expect(back).toMatchObject({ id: second.id, text: 'second', subject: 'S', origin: { type: 'owner' } })
    expect(test.pixie.notebook.list().map(({ text }) => text)).toEqual(['third', 'second', 'first'])
    expect(() => notebook['notebook.undo-forget']({ id: second.id })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
    expect(topics(test)).toEqual(['notebook', 'notebook'])
  })

  it('says which conversation a line came from, while that is there', async () => {
    await using test = testServices()
    const notebook = notebookHandlers(test.services)
    const { id } = test.pixie.conversations.create()
    const message = test.pixie.conversations.append(id, { role: 'user', text: 'My boots are 40.' })
    test.pixie.notebook.add({ text: 'from a message', source: message.id })
    test.pixie.notebook.add({ text: 'from a conversation', source: id })
    test.pixie.notebook.add({ text: 'from elsewhere', source: 'an old phone' })
    const { notes } = checked('notebook.list', await notebook['notebook.list']({ before: null, limit: 9 }))
    expect(notes.map(({ origin }) => origin)).toEqual([
      { type: 'other', name: 'an old phone' },
      { type: 'conversation', conversation: id, message: null, title: 'My boots are 40.' },
      { type: 'conversation', conversation: id, message: message.id, title: 'My boots are 40.' },
    ])
  })
})

describe('the memory log', () => {
  it('gives its lines in pages by their own time, newest first, each once', async () => {
    await using test = testServices()
    const memory = memoryHandlers(test.services)
    for (const day of ['03', '01', '02', '02']) {
      await memory['memory.add']({ text: `on ${day}`, kind: 'chat', who: null, at: `2026-06-${day}T10:00` })
    }
    const first = checked('memory.list', await memory['memory.list']({ before: null, limit: 2 }))
    expect(first).toMatchObject({ hasMore: true, lines: [{ text: 'on 03' }, { text: 'on 02' }] })
    const rest = checked(
      'memory.list',
      await memory['memory.list']({ before: first.lines.at(-1)?.id ?? null, limit: 2 }),
    )
    expect(rest).toMatchObject({ hasMore: false, lines: [{ text: 'on 02' }, { text: 'on 01' }] })
    expect(await memory['memory.count']({})).toBe(4)
  })

  it('shows a long line around the found words, and only words that stand in what is shown', async () => {
    await using test = testServices()
    const memory = memoryHandlers(test.services)
    const text = `${'lorem 🎂 '.repeat(500)}kingfisher ${'ipsum '.repeat(500)}`
    await memory['memory.add']({ text, kind: 'journal', who: 'Ada', at: null })
    const found = checked('memory.search', await memory['memory.search']({ query: 'kingfisher', limit: 5 }))
    expect(found.total).toBe(1)
    const [line = expect.unreachable()] = found.lines
    expect(line.isExcerpt).toBe(true)
    expect(text).toContain(line.text)
    expect(line.text.isWellFormed()).toBe(true)
    expect(line.marks.map(([from, to]) => line.text.slice(from, to))).toEqual(['kingfisher'])
  })

  it('refuses a time that is none and keeps nothing', async () => {
    await using test = testServices()
    const memory = memoryHandlers(test.services)
    expect(() => memory['memory.add']({ text: 'x', kind: 'chat', who: null, at: 'last week' })).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    )
    expect(await memory['memory.count']({})).toBe(0)
  })

  it('imports a file in the background and reports what could not be read', async () => {
    await using test = testServices()
    const memory = memoryHandlers(test.services)
    const line = (text: string) => JSON.stringify({ text, kind: 'message', at: '2026-06-01T10:00:00Z' })
    test.chosen.push(write(test, 'chat.jsonl', [line('one'), 'broken', line('two')].join('\n')))
    expect(await memory['memory.import']({})).toBe(true)
    await until(async () =>
      expect(checked('memory.import-state', await memory['memory.import-state']({}))).toMatchObject({
        state: 'done',
        file: 'chat.jsonl',
        report: { added: 2, failed: 1, errors: [{ line: 2 }] },
      }),
    )
    expect(topics(test)).toContain('memory')
    await memory['memory.dismiss-import']({})
    expect(await memory['memory.import-state']({})).toBeNull()
  })

  it('says why a file could not be imported', async () => {
    await using test = testServices()
    const memory = memoryHandlers(test.services)
    test.chosen.push(write(test, 'song.mp3', '\0\0\0'))
    await memory['memory.import']({})
    await until(async () =>
      expect(checked('memory.import-state', await memory['memory.import-state']({}))).toMatchObject({
        state: 'failed',
        error: { code: 'invalid-input' },
      }),
    )
    expect(await memory['memory.import']({})).toBe(false)
  })
})
