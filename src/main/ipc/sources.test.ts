import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../shared/turn.ts'
import { startNodeChild } from '../files/extract/extractor.ts'
import type { Desktop } from './handlers.ts'
import { sourcesHandlers } from './sources.ts'
import { checked, type TestServices, testServices } from './testing/test-services.ts'

let profile: TestServices
let folder: string
let outside: string
const opened: string[] = []
let started = 0
const parsers = new URL('../files/extract/extract-process.ts', import.meta.url)
const countedParsers = () => {
  started += 1
  return startNodeChild(fileURLToPath(parsers))
}
beforeEach(() => {
  started = 0
  profile = testServices({}, { startParsers: countedParsers })
  folder = path.join(profile.root, 'Documents')
  outside = path.join(profile.root, 'secret.txt')
  mkdirSync(folder)
  writeFileSync(outside, 'a secret')
  opened.length = 0
})
afterEach(() => profile[Symbol.asyncDispose]())

const signal = new AbortController().signal
const grant = () => profile.pixie.files.grant(folder, { signal })

function handlers() {
  const { services } = profile
  const desktop: Desktop = Object.create(services.desktop, {
    openPath: { value: async (file: string) => void opened.push(`open ${file}`) },
    revealPath: { value: (file: string) => void opened.push(`reveal ${file}`) },
  })
  return sourcesHandlers({ ...services, desktop })
}

const fileSource = (file: string, quote: string, location: string | null = null): Source => ({
  kind: 'file',
  id: '1',
  title: path.basename(file),
  path: file,
  location,
  quote,
})

async function view(source: Source) {
  return checked('sources.view', await handlers()['sources.view']({ source }))
}

describe('a file', () => {
  const text = 'LEASE\nTenant: Mara Voss\nThe rent is 850 euros.\nNotice: three months.'
  const put = () => {
    const file = path.join(folder, 'lease.txt')
    writeFileSync(file, text)
    return file
  }

  it('opens verbatim with the quote marked', async () => {
    const file = put()
    await grant()
    const shown = await view(fileSource(file, 'The rent  is\n850 euros.', 'line 3'))
    expect(shown).toMatchObject({ state: 'found', text, location: 'line 3', hasFile: true, isExcerpt: false })
    expect(shown.marks.map(([from, to]) => shown.text.slice(from, to))).toEqual(['The rent is 850 euros.'])
  })

  it('says that it changed, that it is gone, and that it may not be read any more', async () => {
    const file = put()
    await grant()
    writeFileSync(file, 'Something else entirely.')
    await profile.pixie.files.scan({ signal })
    expect(await view(fileSource(file, 'The rent is 850 euros.'))).toMatchObject({
      state: 'changed',
      text: 'Something else entirely.',
      marks: [],
      hasFile: true,
    })
    rmSync(file)
    expect(await view(fileSource(file, 'The rent'))).toMatchObject({
      state: 'gone',
      text: '',
      hasFile: false,
    })
    writeFileSync(file, text)
    profile.pixie.files.revoke(folder)
    expect(await view(fileSource(file, 'The rent'))).toMatchObject({
      state: 'no-access',
      text: '',
      hasFile: false,
    })
  })

  it('that was never granted is not read, also not through a link inside a granted folder', async () => {
    put()
    const link = path.join(folder, 'link.txt')
    symlinkSync(outside, link)
    await grant()
    for (const file of [outside, link, '../secret.txt', ''])
      expect(await view(fileSource(file, 'a secret'))).toMatchObject({
        state: 'no-access',
        text: '',
        hasFile: false,
      })
  })

  it('that was put beside a question is shown, and not opened', async () => {
    profile.pixie.conversations.ask(null, {
      text: 'What is it?',
      attachment: { name: 'secret.txt', path: outside },
    })
    expect(await view(fileSource(outside, 'a secret'))).toMatchObject({
      state: 'found',
      text: 'a secret',
      hasFile: false,
    })
    // A packaged app can start no other process for it than the one that it was given.
    expect(started).toBe(1)
    await expect(async () => handlers()['sources.open']({ path: outside })).rejects.toMatchObject({
      code: 'permission-denied',
    })
  })
})

