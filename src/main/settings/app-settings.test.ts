import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openMemoryStore, type Store } from '../store/database.ts'
import { migration } from '../store/migrations/pixie-0010-core.ts'
import { changeSettings, readSettings } from './app-settings.ts'
import { applySettings } from './apply-settings.ts'
import { createSettings, type SettingsStore } from './settings.ts'

let store: Store
let settings: SettingsStore
beforeEach(() => {
  store = openMemoryStore([migration], [])
  settings = createSettings(store.pixie)
})
afterEach(() => store.close())

/** A desktop where other programs hold some shortcuts. */
function desktop(held: readonly string[] = []) {
  const state = { theme: 'none', zoom: 0, keys: null as string | null }
  return {
    state,
    setTheme: (theme: string) => void Object.assign(state, { theme }),
    setZoom: (zoom: number) => void Object.assign(state, { zoom }),
    setGlobalShortcut(keys: string | null) {
      const isFree = keys === null || !held.includes(keys)
      state.keys = isFree ? keys : null
      return isFree
    },
  }
}

it('keeps only what is given, and the desktop follows at once', () => {
  const screen = desktop()
  changeSettings({ theme: 'dark', zoom: 1.25 }, settings, screen)
  expect(readSettings(settings)).toEqual({
    theme: 'dark',
    weekStart: 'monday',
    zoom: 1.25,
    sidebarFolded: false,
    globalShortcut: null,
  })
  expect(screen.state).toEqual({ theme: 'dark', zoom: 1.25, keys: null })
})

it('leaves a shortcut that another program has, and goes on with the one before', () => {
  const screen = desktop(['Mod+Space'])
  changeSettings({ globalShortcut: 'Mod+Alt+P' }, settings, screen)
  expect(() => changeSettings({ globalShortcut: 'Mod+Space', theme: 'dark' }, settings, screen)).toThrow(
    expect.objectContaining({ code: 'invalid-input', what: 'Another program has this shortcut' }),
  )
  expect(readSettings(settings)).toMatchObject({ globalShortcut: 'Mod+Alt+P', theme: 'system' })
  expect(screen.state).toEqual({ theme: 'none', zoom: 0, keys: 'Mod+Alt+P' })
})

it('takes keys that the system has no name for as not free', () => {
  const screen = {
    ...desktop(),
    setGlobalShortcut: vi.fn(() => {
      throw new TypeError('conversion failure')
    }),
  }
  expect(() => changeSettings({ globalShortcut: 'Mod+F24' }, settings, screen)).toThrow(
    expect.objectContaining({ code: 'invalid-input' }),
  )
  expect(settings.get('globalShortcut')).toBeNull()
})

it('refuses a wrong shortcut before the system is asked', () => {
  const screen = { ...desktop(), setGlobalShortcut: vi.fn(() => true) }
  expect(() => changeSettings({ globalShortcut: 'Shift+A' }, settings, screen)).toThrow(
    expect.objectContaining({ code: 'invalid-input' }),
  )
  expect(screen.setGlobalShortcut).not.toHaveBeenCalled()
})

it.each([
  ['another program has the shortcut', () => false],
  ['the system has no name for its keys', () => expect.unreachable('as Electron throws')],
])('starts when %s', (_, setGlobalShortcut) => {
  settings.set('globalShortcut', 'Mod+F24')
  expect(() => applySettings(settings, { ...desktop(), setGlobalShortcut })).not.toThrow()
  expect(settings.get('globalShortcut')).toBe('Mod+F24')
})

it('brings the desktop to what was set when the app starts', () => {
  settings.set('theme', 'light')
  settings.set('globalShortcut', 'Mod+Shift+P')
  const screen = desktop()
  applySettings(settings, screen)
  expect(screen.state).toEqual({ theme: 'light', zoom: 0, keys: 'Mod+Shift+P' })
})
