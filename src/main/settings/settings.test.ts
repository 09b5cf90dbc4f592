import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMemoryStore, type Store } from '../store/database.ts'
import { migration } from '../store/migrations/pixie-0010-core.ts'
import { createSettings, type SettingsStore } from './settings.ts'

let store: Store
let settings: SettingsStore
beforeEach(() => {
  store = openMemoryStore([migration], [])
  settings = createSettings(store.pixie)
})
afterEach(() => store.close())

const defaults = {
  weekStart: 'monday',
  selectedSkills: null,
  baseInstructions: null,
  blurbsOn: [],
  modelId: null,
  ownModels: [],
  modelIdleMinutes: 30,
  modelDownload: null,
  firstRunDone: false,
  clockOverride: null,
  zoneOverride: null,
  deviceId: null,
  toolGrantsGiven: false,
  theme: 'system',
  zoom: 1,
  sidebarFolded: false,
  globalShortcut: null,
}

it('begins with these values', () => {
  expect(settings.all()).toEqual(defaults)
})

it('keeps what was set until it is set again or reset', () => {
  settings.set('weekStart', 'sunday')
  settings.set('selectedSkills', [])
  settings.set('baseInstructions', '')
  settings.set('blurbsOn', ['calendar', 'files'])
  settings.set('clockOverride', '2026-11-30T09:00:00+01:00')
  settings.set('zoneOverride', 'Europe/Berlin')
  const reopened = createSettings(store.pixie)
  expect(reopened.all()).toEqual({
    ...defaults,
    weekStart: 'sunday',
    selectedSkills: [],
    baseInstructions: '',
    blurbsOn: ['calendar', 'files'],
    clockOverride: '2026-11-30T09:00:00+01:00',
    zoneOverride: 'Europe/Berlin',
  })
  reopened.set('selectedSkills', null)
  reopened.reset('weekStart')
  reopened.reset('weekStart')
  expect(settings.get('selectedSkills')).toBeNull()
  expect(settings.get('weekStart')).toBe('monday')
})

it('refuses values of the wrong form, naming the setting, and keeps the old one', () => {
  settings.set('zoneOverride', 'Asia/Tokyo')
  const wrong: [Parameters<SettingsStore['set']>[0], unknown][] = [
    ['weekStart', 'tuesday'],
    ['zoneOverride', 'Mars/Olympus'],
    ['zoneOverride', ''],
    ['clockOverride', '2026-11-30'],
    ['clockOverride', 'soon'],
    ['selectedSkills', 'fetch-file'],
    ['selectedSkills', ['']],
    ['modelId', ''],
    ['blurbsOn', null],
    ['theme', 'sepia'],
    ['zoom', 0],
    ['zoom', 3],
    ['globalShortcut', 'K'],
    ['globalShortcut', 'Shift+K'],
    ['globalShortcut', 'Mod+Shift'],
    ['globalShortcut', 'Mod+Meta+K'],
  ]
  for (const [key, value] of wrong) {
    expect(() => settings.set(key, value as never), `${key}=${value}`).toThrow(
      expect.objectContaining({ code: 'invalid-input', what: expect.stringContaining(key) }),
    )
  }
  expect(settings.all()).toEqual({ ...defaults, zoneOverride: 'Asia/Tokyo' })
})

it('takes damaged, foreign and unknown values for not set', () => {
  const put = store.pixie.prepare('INSERT INTO settings (key, json) VALUES (?, ?)')
  put.run('weekStart', '"friday"')
  put.run('selectedSkills', '{')
  put.run('blurbsOn', '')
  put.run('zoneOverride', '"Nowhere/Land"')
  put.run('clockOverride', '42')
  put.run('from-the-future', '{"a":1}')
  expect(settings.all()).toEqual(defaults)
  settings.set('weekStart', 'saturday')
  expect(settings.get('weekStart')).toBe('saturday')
  expect(store.pixie.prepare("SELECT json FROM settings WHERE key = 'from-the-future'").pluck().get()).toBe(
    '{"a":1}',
  )
})
