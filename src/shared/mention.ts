/**
 * The one mention grammar: `@` + slug, outside code spans, fences and URLs. Editor, gate, expansion, rename,
 * bundles and plan parsing all call this file.
 *
 * A slug is a run of letters, marks and digits of any script joined by single `-` (`_` reads as `-`), in any case,
 * NFC and NFD alike. `@` does not count after a letter or digit of a script that puts spaces between words, nor
 * after `.`, `/`, `\` or `@`: so no e-mail address, URL or path holds a mention.
 *
 * Scripts without spaces between words may touch a mention on both sides: the slug ends where such a script begins
 * after another (`@find-fileを使う` is `find-file`). A run wholly in such a script is the longest known handle at its
 * start, else the whole run. A known handle that itself mixes scripts (`@todoリスト`) is read whole.
 */
import {
  characterAt,
  characterBefore,
  foldSlug,
  isLetter,
  isMark,
  isStepSign,
  isTouchingLetter,
  joinsPrevious,
  runAt,
} from './mention-chars.ts'
import { literalsOf, type OpenFence, type Range } from './mention-code.ts'

export interface Mention {
  /** In the folded form: NFC, lower case, joined by `-`. */
  readonly slug: string
  /** Where `@` stands, in UTF-16 units. */
  readonly from: number
  /** Just after the slug's last unit. */
  readonly to: number
}

export interface ParseOptions {
  /** Whether a folded slug exists in the namespace. Only texts without spaces between words ask. */
  readonly isKnown?: ((slug: string) => boolean) | undefined
}

/** No longer handle is looked for inside a run of text without spaces; minted slugs are shorter. */
const maxKnownUnits = 256

/** Every mention of `text`, in order. */
export function parseMentions(text: string, options: ParseOptions = {}): Mention[] {
  return parseBlock(text, null, options).mentions
}

export interface ParsedBlock {
  /** Counted from the block's start. */
  readonly mentions: Mention[]
  /** What stands open at the block's end. */
  readonly fence: OpenFence
}

/** As `parseMentions`, for a block (see `blockEnd`) that begins inside `fence`. */
export function parseBlock(text: string, fence: OpenFence, options: ParseOptions = {}): ParsedBlock {
  const mentions: Mention[] = []
  let at = text.indexOf('@')
  if (at === -1 && fence === null && !text.includes('```') && !text.includes('~~~'))
    return { mentions, fence: null }
  const literals = literalsOf(text, fence)
  let literal = 0
  while (at !== -1) {
    while (endOf(literals.ranges[literal]) <= at) literal += 1
    const mention = isInside(literals.ranges[literal], at) ? null : mentionAt(text, at, options)
    if (mention !== null) mentions.push(mention)
    at = text.indexOf('@', mention?.to ?? at + 1)
  }
  return { mentions, fence: literals.fence }
}

/** A mention that is being written: from its `@` to the cursor. */
export interface OpenMention {
  readonly from: number
  /** What stands between `@` and the cursor, as written. May be empty. */
  readonly query: string
  /** How far its slug goes on after the cursor, where that is part of the same word. */
  readonly to: number
}

/** The mention that ends at `at` or in which `at` stands; null when there is none, also in code and URLs. */
export function openMentionAt(text: string, at: number, options: ParseOptions = {}): OpenMention | null {
  const from = at === 0 ? -1 : text.lastIndexOf('@', at - 1)
  if (from === -1 || isAttached(text, from)) return null
  const query = text.slice(from + 1, at)
  if (query !== '') {
    runAt.lastIndex = from + 1
    // A joiner that waits for the next letter belongs to what is being written.
    const run = /[-_]$/.test(query) ? query.slice(0, -1) : query
    if (runAt.exec(text)?.[0].startsWith(run) !== true) return null
  }
  if (literalsOf(text).ranges.some((range) => range.from <= from && from < range.to)) return null
  const mention = mentionAt(text, from, options)
  const rest = mention === null ? '' : text.slice(at, mention.to)
  const isOneWord = Array.from(rest).every((character) => !isTouchingLetter(character))
  return { from, query, to: isOneWord ? Math.max(at, mention?.to ?? at) : at }
}

