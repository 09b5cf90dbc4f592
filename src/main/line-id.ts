import { randomBytes } from 'node:crypto'

/** Without the letters people take for digits (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 60 bits: lines of several devices can meet without clashing, and a person can still type one. */
const length = 12

/** A new id for a line of the owner's data: `7k2m9x0rq4tz`. */
export function newLineId(): string {
  return [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
