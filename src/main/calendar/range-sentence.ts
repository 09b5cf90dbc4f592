/** A sentence as the date rules see it: its tokens, what each can mean, and the day it is read on. */
import { type Meaning, meaningOf, speaksOfPast } from './range-lexicon.ts'
import { type Token, tokenize } from './range-tokens.ts'
import type { Setting } from './range-types.ts'
import type { Role } from './range-words.ts'

export interface Sentence {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly setting: Setting
}

export function readSentence(text: string, setting: Omit<Setting, 'past'>): Sentence {
  const tokens = tokenize(text)
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.lower] : []))
  return { text, tokens, setting: { ...setting, past: speaksOfPast(words) } }
}

const noWord = meaningOf('')

/** What the word at a place can mean; nothing for figures, signs and places outside the sentence. */
export function meaningAt(s: Sentence, i: number): Meaning {
  const token = s.tokens[i]
  return token?.kind === 'word' ? meaningOf(token.lower) : noWord
}

export function hasRole(s: Sentence, i: number, ...roles: readonly Role[]): boolean {
  const own = meaningAt(s, i).roles
  return roles.some((role) => own.has(role))
}

/** The place after the word at `i` when it has one of the roles, else `i`. */
export function skip(s: Sentence, i: number, ...roles: readonly Role[]): number {
  return hasRole(s, i, ...roles) ? i + 1 : i
}

export function isSign(s: Sentence, i: number, signs: string): boolean {
  const token = s.tokens[i]
  return token?.kind === 'other' && token.text.length === 1 && signs.includes(token.text)
}

export function wordAt(s: Sentence, i: number): string | null {
  const token = s.tokens[i]
  return token?.kind === 'word' ? token.lower : null
}

export function isCapital(s: Sentence, i: number): boolean {
  const first = s.tokens[i]?.text.charAt(0) ?? ''
  return first !== first.toLowerCase()
}

/** True when what stands at `i` cannot belong to a name that begins before it: the end, a sign, a small word, a time. */
export function isFree(s: Sentence, i: number): boolean {
  const token = s.tokens[i]
  if (token === undefined || token.kind === 'time' || token.kind === 'date') return true
  if (token.kind === 'other') return token.text !== '-'
  if (token.kind !== 'word') return false
  const meaning = meaningOf(token.lower)
  return meaning.small === true || meaning.dayPart === true || meaning.modifier !== undefined
}

/** The words from token `i` up to token `next`, in small letters, single spaces. */
export function labelOf(s: Sentence, i: number, next: number): string {
  const from = s.tokens[i]?.from ?? 0
  const to = s.tokens[next - 1]?.to ?? s.text.length
  return s.text.slice(from, to).toLowerCase().replace(/\s+/gu, ' ').trim()
}
