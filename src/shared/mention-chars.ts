/** Character classes of the mention grammar. One place, so that mints, parses and renames agree. */

/** A letter or digit of any script that can be seen (Hangul fillers and the like are letters nobody sees). */
const letter = String.raw`[[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}]`

/** Scripts whose words may touch a mention: no spaces between words, or, for Hangul, particles glued to them. */
const touching = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`

/** A letter or digit with the marks on it. */
const unit = String.raw`${letter}\p{M}*`

/** At `lastIndex`: units joined by single `-` or `_`. */
export const runAt = new RegExp(`(?:${unit})+(?:[\\-_](?:${unit})+)*`, 'vy')

/** Every maximal piece of units in a text, joiners left out. */
export const pieces = new RegExp(`(?:${unit})+`, 'gv')

const letterOnly = new RegExp(`^${letter}$`, 'v')
const touchingLetter = new RegExp(`^[${letter}&&${touching}]$`, 'v')
const mark = /^\p{M}$/v
/** `①` and `❶` count steps in texts without spaces; they are no part of a word. */
const stepSign = /^[\u2460-\u249B\u24EA-\u24FF\u2776-\u2793\u3220-\u3229\u3280-\u3289]$/v
/** What draws a box or circle around the digit before it: an emoji of a digit. */
const enclosing = /^\p{Me}$/v
/** Hangul vowels and final consonants that join the letter before them into one syllable (NFD text). */
const joiningJamo = /^[\u1160-\u11FF\uD7B0-\uD7FF]$/v

export const isLetter = (character: string): boolean => letterOnly.test(character)
export const isTouchingLetter = (character: string): boolean => touchingLetter.test(character)
export const isStepSign = (character: string): boolean =>
  stepSign.test(character) || enclosing.test(character)
export const isMark = (character: string): boolean => mark.test(character)
/** True when `character` belongs to the syllable or letter before it, so that no slug may end between them. */
export const joinsPrevious = (character: string): boolean =>
  mark.test(character) || joiningJamo.test(character)

/** The code point that ends just before `index`, or '' at the start. */
export function characterBefore(text: string, index: number): string {
  if (index <= 0) return ''
  const low = text.charCodeAt(index - 1)
  const isPair = low >= 0xdc00 && low <= 0xdfff && index >= 2
  const high = isPair ? text.charCodeAt(index - 2) : 0
  return high >= 0xd800 && high <= 0xdbff ? text.slice(index - 2, index) : text.charAt(index - 1)
}

/** The code point that starts at `index`, or '' at the end. */
export function characterAt(text: string, index: number): string {
  const point = text.codePointAt(index)
  return point === undefined ? '' : String.fromCodePoint(point)
}

const isPlainSlug = /^[a-z0-9\-]+$/v

/**
 * The one form in which slugs are compared: NFC, lower case, `_` as `-`, without invisible marks.
 * Takes a run as written (`Find_File`, `CAFÉ` in NFD) and does not check it.
 */
export function foldSlug(run: string): string {
  if (isPlainSlug.test(run)) return run
  return run
    .replace(/[\p{M}&&\p{Default_Ignorable_Code_Point}]/gv, '')
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('_', '-')
}
