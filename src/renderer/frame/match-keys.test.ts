import { expect, test } from 'vitest'
import { commandKeys } from '../../shared/shortcuts.ts'
import { type KeyPress, matchesKeys } from './match-keys.ts'

const press = (key: string, code: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})

test('Mod is Command on a Mac and Control elsewhere, and never both', () => {
  const meta = press('k', 'KeyK', { metaKey: true })
  const control = press('k', 'KeyK', { ctrlKey: true })
  expect(matchesKeys(meta, 'Mod+K', true)).toBe(true)
  expect(matchesKeys(control, 'Mod+K', true)).toBe(false)
  expect(matchesKeys(control, 'Mod+K', false)).toBe(true)
  expect(matchesKeys(press('k', 'KeyK', { ctrlKey: true, metaKey: true }), 'Mod+K', false)).toBe(false)
})

test('a letter follows the layout, and its place on the keyboard in another script', () => {
  expect(matchesKeys(press('л', 'KeyK', { ctrlKey: true }), 'Mod+K', false)).toBe(true)
  // On Dvorak the key in the place of K types T: that is Mod+T.
  expect(matchesKeys(press('t', 'KeyK', { ctrlKey: true }), 'Mod+K', false)).toBe(false)
  expect(matchesKeys(press('K', 'KeyK', { ctrlKey: true, shiftKey: true }), 'Mod+K', false)).toBe(false)
})

test('digits also where the layout has signs in their place', () => {
  expect(matchesKeys(press('é', 'Digit2', { ctrlKey: true }), 'Mod+2', false)).toBe(true)
})

test('signs wherever the layout has them', () => {
  expect(matchesKeys(press('/', 'Digit7', { ctrlKey: true, shiftKey: true }), 'Mod+/', false)).toBe(true)
  expect(
    matchesKeys(press('\\', 'Digit7', { metaKey: true, altKey: true, shiftKey: true }), 'Mod+\\', true),
  ).toBe(true)
  expect(matchesKeys(press('+', 'Equal', { ctrlKey: true, shiftKey: true }), 'Mod+=', false)).toBe(true)
})

test('no two commands have the same keys', () => {
  const all = Object.values(commandKeys)
  expect(new Set(all).size).toBe(all.length)
})
