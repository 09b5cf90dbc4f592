/** Characters that a reader does not see, though a model reads them: which they are and what they are called. */
import { type Mention, type ParseOptions, parseMentions } from './mention.ts'
import { characterAt, runAt } from './mention-chars.ts'

const sign = String.raw`[[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u2028\u2029][\p{Cc}--[\t\n\r]]]`

export const invisible = new RegExp(sign, 'gv')
const invisibleAt = new RegExp(`${sign}+`, 'vy')

const names: readonly (readonly [RegExp, string])[] = [
  [/[\u200B\u2060\uFEFF]/, 'zero-width space'],
  [/[\u200C\u200D]/, 'zero-width joiner'],
  [/[\u202A-\u202E\u2066-\u2069]/, 'direction override'],
  [/[\u061C\u200E\u200F]/, 'direction mark'],
  [/\u00AD/, 'soft hyphen'],
  [/[\u{E0000}-\u{E007F}]/u, 'tag character'],
  [/[\u2028\u2029]/, 'line separator'],
  [/\p{Cc}/u, 'control character'],
]

/** In plain words: `zero-width space`. */
export function nameOfInvisible(character: string): string {
  return names.find(([pattern]) => pattern.test(character))?.[1] ?? 'invisible character'
}

/** `U+200B`. */
export function codePointOf(character: string): string {
  const point = character.codePointAt(0) ?? 0
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}

/** A mention that ends at something unseen, in the middle of what a reader takes for one word. */
export interface BrokenMention {
  /** The first character that is not seen. */
  readonly character: string
  /** What it would be without what is not seen. */
  readonly slug: string
  /** Where the word ends that is seen, in UTF-16 units. */
  readonly to: number
}

/** What a reader takes `mention` for when something unseen stands right after it; null when nothing does. */
export function brokenMention(
  text: string,
  { from, to }: Mention,
  options: ParseOptions = {},
): BrokenMention | null {
  let seen = text.slice(from, to)
  let end = to
  for (;;) {
    invisibleAt.lastIndex = end
    const hidden = invisibleAt.exec(text)?.[0]
    if (hidden === undefined) break
    const next = end + hidden.length
    const joiner = /^[-_]/.test(text.slice(next, next + 1)) ? text.charAt(next) : ''
    runAt.lastIndex = next + joiner.length
    const run = runAt.exec(text)?.[0]
    seen += run === undefined ? '' : joiner + run
    end = run === undefined ? next : next + joiner.length + run.length
  }
  if (end === to) return null
  const [whole] = parseMentions(seen, options)
  return { character: characterAt(text, to), slug: whole?.slug ?? '', to: end }
}
