import { expect, it } from 'vitest'
import { mcnemar, quantile, wilson } from './statistics.ts'

it('gives the Wilson interval', () => {
  const [low, high] = wilson(11, 12)
  expect(low).toBeCloseTo(0.646, 2)
  expect(high).toBeCloseTo(0.985, 2)
  expect(wilson(0, 0)).toEqual([0, 1])
})

it('gives quantiles', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2)
  expect(quantile([4, 1, 2, 3], 0.5)).toBe(2.5)
  expect(quantile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8)
  expect(quantile([], 0.5)).toBe(0)
})

it("gives McNemar's exact two-sided probability", () => {
  expect(mcnemar(0, 0)).toBe(1)
  expect(mcnemar(3, 3)).toBe(1)
  expect(mcnemar(1, 5)).toBeCloseTo(0.21875)
  expect(mcnemar(0, 10)).toBeCloseTo(0.001953)
  expect(mcnemar(2, 12)).toBe(mcnemar(12, 2))
  expect(mcnemar(900, 1100)).toBeLessThan(0.0001)
})
