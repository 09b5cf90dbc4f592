/** `Mod` is Command on a Mac and Control elsewhere. A shortcut is written `Mod+Shift+K`. */
const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Ctrl: '⌃' }
const macOrder = ['Ctrl', 'Alt', 'Shift', 'Mod']
const macKeys: Readonly<Record<string, string>> = {
  Enter: '↩',
  Escape: 'esc',
  Backspace: '⌫',
  Delete: '⌦',
  Tab: '⇥',
  Up: '↑',
  Down: '↓',
}
const otherNames: Readonly<Record<string, string>> = { Mod: 'Ctrl', Escape: 'Esc', Up: '↑', Down: '↓' }

export function isMacKeyboard(): boolean {
  return typeof navigator !== 'undefined' && /\bMac/.test(navigator.userAgent)
}

/** As it is printed on the keys: `⇧⌘K` on a Mac, `Ctrl+Shift+K` elsewhere. */
export function shortcutText(shortcut: string, isMac: boolean = isMacKeyboard()): string {
  const parts = shortcut.split('+')
  if (!isMac) return parts.map((part) => otherNames[part] ?? part).join('+')
  const modifiers = parts.filter((part) => part in macSigns)
  const keys = parts.filter((part) => !(part in macSigns))
  modifiers.sort((a, b) => macOrder.indexOf(a) - macOrder.indexOf(b))
  return [
    ...modifiers.map((part) => macSigns[part] ?? part),
    ...keys.map((part) => macKeys[part] ?? part),
  ].join('')
}

/** For `aria-keyshortcuts`, whose words are fixed: `Meta+Shift+K`. */
export function shortcutForReaders(shortcut: string, isMac: boolean = isMacKeyboard()): string {
  return shortcut
    .split('+')
    .map((part) => (part === 'Mod' ? (isMac ? 'Meta' : 'Control') : part === 'Ctrl' ? 'Control' : part))
    .join('+')
}