/** The slugs that `text` mentions, in first-seen order, each once. */
export function mentionedSlugs(text: string, options: ParseOptions = {}): string[] {
  return [...new Set(parseMentions(text, options).map((mention) => mention.slug))]
}

/** How a mention of `slug` is written. */
export function printMention(slug: string): string {
  return `@${slug}`
}

/**
 * `text` with the mentions that `replace` gives another slug for; null keeps one as it is written.
 * Everything else stays byte for byte.
 */
export function replaceMentions(
  text: string,
  replace: (slug: string) => string | null,
  options: ParseOptions = {},
): string {
  let result = ''
  let copied = 0
  for (const mention of parseMentions(text, options)) {
    const slug = replace(mention.slug)
    if (slug === null) continue
    result += text.slice(copied, mention.from) + printMention(slug)
    copied = mention.to
  }
  return copied === 0 ? text : result + text.slice(copied)
}

function endOf(range: Range | undefined): number {
  return range?.to ?? Number.POSITIVE_INFINITY
}

function isInside(range: Range | undefined, at: number): boolean {
  return range !== undefined && range.from <= at && at < range.to
}

function mentionAt(text: string, at: number, options: ParseOptions): Mention | null {
  if (isAttached(text, at)) return null
  runAt.lastIndex = at + 1
  const run = runAt.exec(text)?.[0]
  if (run === undefined) return null
  const length = slugLength(run, options.isKnown)
  const to = at + 1 + length
  return isMailDomain(text, at, to) ? null : { slug: foldSlug(run.slice(0, length)), from: at, to }
}

/** True when `@` belongs to the word or path before it. */
function isAttached(text: string, at: number): boolean {
  let index = at
  let before = characterBefore(text, index)
  if (before === '.' || before === '/' || before === '\\' || before === '@') return true
  if (isStepSign(before)) return false
  while (isMark(before)) {
    index -= before.length
    before = characterBefore(text, index)
  }
  return isLetter(before) && !isTouchingLetter(before)
}

/** `first_@example.com`: a local part may end in a sign that may also stand before a mention. */
function isMailDomain(text: string, at: number, to: number): boolean {
  if (!/[_+%-]/.test(text.charAt(at - 1)) || text[to] !== '.') return false
  const hasLocalPart = /[a-z0-9][_+%-]{1,8}$/i.test(text.slice(Math.max(0, at - 16), at))
  return hasLocalPart && /^\.[a-z]{2,24}(?![\p{L}\p{N}])/v.test(text.slice(to, to + 26))
}

const ascii = /^\p{ASCII}*$/v

/** How much of a run is the slug, in UTF-16 units. */
function slugLength(run: string, isKnown: ParseOptions['isKnown']): number {
  if (ascii.test(run)) return run.length
  const length = turnIn(run) ?? run.length
  if (isKnown === undefined) return length
  return longestKnown(run, isWhollyTouching(run) ? 1 : length, isKnown) ?? length
}

/** The first place where a script without spaces directly follows a letter or digit of another; null for none. */
function turnIn(run: string): number | null {
  let afterOther = false
  let index = 0
  while (index < run.length) {
    const character = characterAt(run, index)
    if (isLetter(character)) {
      const touches = isTouchingLetter(character)
      if (touches && afterOther) return index
      afterOther = !touches
    } else if (!isMark(character)) afterOther = false
    index += character.length
  }
  return null
}

function isWhollyTouching(run: string): boolean {
  return Array.from(run).every((character) => !isLetter(character) || isTouchingLetter(character))
}

/**
 * The longest known handle at the start of `run`, of at least `minimum` units, that ends with the run or where a new
 * letter of a script without spaces starts. So never before a joiner (`@週報-計画` is not `@週報`) and never inside a
 * letter or syllable.
 */
function longestKnown(run: string, minimum: number, isKnown: (slug: string) => boolean): number | null {
  let longest: number | null = null
  for (let index = minimum; index <= Math.min(run.length, maxKnownUnits); index += 1) {
    const next = characterAt(run, index)
    const mayEnd = next === '' || (isTouchingLetter(next) && !joinsPrevious(next))
    if (mayEnd && isKnown(foldSlug(run.slice(0, index)))) longest = index
  }
  return longest
}
