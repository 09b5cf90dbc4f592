/** What of a key press tells the shortcut. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

const codes: Readonly<Record<string, string>> = {
  '\\': 'Backslash',
  '=': 'Equal',
  '-': 'Minus',
  '.': 'Period',
  ',': 'Comma',
  '/': 'Slash',
  '[': 'BracketLeft',
}
/** The same sign with Shift, or on the block of digits. */
const twins: Readonly<Record<string, string>> = { '=': '+' }

/**
 * Whether a key press is the shortcut `Mod+Shift+K`, on any layout: letters and digits also by their place on the
 * keyboard where the layout gives another script or sign, signs wherever the layout has them, with or without Shift.
 */
export function matchesKeys(press: KeyPress, keys: string, isMac: boolean): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const needs = (modifier: string) => parts.slice(0, -1).includes(modifier)
  const mod = isMac ? press.metaKey : press.ctrlKey
  const other = isMac ? press.ctrlKey : press.metaKey
  if (mod !== needs('Mod') || other !== needs('Ctrl')) return false
  const isSign = !/^[A-Z0-9]$|^.{2,}$/.test(key)
  if (isSign && (press.key === key || press.key === twins[key])) return true
  if (press.altKey !== needs('Alt') || (!isSign && press.shiftKey !== needs('Shift'))) return false
  if (isSign) return press.code === codes[key]
  if (press.key.toUpperCase() === key.toUpperCase()) return true
  const isLatin = /^[a-z]$/i.test(press.key)
  return !isLatin && (press.code === `Key${key}` || press.code === `Digit${key}`)
}
