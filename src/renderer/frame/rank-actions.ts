import { fold } from '../../shared/fold.ts'

/** What the words typed in the palette are held against. */
export interface Ranked {
  readonly name: string
  /** Other words for it. */
  readonly words?: string
}

// A word that stands at the beginning is likelier meant than one inside, and both likelier than scattered letters.
const beginsName = 8
const beginsWord = 5
const isInside = 3
const isInOtherWords = 2
const isScattered = 1

/**
 * What fits all words of `query`, best first, else in the given order. Words may be begun only, in any case, accent or
 * script, and in any order; letters may be left out (`nchat`).
 */
export function rankActions<T extends Ranked>(items: readonly T[], query: string): T[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...items]
  return items
    .map((item, index) => ({ item, index, score: score(item, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ item }) => item)
}

/** 0 when one of the words does not fit. */
function score({ name, words: others = '' }: Ranked, words: readonly string[]): number {
  const folded = fold(name)
  const more = fold(others)
  let sum = 0
  for (const word of words) {
    const part = scoreWord(folded, more, word)
    if (part === 0) return 0
    sum += part
  }
  return sum / words.length
}

function scoreWord(name: string, others: string, word: string): number {
  const at = name.indexOf(word)
  if (at === 0) return beginsName
  if (at > 0) return wordBegins(name, word) ? beginsWord : isInside
  if (others.includes(word)) return isInOtherWords
  return isSpread(name, word) ? isScattered : 0
}

function wordBegins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}\p{M}]/u.test(text.charAt(at - 1))) return true
  }
  return false
}

/** Whether the letters of `word` stand in `text` in their order, the first at the beginning of a word of it. */
function isSpread(text: string, word: string): boolean {
  const [first = '', ...rest] = Array.from(word)
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).some((_, start, parts) => {
    let at = 0
    const from = parts.slice(start).join(' ')
    if (!from.startsWith(first)) return false
    return rest.every((letter) => {
      at = from.indexOf(letter, at + 1)
      return at !== -1
    })
  })
}
