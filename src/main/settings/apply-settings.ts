import { takesShortcut } from './app-settings.ts'
import type { Appearance } from './appearance.ts'
import type { SettingsStore } from './settings.ts'

/**
 * Brings the desktop to what is set, when the app starts. A shortcut that another program has by now is left to it; the
 * desktop then has none.
 */
export function applySettings(
  settings: Pick<SettingsStore, 'get'>,
  desktop: Pick<Appearance, 'setTheme' | 'setGlobalShortcut'>,
): void {
  desktop.setTheme(settings.get('theme'))
  const keys = settings.get('globalShortcut')
  if (keys !== null) takesShortcut(keys, desktop)
}
