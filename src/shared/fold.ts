/**
 * Search over folded text: what a question searches for, the FTS5 expression for it, the same rule on plain text,
 * and where in the original the matches stand. One rule of forgiving endings for all of them (`forms`).
 */
import { COMPOUND, fold, foldWithPlaces, joinCompound, pairs, UNSPACED, WORD_CHARACTER } from './fold-base.ts'
import {
  apostropheBeginnings,
  apostropheEndings,
  hangulParticles,
  stopWords,
  unspacedStops,
} from './fold-words.ts'
import { atOnce, type Steps } from './steps.ts'

export { fold, ftsTokenizer, indexText } from './fold-base.ts'

/** More words than this do not make a search better, only slower. */
const maximumTerms = 16
/** A query is read up to here, in code units: enough for a long question, bounded for a pasted book. */
const maximumQuery = 2000

/** A shorter beginning of a text's word says nothing about a longer term: `there` is no `therapist`. In letters. */
const shortestBack = 5

/** One thing to look for, folded. */
interface Term {
  /** The word in one piece, or a run of an unspaced script. */
  word: string
  /** True for a run of an unspaced script: found anywhere, not as a word. */
  unspaced: boolean
  /** The pieces of a compound (`o`, `brien`); empty for a plain word. */
  parts: readonly string[]
}

/** How one word may stand in a text. */
interface Forms {
  exact: readonly string[]
  /** Words that start like this count too; null = only the exact forms. */
  prefix: string | null
}

const UNSPACED_PIECE =
  /[\p{Script=Hiragana}ー]+|[\p{Script=Han}\p{Script=Katakana}ー々〆]+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const SPACED_OR_NOT = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu')
const HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u
const HANGUL = /^\p{Script=Hangul}/u
const ALPHABETIC = /^(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek})+$/u
const WORD = new RegExp(`${WORD_CHARACTER}+`, 'gu')
const UNSPACED_ONLY = new RegExp(`^[${UNSPACED}]+$`, 'u')
const unspacedStop = new RegExp(unspacedStops.map((stop) => fold(stop)).join('|'), 'gu')

/**
 * The beginning that the other forms of a word share, or null for words too short to tell.
 * Language-neutral: of a Latin, Cyrillic or Greek word of n ≥ 5 letters the first max(4, ⌈0.7 n⌉) stay
 * (`allergic` → `allerg`, `maths` → `math`), and `…ies` goes as a whole where four letters remain (`parties` → `part`).
 * Hangul words carry particles behind them: the word without its particle, at any length, is the beginning.
 */
export function stemPrefix(word: string): string | null {
  if (HANGUL.test(word)) return withoutParticle(word)
  if (!ALPHABETIC.test(word)) return null
  const letters = [...word]
  if (letters.length < 5) return null
  const kept = letters.slice(0, Math.max(4, Math.ceil(letters.length * 0.7))).join('')
  const plural = /^(.{4,})ies$/u.exec(word)?.[1]
  return plural !== undefined && plural.length < kept.length ? plural : kept
}

/** `김철수는` → `김철수`; two syllables always stay. */
function withoutParticle(word: string): string {
  const particle = hangulParticles.find((each) => word.endsWith(each) && word.length >= each.length + 2)
  return particle === undefined ? word : word.slice(0, -particle.length)
}

/**
 * The exact other forms that a shared beginning would miss: plural of a short word, verb of an `-ing` or `-ed` form,
 * `ü` where someone typed `ue`.
 */
function otherForms(word: string): string[] {
  const plain = word.replace(/([aou])e/g, '$1')
  return plain === word || word.length < 5 ? endings(word) : [...endings(word), plain]
}

function endings(word: string): string[] {
  if (!ALPHABETIC.test(word) || word.length < 3) return []
  if (word.length < 5) return word.endsWith('s') && word.length > 3 ? [word.slice(0, -1)] : [`${word}s`]
  const verb = /^(.{3,}?)(?:ing|ed)$/u.exec(word)?.[1]
  if (verb === undefined) return []
  const single = verb.length > 3 && verb.at(-1) === verb.at(-2) ? [verb.slice(0, -1)] : []
  return [verb, `${verb}e`, ...single].flatMap((base) => [base, `${base}s`])
}

function forms(word: string): Forms {
  return { exact: [...new Set([word, ...otherForms(word)])], prefix: stemPrefix(word) }
}

