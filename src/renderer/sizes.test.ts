import { expect, test } from 'vitest'
import { countText, sizeText } from './sizes.ts'

test('sizes have at most three digits and a unit', () => {
  expect([0, 999, 1000, 45_678, 999_600, 1_234_567, 9_960_000, 4_700_000_000].map(sizeText)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '46 kB',
    '1.0 MB',
    '1.2 MB',
    '10.0 MB',
    '4.7 GB',
  ])
})

test('counts agree with their noun', () => {
  expect([countText(0, 'note'), countText(1, 'memory', 'memories'), countText(2300, 'note')]).toEqual([
    '0 notes',
    '1 memory',
    '2,300 notes',
  ])
})
