import type { AppSettings } from '../../shared/contract/settings.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Appearance } from './appearance.ts'
import type { SettingsStore } from './settings.ts'

/** The settings that the window shows and changes. */
export function readSettings(settings: Pick<SettingsStore, 'get'>): AppSettings {
  return {
    theme: settings.get('theme'),
    weekStart: settings.get('weekStart'),
    zoom: settings.get('zoom'),
    sidebarFolded: settings.get('sidebarFolded'),
    globalShortcut: settings.get('globalShortcut'),
  }
}

type Changes = { readonly [K in keyof AppSettings]?: AppSettings[K] | undefined }

/** Keeps what is given and brings the desktop to it. Throws `invalid-input`; then nothing of it is kept. */
export function changeSettings(changes: Changes, settings: SettingsStore, desktop: Appearance): void {
  const before = readSettings(settings)
  if (changes.globalShortcut !== undefined) takeShortcut(changes.globalShortcut, before, settings, desktop)
  if (changes.theme !== undefined) settings.set('theme', changes.theme)
  if (changes.weekStart !== undefined) settings.set('weekStart', changes.weekStart)
  if (changes.zoom !== undefined) settings.set('zoom', changes.zoom)
  if (changes.sidebarFolded !== undefined) settings.set('sidebarFolded', changes.sidebarFolded)
  if (changes.theme !== undefined) desktop.setTheme(changes.theme)
  if (changes.zoom !== undefined) desktop.setZoom(changes.zoom)
}

function takeShortcut(
  keys: string | null,
  before: AppSettings,
  settings: SettingsStore,
  desktop: Pick<Appearance, 'setGlobalShortcut'>,
): void {
  settings.set('globalShortcut', keys) // refuses a wrong form before the system is asked
  if (takesShortcut(keys, desktop)) return
  settings.set('globalShortcut', before.globalShortcut)
  takesShortcut(before.globalShortcut, desktop)
  throw new PixieError('invalid-input', {
    what: 'Another program has this shortcut',
    value: keys ?? undefined,
    hint: 'Choose other keys, or free them in that program.',
  })
}

/** False when another program has it, or the platform has no name for its keys: Electron throws then. */
export function takesShortcut(keys: string | null, desktop: Pick<Appearance, 'setGlobalShortcut'>): boolean {
  try {
    return desktop.setGlobalShortcut(keys)
  } catch {
    return false
  }
}