/** Content words of a folded text in order, without stop words; with them where nothing else is there. */
function terms(query: string): Term[] {
  const found: Term[] = []
  const dropped: Term[] = []
  for (const [compound] of fold(query.slice(0, maximumQuery)).matchAll(COMPOUND)) {
    for (const [piece] of compound.matchAll(SPACED_OR_NOT)) {
      if (UNSPACED_ONLY.test(piece)) addUnspaced(piece, found, dropped)
      else addWord(piece, found, dropped)
    }
  }
  return distinct(found.length > 0 ? found : dropped).slice(0, maximumTerms)
}

function addWord(compound: string, found: Term[], dropped: Term[]): void {
  const pieces = compound.match(WORD) ?? []
  if (pieces.length === 0) return
  const parts = compound.includes("'") ? withoutApostropheParts(pieces) : pieces
  const word = joinCompound(parts.join('-')) ?? parts[0] ?? ''
  const term: Term[] =
    parts.length > 1 && joinCompound(parts.join('-')) === null
      ? parts.map((part) => ({ word: part, unspaced: false, parts: [] }))
      : [{ word, unspaced: false, parts: parts.length > 1 ? parts : [] }]
  for (const each of term) (stopWords.has(each.word) ? dropped : found).push(each)
}

/** `ada's` → `ada`, `l'ecole` → `ecole`; `o'brien` stays two parts. */
function withoutApostropheParts(parts: readonly string[]): readonly string[] {
  const [first, ...rest] = parts
  const last = parts.at(-1)
  if (parts.length > 1 && last !== undefined && apostropheEndings.has(last)) return parts.slice(0, -1)
  if (rest.length > 0 && first !== undefined && apostropheBeginnings.has(first)) return rest
  return parts
}

/** Cuts a run at particles and between scripts; kana alone between other pieces is grammar, not content. */
function addUnspaced(run: string, found: Term[], dropped: Term[]): void {
  const pieces = run.split(unspacedStop).flatMap((piece) => piece.match(UNSPACED_PIECE) ?? [])
  const content = pieces.filter((piece) => !HIRAGANA.test(piece))
  const kept = content.length > 0 ? content : pieces
  for (const word of kept) found.push({ word, unspaced: true, parts: [] })
  if (kept.length === 0) dropped.push({ word: run, unspaced: true, parts: [] })
}

function distinct(list: readonly Term[]): Term[] {
  const seen = new Set<string>()
  return list.filter((term) => !seen.has(term.word) && seen.add(term.word))
}

/**
 * The folded content words of a query, in order, each once, at most 16. Stop words and question words are left out
 * unless there is nothing else. `Ada's` is `ada`, `O'Brien` is `obrien`, a run of an unspaced script is one word.
 */
export function queryTerms(query: string): string[] {
  return terms(query).map((term) => term.word)
}

/**
 * A valid FTS5 MATCH for any input over `indexText`, or '' when there is nothing to search for.
 * `all` wants every word, and takes the last one as still being typed (from 3 letters); `any` wants one of them,
 * for whole questions.
 */
export function matchExpression(query: string, options: { mode: 'all' | 'any' }): string {
  const list = terms(query)
  if (options.mode === 'any') {
    const pieces = list.flatMap((term) =>
      term.unspaced ? pairs(term.word).split(' ').map(quote) : [wordMatch(term, false)],
    )
    return pieces.slice(0, maximumTerms).join(' OR ')
  }
  return list
    .map((term, i) => (term.unspaced ? quote(pairs(term.word)) : wordMatch(term, i === list.length - 1)))
    .join(' AND ')
}

function wordMatch(term: Term, typing: boolean): string {
  const own = forms(term.word)
  const prefix = own.prefix ?? (typing && [...term.word].length >= 3 ? term.word : null)
  const options = own.exact.map(quote)
  if (prefix !== null) options.push(`${quote(prefix)} *`)
  if (term.parts.length > 0)
    options.push(`(${term.parts.map((part) => wordMatch(plain(part), false)).join(' AND ')})`)
  return options.length === 1 ? options.join('') : `(${options.join(' OR ')})`
}

const plain = (word: string): Term => ({ word, unspaced: false, parts: [] })
const quote = (text: string): string => `"${text}"`

/**
 * True when a text holds every content word of `term`, with the same forgiveness as `matchExpression`. Both ways here:
 * `therapist` is also found in a text that says `therapy`. For several terms of one text use `looseMatcher`.
 */