describe('opening and revealing', () => {
  it('takes files inside granted folders, by their real path', async () => {
    const file = path.join(folder, 'lease.pdf')
    writeFileSync(file, 'x')
    const inner = path.join(folder, 'also.pdf')
    symlinkSync(file, inner)
    await grant()
    await handlers()['sources.open']({ path: inner })
    await handlers()['sources.reveal']({ path: file })
    expect(opened).toEqual([`open ${file}`, `reveal ${file}`])
  })

  it('refuses what is outside, what is gone, and what could be a program', async () => {
    const link = path.join(folder, 'link.txt')
    symlinkSync(outside, link)
    const program = path.join(folder, 'run.command')
    writeFileSync(program, 'x')
    const bare = path.join(folder, 'run')
    writeFileSync(bare, 'x')
    chmodSync(bare, 0o755)
    await grant()
    const refusals = [
      [outside, 'permission-denied'],
      [link, 'permission-denied'],
      [`${folder}/../secret.txt`, 'permission-denied'],
      ['/nowhere/at/all.txt', 'permission-denied'],
      [path.join(folder, 'gone.pdf'), 'not-found'],
      [folder, 'not-found'],
      [program, 'permission-denied'],
      [bare, 'permission-denied'],
    ] as const
    for (const [file, code] of refusals)
      await expect(async () => handlers()['sources.open']({ path: file }), file).rejects.toMatchObject({
        code,
      })
    expect(opened).toEqual([])
    await handlers()['sources.reveal']({ path: program })
    expect(opened).toEqual([`reveal ${program}`])
  })

  it('refuses a folder that was swapped for a link to elsewhere', async () => {
    const file = path.join(folder, 'a.txt')
    writeFileSync(file, 'x')
    await grant()
    renameSync(folder, `${folder}-old`)
    const elsewhere = path.join(profile.root, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(path.join(elsewhere, 'a.txt'), 'y')
    symlinkSync(elsewhere, folder)
    await expect(async () => handlers()['sources.open']({ path: file })).rejects.toMatchObject({
      code: 'permission-denied',
    })
  })
})

describe('notes, log lines, events and dates', () => {
  it('open at the quote, and say when they are gone', async () => {
    const { notebook, memory } = profile.pixie
    const note = notebook.add({ text: 'Mara likes green tea.', subject: 'Mara' })
    const noteSource: Source = {
      ...fileSource('', 'Mara likes green tea.'),
      kind: 'note',
      id: note.id,
      path: null,
    }
    expect(await view(noteSource)).toMatchObject({
      kind: 'note',
      title: 'Mara',
      state: 'found',
      marks: [[0, 21]],
    })
    notebook.forget(note.id)
    expect(await view(noteSource)).toMatchObject({ state: 'gone', text: '' })
    const line = memory.add({ text: 'See you at the lake', kind: 'chat', who: 'Ada' })
    expect(await view({ ...noteSource, kind: 'memory', id: line.id, quote: 'at the lake' })).toMatchObject({
      kind: 'memory',
      place: 'Ada, 2026-11-30',
      state: 'found',
      marks: [[8, 19]],
    })
    expect(await view({ ...noteSource, kind: 'memory', id: 'none' })).toMatchObject({ state: 'gone' })
    expect(await view({ ...noteSource, kind: 'date', quote: 'Today is Monday' })).toMatchObject({
      state: 'found',
      text: 'Today is Monday',
      marks: [[0, 15]],
    })
  })

  it('of a calendar are found where they are now', async () => {
    const file = path.join(profile.root, 'home.ics')
    const ics = (start: string) =>
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Home\r\nBEGIN:VEVENT\r\nUID:dentist\r\nDTSTAMP:20261101T000000Z\r\nSUMMARY:Dentist\r\nLOCATION:Lindenallee 4\r\nDTSTART:${start}\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
    writeFileSync(file, ics('20261202T090000Z'))
    await profile.pixie.calendar.add(file)
    const source: Source = {
      kind: 'event',
      id: 'dentist@2026-12-02T10:00:00+01:00',
      title: 'Dentist',
      path: null,
      location: '2026-12-02T10:00:00+01:00',
      quote: 'Dentist: Wednesday 2 December 2026, 10:00–11:00, Lindenallee 4',
    }
    expect(await view(source)).toMatchObject({
      state: 'found',
      title: 'Dentist',
      place: 'Home',
      text: source.quote,
      marks: [[0, source.quote.length]],
    })
    writeFileSync(file, ics('20261203T100000Z'))
    await profile.pixie.calendar.add(file)
    expect(await view(source)).toMatchObject({
      state: 'changed',
      text: expect.stringContaining('3 December'),
    })
    await profile.pixie.calendar.remove(file)
    expect(await view(source)).toMatchObject({ state: 'gone' })
  })
})
