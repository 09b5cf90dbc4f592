import { expect, test } from 'vitest'
import { keysOfPress } from './keys-of-press.ts'

const held = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false }

test('takes the modifiers by their meaning on each system and the key by its place', () => {
  expect(keysOfPress({ ...held, code: 'KeyP', ctrlKey: true, shiftKey: true }, false)).toEqual({
    keys: 'Mod+Shift+P',
  })
  expect(keysOfPress({ ...held, code: 'Space', metaKey: true, altKey: true }, true)).toEqual({
    keys: 'Mod+Alt+Space',
  })
  expect(keysOfPress({ ...held, code: 'Digit1', ctrlKey: true }, true)).toEqual({ keys: 'Ctrl+1' })
  expect(keysOfPress({ ...held, code: 'F12', altKey: true }, false)).toEqual({ keys: 'Alt+F12' })
})

test('waits while only modifiers are held', () => {
  expect(keysOfPress({ ...held, code: 'MetaLeft', metaKey: true }, true)).toBeNull()
  expect(keysOfPress({ ...held, code: 'ShiftRight', shiftKey: true }, true)).toBeNull()
})

test('refuses what would take a key away from every program, or that no system lets go', () => {
  expect(keysOfPress({ ...held, code: 'KeyP' }, false)).toBe('unfit')
  expect(keysOfPress({ ...held, code: 'KeyP', shiftKey: true }, false)).toBe('unfit')
  expect(keysOfPress({ ...held, code: 'KeyP', ctrlKey: true, metaKey: true }, false)).toBe('unfit')
  expect(keysOfPress({ ...held, code: 'Enter', ctrlKey: true }, false)).toBe('unfit')
})
