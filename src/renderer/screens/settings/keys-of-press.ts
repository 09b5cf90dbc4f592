import { globalShortcutForm } from '../../../shared/setting-values.ts'

type KeyPress = Pick<KeyboardEvent, 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/**
 * The shortcut that a key press makes, `Mod+Alt+P`, by the place of the key on the keyboard; null while only
 * modifiers are held, `unfit` for what cannot be a shortcut that works everywhere.
 */
export function keysOfPress(press: KeyPress, isMac: boolean): { readonly keys: string } | 'unfit' | null {
  if (/^(?:Meta|Control|Alt|Shift|OS|CapsLock|Fn)/.test(press.code)) return null
  const key = /^(?:Key([A-Z])|Digit([0-9])|(F[0-9]{1,2})|(Space))$/.exec(press.code)?.slice(1).find(Boolean)
  if (key === undefined) return 'unfit'
  const parts = [
    (isMac ? press.metaKey : press.ctrlKey) && 'Mod',
    isMac && press.ctrlKey && 'Ctrl',
    press.altKey && 'Alt',
    press.shiftKey && 'Shift',
    key,
  ].filter((part) => part !== false)
  const keys = parts.join('+')
  const hasForeign = !isMac && press.metaKey
  return globalShortcutForm.test(keys) && !hasForeign ? { keys } : 'unfit'
}
