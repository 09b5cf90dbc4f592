import { randomInt } from 'node:crypto'
import type { Clock } from '../../shared/time.ts'

/** A whole number from 0 up to, not including, `below`. */
export type RandomInt = (below: number) => number

const base = 36
/** 36^8 ms after 1970 is the year 2059; a ninth digit keeps ids in order after that. */
const timeDigits = 9
const randomDigits = 7

/**
 * A short id of lower-case letters and digits, 16 characters. Ids of different milliseconds sort by time.
 * With the clock standing still, 100,000 ids collide with a probability of 0.06.
 */
export function makeId(clock: Pick<Clock, 'now'>, random: RandomInt = randomInt): string {
  const ms = Math.max(0, Math.floor(clock.now()))
  const time = ms.toString(base).padStart(timeDigits, '0').slice(-timeDigits)
  const rest = Array.from({ length: randomDigits }, () => random(base).toString(base)).join('')
  return time + rest
}
