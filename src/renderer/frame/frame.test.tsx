// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppSettings } from '../../shared/contract/settings.ts'
import { App } from '../app.tsx'
import { type Place, useNavigation } from '../navigation.ts'
import { createQueries } from '../queries.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { useOverlays } from './overlays.ts'

// The screens have tests of their own, and each asks main for other things.
vi.mock('./place-screen.tsx', async () => {
  const { Screen } = await import('../ui/screen.tsx')
  return {
    PlaceScreen: ({ place }: { place: Place }) => <Screen title={place.screen} />,
    readOtherScreens: async () => undefined,
  }
})
vi.mock('../screens/chat/conversation-list.tsx', () => ({ ConversationList: () => null }))
const status = vi.hoisted(() => ({ isBroken: false }))
vi.mock('../screens/models/model-status.tsx', () => ({
  ModelStatus() {
    if (status.isBroken) throw new Error('broken')
    return null
  },
}))

const settings: AppSettings = {
  theme: 'system',
  weekStart: 'monday',
  zoom: 1,
  sidebarFolded: false,
  globalShortcut: null,
}

/** A window of a profile with two conversations. */
function openWindow({
  isNew = false,
  platform = 'linux',
}: {
  isNew?: boolean
  platform?: 'linux' | 'darwin'
} = {}) {
  let kept = { ...settings }
  const stopped: string[] = []
  const api = createFakeApi({
    'app.info': () => ({
      version: '1.0.0',
      platform,
      here: 'this computer',
      dataDir: '/profile',
      memoryBytes: 8e9,
      zone: 'Europe/Berlin',
      nowMs: 0,
      isSample: false,
    }),
    'app.ready': () => ({}),
    'app.context-menu': () => ({}),
    'settings.get': () => kept,
    'settings.set': (changes) => {
      kept = { ...kept, ...(changes as Partial<AppSettings>) }
      api.emit('app.changed', { topics: ['settings'] })
      return {}
    },
    'skills.names': () => [],
    'models.first-run': () => ({ isNeeded: isNew, hasModel: false, folders: 0, calendars: 0 }),
    'conversations.list': () => [
      { id: 'c1', title: 'Boiler service', isPinned: false, createdAtMs: 0, changedAtMs: 0, hasDraft: false },
      { id: 'c2', title: '旅行の計画', isPinned: false, createdAtMs: 0, changedAtMs: 0, hasDraft: false },
    ],
    'chat.running': () => [
      {
        run: 'r1',
        conversation: 'c1',
        question: 'q',
        answer: 'a',
        seq: 0,
        events: [],
        error: null,
        isOver: false,
      },
    ],
    'chat.stop': ({ run }) => {
      stopped.push(run)
      return {}
    },
  })
  render(<App api={api} queries={createQueries(api)} />)
  return { api, stopped, settings: () => kept, user: userEvent.setup() }
}

beforeEach(() => {
  useNavigation.setState({ place: { screen: 'memory' }, chat: null, earlier: [], guard: null })
  useOverlays.setState({ open: null })
})
afterEach(cleanup)

const place = () => useNavigation.getState().place

test('the sidebar goes to every place and says which one is shown', async () => {
  const { user } = openWindow()
  const main = screen.getByRole('navigation', { name: 'Main' })
  const names = within(main)
    .getAllByRole('button')
    .map((button) => button.textContent)
  expect(names).toEqual([
    'Chat',
    'Notebook',
    'Memory',
    'Files',
    'Calendar',
    'Skills',
    'Alignment',
    'Settings',
  ])
  await user.click(within(main).getByRole('button', { name: 'Files' }))
  expect(place()).toEqual({ screen: 'files' })
  expect(within(main).getByRole('button', { current: 'page' }).textContent).toBe('Files')
  expect(document.title).toBe('Files — Pixie')
})

test('the keys of Back go to where one was before', async () => {
  const { user } = openWindow()
  await screen.findByRole('heading', { name: 'memory' })
  await user.click(screen.getByRole('button', { name: 'Files' }))
  await user.keyboard('{Control>}[[{/Control}')
  await waitFor(() => expect(place()).toEqual({ screen: 'memory' }))
  await user.keyboard('{Control>}[[{/Control}')
  expect(place()).toEqual({ screen: 'memory' })
})

test('Chat goes back to the conversation one was in; New chat begins another', async () => {
  const { user } = openWindow()
  await screen.findByRole('heading', { name: 'memory' })
  await useNavigation.getState().go({ screen: 'chat', conversation: 'c1', message: 'm1' })
  await user.click(screen.getByRole('button', { name: 'Files' }))
  await user.click(screen.getByRole('button', { name: 'Chat' }))
  expect(place()).toEqual({ screen: 'chat', conversation: 'c1' })
  await user.click(screen.getByRole('button', { name: 'Chat' }))
  expect(place()).toEqual({ screen: 'chat', conversation: 'c1' })
  await user.keyboard('{Control>}2{/Control}')
  await waitFor(() => expect(place()).toEqual({ screen: 'notebook' }))
  await user.keyboard('{Control>}1{/Control}')
  await waitFor(() => expect(place()).toEqual({ screen: 'chat', conversation: 'c1' }))
  await user.click(screen.getByRole('button', { name: 'New chat' }))
  expect(place()).toEqual({ screen: 'chat', conversation: null })
})