export function looselyContains(text: string, term: string): boolean {
  return looseMatcher(text)(term)
}

/** `looselyContains` of one text, which is read once. */
export function looseMatcher(text: string): (term: string) => boolean {
  return atOnce(looseMatcherSteps(text))
}

/** As `looseMatcher`, a word a step: for texts of any length. */
export function* looseMatcherSteps(text: string): Steps<(term: string) => boolean> {
  const folded = fold(text)
  const words = new Set<string>()
  for (const [compound] of folded.matchAll(COMPOUND)) {
    for (const [word] of compound.matchAll(WORD)) words.add(word)
    const joined = joinCompound(compound)
    if (joined !== null) words.add(joined)
    yield
  }
  return (term) => {
    const list = terms(term)
    return (
      list.length > 0 &&
      list.every((each) => (each.unspaced ? folded.includes(each.word) : stands(each, words)))
    )
  }
}

function stands(term: Term, words: ReadonlySet<string>): boolean {
  const own = forms(term.word)
  if (own.exact.some((form) => words.has(form))) return true
  for (const word of words) if (isForm(word, term.word, own)) return true
  return term.parts.length > 0 && term.parts.every((part) => stands(plain(part), words))
}

/** True when `word` of a text is a form of `term`: either starts like the shared beginning of the other. */
function isForm(word: string, term: string, own: Forms): boolean {
  // All forms of a word begin alike; most words of a text are out here.
  if (word.charCodeAt(0) !== term.charCodeAt(0)) return false
  if (own.exact.includes(word) || (own.prefix !== null && word.startsWith(own.prefix))) return true
  const back = stemPrefix(word)
  return back !== null && back.length >= shortestBack && own.prefix !== null && term.startsWith(back)
}

/**
 * Where the words of a query stand in the original text: `[from, to)` in UTF-16 units, in order, never overlapping.
 * A word that starts with the term is marked as far as the term goes, another form of it as a whole word.
 */
export function highlightRanges(original: string, query: string): [number, number][] {
  const list = terms(query)
  if (list.length === 0) return []
  const { folded, starts, ends } = foldWithPlaces(original)
  const spans = [...wordSpans(folded, list), ...unspacedSpans(folded, list)]
  return merge(spans.map(([from, to]) => [starts[from] ?? 0, ends[to - 1] ?? 0]))
}

function unspacedSpans(folded: string, list: readonly Term[]): [number, number][] {
  const spans: [number, number][] = []
  for (const { word } of list.filter((term) => term.unspaced)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      spans.push([at, at + word.length])
  }
  return spans
}

function wordSpans(folded: string, list: readonly Term[]): [number, number][] {
  const spans: [number, number][] = []
  const typed = list.at(-1)?.word ?? ''
  const wanted = list.filter((term) => !term.unspaced).flatMap((term) => [term.word, ...term.parts])
  const all = wanted.map((word) => ({
    word,
    own: forms(word),
    typing: word === typed && [...word].length >= 3,
  }))
  const lengthIn = (word: string): number => {
    const begins = all.filter(
      ({ word: start, own, typing }) =>
        word.startsWith(start) && (typing || own.prefix !== null || own.exact.includes(word)),
    )
    if (begins.length > 0) return Math.max(...begins.map((each) => each.word.length))
    return all.some((each) => isForm(word, each.word, each.own)) ? word.length : 0
  }
  for (const match of folded.matchAll(COMPOUND)) {
    const joined = joinCompound(match[0])
    const whole: [number, number] = [match.index, match.index + match[0].length]
    if (joined !== null && all.some(({ word }) => word === joined)) {
      spans.push(whole)
      continue
    }
    const inner = wordsIn(match[0])
      .map(([at, word]): [number, number] => [match.index + at, lengthIn(word)])
      .filter(([, length]) => length > 0)
    for (const [at, length] of inner) spans.push([at, at + length])
    if (inner.length === 0 && joined !== null && lengthIn(joined) > 0) spans.push(whole)
  }
  return spans
}

/** The words of a compound and where they begin. */
function wordsIn(compound: string): [number, string][] {
  if (!/['-]/.test(compound)) return [[0, compound]]
  return [...compound.matchAll(WORD)].map((word) => [word.index, word[0]])
}

function merge(ranges: [number, number][]): [number, number][] {
  const merged: [number, number][] = []
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1)
    if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
