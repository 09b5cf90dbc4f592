/**
 * What a person would not see when reading a skill that came from elsewhere, though a model reads it: invisible
 * characters, comments, and letters that look like others. Only reported; nothing is ever taken out.
 */
import { codePointOf, invisible, nameOfInvisible } from '../../shared/invisible.ts'

export interface HiddenText {
  readonly kind: 'invisible' | 'comment' | 'look-alike'
  /** From 1, of the first place. */
  readonly line: number
  /** How often the same thing occurs. */
  readonly count: number
  /** The comment, the word, or for an invisible character its code point: `U+200B`. */
  readonly text: string
  /** In plain words: `direction override`, `Cyrillic а in a Latin word`. */
  readonly what: string
}

export function findHiddenText(text: string): HiddenText[] {
  const found = new Map<string, HiddenText>()
  const lineAt = lineCounter(text)
  const add = (kind: HiddenText['kind'], index: number, what: string, shown: string) => {
    const key = `${kind} ${shown} ${what}`
    const first = found.get(key) ?? { kind, line: lineAt(index), count: 0, text: shown, what }
    found.set(key, { ...first, count: first.count + 1 })
  }
  for (const { index, 0: character } of invisibleIn(text)) {
    add('invisible', index, nameOfInvisible(character), codePointOf(character))
  }
  for (const { index, 0: comment } of text.matchAll(comments)) {
    add('comment', index, 'a comment', comment)
  }
  for (const { index, word, what } of lookAlikesIn(text)) add('look-alike', index, what, word)
  return [...found.values()].sort((a, b) => a.line - b.line)
}

/** An HTML comment (also one that is never closed), or Markdown's `[//]: # (…)`. */
const comments = /<!--[\s\S]*?(?:-->|$(?![\s\S]))|^[ \t]{0,3}\[(?:\/\/|comment)\]:[^\n]*/gim

/** Ends with what an emoji's joiner or variation selector may follow. */
const beforeShaping = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[0-9#*]|\uFE0F)$/u

/** A joiner or variation selector that only shapes an emoji is what everyone types. */
function* invisibleIn(text: string): Generator<RegExpExecArray> {
  for (const found of text.matchAll(invisible)) {
    const isByteOrderMark = found.index === 0 && found[0] === '\uFEFF'
    const isShaping = found[0] === '\u200D' || found[0] === '\uFE0F'
    if (isByteOrderMark) continue
    if (isShaping && beforeShaping.test(text.slice(Math.max(0, found.index - 2), found.index))) continue
    yield found
  }
}

/** Letters of Cyrillic, Greek and Armenian that are drawn like Latin ones. */
const latinTwins = /^[АВЕЅЗІЈКМНОРСТУХЬавеѕіјкмнорстухһԁԛԝқӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυχικτωՕօսհոց]+$/u
/** Latin letters in other clothes: full-width, bold, script, circled. */
const dressedLatin = /[\uFF21-\uFF3A\uFF41-\uFF5A\u{1D400}-\u{1D7FF}\u24B6-\u24E9]/u

interface LookAlike {
  readonly index: number
  readonly word: string
  readonly what: string
}

function* lookAlikesIn(text: string): Generator<LookAlike> {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}\u24B6-\u24E9]+/gu)]
  const written = new Set(
    words.filter(({ 0: word }) => !latinTwins.test(word)).flatMap(({ 0: word }) => scriptsOf(word)),
  )
  for (const { index, 0: word } of words) {
    const scripts = scriptsOf(word)
    const other = scripts.find((script) => script !== 'Latin')
    if (dressedLatin.test(word)) yield { index, word, what: 'letters in another dress' }
    else if (other !== undefined && scripts.includes('Latin'))
      yield { index, word, what: `${other} letters in a Latin word` }
    else if (other !== undefined && latinTwins.test(word) && !written.has(other) && word.length > 1) {
      yield { index, word, what: `a word of ${other} letters that look Latin` }
    }
  }
}

function scriptsOf(word: string): string[] {
  return scripts.filter(([, pattern]) => pattern.test(word)).map(([name]) => name)
}

const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
]

/** Counts lines for rising and falling positions without reading the text again for each. */
function lineCounter(text: string): (index: number) => number {
  const breaks = [...text.matchAll(/\r\n|\n|\r/g)].map((found) => found.index)
  return (index) => {
    let low = 0
    let high = breaks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((breaks[middle] ?? 0) < index) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
