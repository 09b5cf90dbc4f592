// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FileHit, Folder, Scan } from '../../../shared/contract/files.ts'
import { CallError } from '../../api.ts'
import { closeScreen, nowMs, renderScreen } from '../../testing/render-screen.tsx'
import { FilesScreen } from './files-screen.tsx'

afterEach(closeScreen)

const idle: Scan = { isRunning: false, folder: null, seen: 0, name: '', error: null }

const folder = (name: string, more: Partial<Folder> = {}): Folder => ({
  path: `/home/mara/${name}`,
  name,
  place: 'Home',
  indexed: 1204,
  skipped: 60,
  failed: 3,
  state: 'ready',
  readAtMs: nowMs - 600_000,
  ...more,
})

const hit = (name: string): FileHit => ({
  source: {
    kind: 'file',
    id: name,
    title: name,
    path: `/home/mara/${name}`,
    location: 'page 1',
    quote: 'No. XB44',
  },
  name,
  place: 'Documents › Travel',
  reason: '"passport" in the name',
  kind: 'pdf',
  changedAtMs: nowMs,
})

function open(folders: Folder[], handlers: Parameters<typeof renderScreen>[1] = {}) {
  return renderScreen(<FilesScreen />, {
    'files.folders': () => ({ folders, scan: idle }),
    'files.report': () => ({ items: [], total: 0 }),
    ...handlers,
  })
}

describe('without a folder', () => {
  it('there is one thing to do, and what it means', async () => {
    const { user, api } = open([], { 'files.grant': () => null })
    await user.click(await screen.findByRole('button', { name: 'Add folder…' }))
    expect(api.made.filter(({ name }) => name === 'files.grant').map(({ params }) => params)).toEqual([{}])
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('a folder that may not be granted is refused in words, with another try', async () => {
    const { user } = open([], {
      'files.grant': () => {
        throw new CallError({
          code: 'invalid-input',
          message: 'Cannot grant this folder (/home/mara)',
          hint: 'It holds your whole home folder; grant folders inside it.',
        })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Add folder…' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('whole home folder')
    expect(within(alert).getByRole('button', { name: 'Choose another folder…' })).toBeTruthy()
  })
})

describe('folders', () => {
  it('say what was read of them and how they stand', async () => {
    open([
      folder('Documents'),
      folder('Scans', { state: 'waiting', readAtMs: null, indexed: 0, skipped: 0, failed: 0 }),
      folder('Old laptop', { state: 'gone' }),
    ])
    const list = await screen.findByRole('grid', { name: 'Folders Pixie may read' })
    const [first, second, third] = within(list).getAllByRole('row')
    await waitFor(() =>
      expect(first?.textContent).toContain('1,204 read, 60 left out, 3 could not be read · read today 11:50'),
    )
    expect(second?.textContent).toContain('Waits its turn')
    expect(third?.textContent).toContain('Not there now')
  })

  it('show how reading goes on, and can be stopped', async () => {
    const documents = folder('Documents')
    const { user, api } = open([documents], { 'files.cancel': () => ({}) })
    await screen.findByRole('grid')
    api.emit('files.progress', {
      ...idle,
      isRunning: true,
      folder: documents.path,
      seen: 3120,
      name: 'lease.pdf',
    })
    expect(await screen.findByText('Reading… 3,120 files · lease.pdf')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop reading' }))
    expect(api.made.some(({ name }) => name === 'files.cancel')).toBe(true)
  })

  it('can be taken back, and that can be undone', async () => {
    const { user, api } = open([folder('Documents')], {
      'files.revoke': () => ({ removed: 1204 }),
      'files.undo-revoke': () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Take Documents back' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(api.made.filter(({ name }) => /revoke/.test(name))).toEqual([
      { name: 'files.revoke', params: { path: '/home/mara/Documents' } },
      { name: 'files.undo-revoke', params: { path: '/home/mara/Documents' } },
    ])
  })

  it('list what could not be read with its reason, and more of it on demand', async () => {
    const items = Array.from({ length: 30 }, (_, i) => ({
      path: `/home/mara/${i}.pdf`,
      name: `${i}.pdf`,
      place: 'Home',
      state: 'failed' as const,
      reason: 'damaged: it does not start like a PDF',
      isFile: true,
    }))
    const { user } = open([folder('Documents')], {
      'files.report': ({ state, limit }) =>
        state === 'failed' ? { items: items.slice(0, limit), total: 30 } : { items: [], total: 0 },
    })
    const list = await screen.findByRole('grid', { name: 'Could not be read' })
    expect(within(list).getAllByText('Damaged: it does not start like a PDF')).toHaveLength(8)
    await user.click(screen.getByRole('button', { name: '22 more' }))
    await waitFor(() => expect(within(list).getAllByRole('row')).toHaveLength(30))
    expect(screen.queryByRole('region', { name: 'Left out' })).toBeNull()
  })
})

describe('searching', () => {
  it('shows each file with its place and why it was found, and opens it at that place', async () => {
    const hostile = '<b>\u202Egnp.exe</b>'
    const { user, api } = open([folder('Documents')], {
      'files.search': () => [hit('Passport.pdf'), hit(hostile)],
      'sources.view': ({ source }) => ({
        kind: 'file',
        title: source.title,
        place: 'Documents › Travel',
        state: 'found',
        text: 'Passport No. XB44',
        marks: [[9, 17]],
        location: 'page 1',
        isExcerpt: false,
        hasFile: true,
      }),
    })
    await user.type(await screen.findByRole('searchbox'), 'passport')
    const list = await screen.findByRole('grid', { name: 'Files found' })
    const [first = expect.unreachable(), second] = within(list).getAllByRole('row')
    expect(first.textContent).toBe('Passport.pdf Documents › TravelNo. XB44"passport" in the name')
    expect(second?.textContent).toContain('<b>⟨U+202E⟩gnp.exe</b>')
    await user.click(first)
    expect(await screen.findByRole('region', { name: 'Source: Passport.pdf' })).toBeTruthy()
    expect(api.made.find(({ name }) => name === 'sources.view')?.params).toEqual({
      source: hit('Passport.pdf').source,
    })
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(first)
  })

  it('that finds nothing says so', async () => {
    const { user } = open([folder('Documents')], { 'files.search': () => [] })
    await user.type(await screen.findByRole('searchbox'), 'zebra')
    expect(await screen.findByText('No file has these words')).toBeTruthy()
  })
})