test('Find in chats stays in the conversation one was in', async () => {
  const { user } = openWindow()
  await useNavigation.getState().go({ screen: 'chat', conversation: 'c2' })
  await useNavigation.getState().go({ screen: 'files' })
  await user.keyboard('{Control>}f{/Control}')
  await waitFor(() => expect(place()).toEqual({ screen: 'chat', conversation: 'c2' }))
})

test('the keyboard goes on at the heading of the screen one went to, and not before', async () => {
  const { user } = openWindow()
  await screen.findByRole('heading', { name: 'memory' })
  expect(document.activeElement).toBe(document.body)
  await user.click(screen.getByRole('button', { name: 'Files' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'files' })))
})

test('the first stop of the keyboard skips the sidebar', async () => {
  const { user } = openWindow()
  await screen.findByRole('heading', { name: 'memory' })
  await user.tab()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'memory' }))
})

test('main hears once that the window is there', async () => {
  const { api } = openWindow()
  await waitFor(() => expect(api.made.filter(({ name }) => name === 'app.ready')).toHaveLength(1))
})

test('a new profile begins with the first screen, without a sidebar', async () => {
  openWindow({ isNew: true })
  await waitFor(() => expect(place()).toEqual({ screen: 'first-run' }))
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

test('commands of the menu and keys do the same', async () => {
  const { api, user, settings } = openWindow()
  api.emit('app.command', { command: 'calendar' })
  await waitFor(() => expect(place()).toEqual({ screen: 'calendar' }))
  await user.keyboard('{Control>}2{/Control}')
  await waitFor(() => expect(place()).toEqual({ screen: 'notebook' }))
  await user.keyboard('{Control>}\\{/Control}')
  await waitFor(() => expect(settings().sidebarFolded).toBe(true))
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show sidebar' }))
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined()
})

test('a screen that must not be left now is not left', async () => {
  const { api } = openWindow()
  useNavigation.getState().setGuard(async () => false)
  api.emit('app.command', { command: 'calendar' })
  await waitFor(() => expect(api.made.some(({ name }) => name === 'app.ready')).toBe(true))
  expect(place()).toEqual({ screen: 'memory' })
})

test('stop ends every answer that runs', async () => {
  const { user, stopped } = openWindow()
  await user.keyboard('{Control>}.{/Control}')
  await waitFor(() => expect(stopped).toEqual(['r1']))
})

test('zoom goes in steps and back to the beginning', async () => {
  const { user, settings } = openWindow()
  await waitFor(() => expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined())
  await user.keyboard('{Control>}={/Control}')
  await waitFor(() => expect(settings().zoom).toBe(1.1))
  await user.keyboard('{Control>}0{/Control}')
  await waitFor(() => expect(settings().zoom).toBe(1))
})

test('a fault in a part of the sidebar leaves the way to every screen open', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  status.isBroken = true
  const { user } = openWindow()
  expect(screen.getByRole('alert').textContent).toContain('The model’s state cannot be shown.')
  await user.click(screen.getByRole('button', { name: 'Files' }))
  expect(place()).toEqual({ screen: 'files' })
  status.isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.queryByRole('alert')).toBeNull()
  vi.restoreAllMocks()
})

test('light or dark is on the page', async () => {
  const { api } = openWindow()
  await api.call('settings.set', { theme: 'dark' })
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
  await api.call('settings.set', { theme: 'system' })
  await waitFor(() => expect(document.documentElement.dataset.theme).toBeUndefined())
})

test('on a Mac there is room for the buttons of its window, but not in full screen', async () => {
  const hasRoom = () => document.documentElement.hasAttribute('data-window-buttons')
  const { api } = openWindow({ platform: 'darwin' })
  await waitFor(() => expect(hasRoom()).toBe(true))
  act(() => api.emit('app.full-screen', { isFullScreen: true }))
  expect(hasRoom()).toBe(false)
  act(() => api.emit('app.full-screen', { isFullScreen: false }))
  expect(hasRoom()).toBe(true)
})

test('after a gap in the events what is shown is read again', async () => {
  const { api } = openWindow()
  const reads = () => api.made.filter(({ name }) => name === 'settings.get').length
  await waitFor(() => expect(reads()).toBe(1))
  api.emitGap()
  await waitFor(() => expect(reads()).toBe(2))
})

test('the palette finds a place by a few letters and goes there by keyboard', async () => {
  const { user } = openWindow()
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'What do you want to do?' })
  expect(document.activeElement).toBe(field)
  await user.keyboard('calen')
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect(active?.textContent).toContain('Calendar')
  expect(active?.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toEqual({ screen: 'calendar' }))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('the palette opens a conversation in any script, and says when nothing is called that', async () => {
  const { user } = openWindow()
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  await user.type(field, 'zzzz')
  expect(screen.getByText('Nothing is called that. Try another word.')).toBeDefined()
  await user.clear(field)
  await user.type(field, '計画')
  await user.click(screen.getByRole('option', { name: /旅行の計画/ }))
  await waitFor(() => expect(place()).toEqual({ screen: 'chat', conversation: 'c2' }))
})

test('the same key closes the palette, and the keys of places rest while it is open', async () => {
  const { user } = openWindow()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  await user.keyboard('{Control>}2{/Control}')
  expect(place()).toEqual({ screen: 'memory' })
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test('the list of shortcuts names every key', async () => {
  const { user } = openWindow()
  await user.keyboard('{Control>}/{/Control}')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(sheet).getByText('Ctrl+K')).toBeDefined()
  expect(within(sheet).getByText('Stop answering')).toBeDefined()
})
