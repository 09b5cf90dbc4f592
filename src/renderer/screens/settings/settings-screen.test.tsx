// @vitest-environment jsdom

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { AppSettings, DataOverview } from '../../../shared/contract/settings.ts'
import { ApiProvider, CallError } from '../../api.ts'
import { type SettingsSection, useNavigation } from '../../navigation.ts'
import { createQueries } from '../../queries.ts'
import { createFakeApi } from '../../testing/fake-api.ts'
import { useToasts } from '../../ui/toast.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { SettingsScreen } from './settings-screen.tsx'

afterEach(() => {
  cleanup()
  useToasts.setState({ toasts: [] })
})

const data: DataOverview = {
  place: 'Home › pixie',
  sizeBytes: 3_000_000,
  rebuildableBytes: 1_000_000,
  backups: [],
  conversations: 2,
  messages: 9,
  notes: 1,
  memories: 0,
  skills: 3,
  traces: 4,
  tracesKept: 500,
  folders: 1,
  calendars: 0,
}

const folder = {
  path: '/home/mara/Documents',
  name: 'Documents',
  place: 'Home',
  indexed: 12,
  skipped: 0,
  failed: 1,
  state: 'ready' as const,
  readAtMs: 1,
}

function open(section: SettingsSection, { keys = null as string | null, works = true } = {}) {
  let kept: AppSettings = {
    theme: 'system',
    weekStart: 'monday',
    zoom: 1,
    sidebarFolded: false,
    globalShortcut: keys,
  }
  let folders = [folder]
  let hidden: string[] = []
  const api = createFakeApi({
    'app.info': () => ({
      version: '1',
      platform: 'darwin',
      here: 'this Mac',
      dataDir: '/p',
      memoryBytes: 1,
      zone: 'UTC',
      nowMs: 0,
      isSample: false,
    }),
    'settings.get': () => kept,
    'settings.shortcut-works': () => works,
    'settings.set': (changes) => {
      if (changes.globalShortcut === 'Mod+Space')
        throw new CallError({
          code: 'invalid-input',
          message: 'Another program has this shortcut (Mod+Space)',
          hint: 'Choose other keys.',
        })
      kept = { ...kept, ...(changes as Partial<AppSettings>) }
      api.emit('app.changed', { topics: ['settings'] })
      return {}
    },
    'settings.grants': () => [
      { tool: 'find_file', label: 'Files', what: 'Finds files.', isGranted: true },
      { tool: 'current_date', label: 'Date', what: 'Knows the date.', isGranted: false },
    ],
    'settings.set-grant': () => ({}),
    'settings.data': () => data,
    'settings.check-data': () => [
      { name: 'database', isOk: true, detail: 'Whole.' },
      { name: 'permissions', isOk: false, detail: 'Others may read it.' },
    ],
    'settings.save-copy': () => 'Copy.db',
    'settings.delete-traces': () => ({ count: 4 }),
    'files.folders': () => ({
      folders,
      scan: { isRunning: false, folder: null, seen: 0, name: '', error: null },
    }),
    'files.revoke': () => {
      folders = []
      api.emit('app.changed', { topics: ['files'] })
      return { removed: 12 }
    },
    'files.undo-revoke': () => {
      folders = [folder]
      api.emit('app.changed', { topics: ['files'] })
      return {}
    },
    'calendar.sources': () => [],
    'conversations.list': () =>
      ['c1', 'c2'].map((id) => ({
        id,
        title: id,
        isPinned: false,
        createdAtMs: 0,
        changedAtMs: 0,
        hasDraft: false,
      })),
    'conversations.delete': ({ conversation }) => {
      hidden.push(conversation)
      return {}
    },
    'conversations.undelete': ({ conversation }) => {
      hidden = hidden.filter((id) => id !== conversation)
      return {}
    },
  })
  render(
    <ApiProvider value={api}>
      <QueryClientProvider client={createQueries(api)}>
        <SettingsScreen section={section} />
        <Toaster />
      </QueryClientProvider>
    </ApiProvider>,
  )
  const made = (name: string) => api.made.filter((call) => call.name === name).map(({ params }) => params)
  return { user: userEvent.setup(), made, kept: () => kept, hidden: () => hidden }
}

