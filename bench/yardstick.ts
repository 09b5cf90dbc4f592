/**
 * A fixed piece of work, timed in the same run as the figures: times of two runs, or of two machines, are compared as
 * multiples of it.
 */
import { createHash } from 'node:crypto'

const numbers = 120_000
const bytes = 4 * 1024 * 1024
const rounds = 7

/** Numbers that look random and are the same each time. */
function scattered(): Float64Array {
  let state = 1
  return Float64Array.from({ length: numbers }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  })
}

/** Milliseconds of its fastest round: what the machine can do, whatever else wanted it meanwhile. */
export function yardstickMs(): number {
  const block = Buffer.alloc(bytes, 7)
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    const sorted = scattered().sort()
    createHash('sha256').update(block).update(String(sorted[0])).digest()
    return performance.now() - start
  })
  return Math.min(...times)
}
