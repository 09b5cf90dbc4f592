/**
 * A fixed piece of work, timed in the same run as the figures: times of two runs, or of two machines, are compared as
 * multiples of it.
 */
import { createHash } from 'node:crypto'
import { median } from './times.ts'

const numbers = 30_000
const bytes = 1024 * 1024
const rounds = 15

/** Numbers that look random and are the same each time. */
function scattered(): Float64Array {
  let state = 1
  return Float64Array.from({ length: numbers }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  })
}

/** How often it was done, in milliseconds each. */
function pieces(): number[] {
  const block = Buffer.alloc(bytes, 7)
  return Array.from({ length: rounds }, () => {
    const start = performance.now()
    const sorted = scattered().sort()
    createHash('sha256').update(block).update(String(sorted[0])).digest()
    return performance.now() - start
  })
}

/**
 * Does `work` and times the yardstick before and after it. The median: other programs slow it as they slow the work.
 */
export async function withYardstick<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly yardstickMs: number }> {
  const before = pieces()
  const result = await work()
  return { result, yardstickMs: median([...before, ...pieces()]) }
}
