import { expect, test } from 'vitest'
import { shortcutForReaders, shortcutText } from './shortcut-text.ts'

test('is written as on the keys of each system', () => {
  expect(shortcutText('Mod+Shift+K', true)).toBe('⇧⌘K')
  expect(shortcutText('Mod+Alt+Space', true)).toBe('⌥⌘Space')
  expect(shortcutText('Mod+Shift+K', false)).toBe('Ctrl+Shift+K')
  expect(shortcutText('Enter', true)).toBe('↩')
})

test('is told to screen readers in their own words', () => {
  expect(shortcutForReaders('Mod+Shift+K', true)).toBe('Meta+Shift+K')
  expect(shortcutForReaders('Mod+K', false)).toBe('Control+K')
})
