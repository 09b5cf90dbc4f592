/** What of the desktop follows the settings. The IPC's `Desktop` has it. */
export interface Appearance {
  setTheme(theme: 'system' | 'light' | 'dark'): void
  setZoom(factor: number): void
  /** False when another program has the shortcut. */
  setGlobalShortcut(keys: string | null): boolean
}