test('the sections are tabs of the one screen, without steps to go back through', async () => {
  const { user } = open('general')
  useNavigation.setState({ earlier: [] })
  await user.click(screen.getByRole('tab', { name: 'Privacy' }))
  expect(useNavigation.getState()).toMatchObject({
    place: { screen: 'settings', section: 'privacy' },
    earlier: [],
  })
})

test('look, size and week change at once', async () => {
  const { user, kept } = open('general')
  await user.click(await screen.findByRole('radio', { name: 'Dark' }))
  await waitFor(() => expect(kept().theme).toBe('dark'))
  await user.click(screen.getByRole('button', { name: 'Larger' }))
  await waitFor(() => expect(screen.getByText('110 %')).toBeDefined())
  await user.click(screen.getByRole('button', { name: /A week begins on/ }))
  await user.click(await screen.findByRole('option', { name: 'Sunday' }))
  await waitFor(() => expect(kept()).toMatchObject({ zoom: 1.1, weekStart: 'sunday' }))
})

test('a shortcut is recorded from the keys, refused with the reason, and removed', async () => {
  const { user, kept } = open('general')
  await user.click(await screen.findByRole('button', { name: 'Choose keys' }))
  await user.keyboard('{Shift>}P{/Shift}')
  expect(screen.getByRole('alert').textContent).toContain('press a letter')
  await user.keyboard('{Control>}[Space]{/Control}')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('Another program has this shortcut'),
  )
  expect(kept().globalShortcut).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Choose keys' }))
  await user.keyboard('{Control>}{Alt>}p{/Alt}{/Control}')
  await waitFor(() => expect(kept().globalShortcut).toBe('Mod+Alt+P'))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(kept().globalShortcut).toBeNull())
})

test('a shortcut that could not be had at the start says so', async () => {
  open('general', { keys: 'Mod+Alt+P', works: false })
  expect((await screen.findByRole('alert')).textContent).toContain('another program has it')
})

test('Escape ends recording and changes nothing', async () => {
  const { user, made } = open('general')
  await user.click(await screen.findByRole('button', { name: 'Choose keys' }))
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Choose keys' })).toBeDefined()
  expect(made('settings.set')).toEqual([])
})

test('a tool is allowed and taken back by its switch', async () => {
  const { user, made } = open('context')
  await user.click(await screen.findByRole('switch', { name: 'Date' }))
  await user.click(screen.getByRole('switch', { name: 'Files' }))
  expect(made('settings.set-grant')).toEqual([
    { tool: 'current_date', isGranted: true },
    { tool: 'find_file', isGranted: false },
  ])
})

test('a folder taken back can be given again for a while', async () => {
  const { user } = open('context')
  expect(await screen.findByText('Home · 12 files, 1 not readable')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Stop reading Documents' }))
  expect(await screen.findByText('Add a folder to ask about your own files.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Home · 12 files, 1 not readable')).toBeDefined()
})

test('privacy says what leaves this Mac, and that is nothing', async () => {
  open('privacy')
  expect(await screen.findByRole('heading', { name: 'Nothing leaves this Mac' })).toBeDefined()
})

test('all conversations go at once, and come back with Undo', async () => {
  const { user, hidden } = open('privacy')
  useNavigation.setState({ chat: 'c1' })
  await user.click(await screen.findByRole('button', { name: 'Delete all' }))
  expect(await screen.findByText('2 conversations deleted.')).toBeDefined()
  expect(useNavigation.getState().chat).toBeNull()
  expect(hidden()).toEqual(['c1', 'c2'])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(hidden()).toEqual([]))
})

test('what cannot be taken back is asked for once', async () => {
  const { user, made } = open('privacy')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const question = screen.getByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(made('settings.delete-traces')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The working of 4 answers is deleted.')).toBeDefined()
})

test('the check of the data says in words what is in order and what is not', async () => {
  const { user } = open('data')
  await user.click(await screen.findByRole('button', { name: 'Check now' }))
  expect(await screen.findByText('Your data: in order')).toBeDefined()
  expect(screen.getByText('Who can read it: look at this')).toBeDefined()
  expect(screen.getByText('Others may read it.')).toBeDefined()
})

test('a copy of everything is saved where the owner says', async () => {
  const { user } = open('data')
  await user.click(await screen.findByRole('button', { name: 'Save a copy…' }))
  expect(await screen.findByText('Saved as Copy.db.')).toBeDefined()
})
