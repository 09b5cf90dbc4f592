import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeId } from './ids.ts'

const at = (ms: number) => ({ now: () => ms })

it('is 16 lower-case letters and digits, made of time and chance', () => {
  expect(makeId(at(36 ** 8 - 1), () => 35)).toBe('0zzzzzzzzzzzzzzz')
  expect(makeId(at(36 ** 8), () => 10)).toBe('100000000aaaaaaa')
  expect(makeId(at(-5.5), () => 0)).toBe('0000000000000000')
})

it('sorts by time', () => {
  const anyTime = fc.integer({ min: 0, max: Date.UTC(4000, 0) })
  fc.assert(
    fc.property(anyTime, anyTime, (a, b) => {
      fc.pre(a !== b)
      expect(makeId(at(a)) < makeId(at(b))).toBe(a < b)
    }),
  )
})

it('does not repeat while the clock stands still', () => {
  const ids = Array.from({ length: 2000 }, () => makeId(at(1)))
  expect(new Set(ids).size).toBe(ids.length)
})
