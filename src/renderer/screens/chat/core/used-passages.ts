/** Which sentences of a quoted passage an answer was written from: those that share its facts. */
import { fold, looseMatcher, queryTerms } from '../../../../shared/fold.ts'

type Mark = readonly [number, number]

interface Fact {
  readonly text: string
  readonly kind: 'number' | 'name' | 'word'
  readonly weight: number
}

interface Passage {
  readonly mark: Mark
  has(fact: Fact): boolean
}

/** A code, a year, a sum or a name alone says that a sentence was used; two words do, or the one word that stands nowhere else. */
const enough = 2
/** Beside a sentence with many of the facts one with few is there by chance. */
const leastOfBest = 0.4
/** A shorter word says nothing alone. In letters. */
const tellingWord = 5

/** Not after an initial or a short form (`A. Kowalski`, `Dr. Voss`), nor inside a number. */
const sentenceEnd = /(?<=[\p{Ll}\p{N})\]]{2}[.!?…]+["'”’)]?)\s+|(?<=[。！？])\s*/u
const wholeNumber = /(?<=\d)[.,'’\u00a0\u202f ](?=\d{3}(?!\d))/g
const withDigit = /[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*/gu
/** A capital that no sentence's beginning asks for. */
const capitalWord = /(?<=[\p{L}\p{N},;:)]\s+["'“„(]?)\p{Lu}[\p{L}\p{M}]+/gu
const unspaced = /\p{Lo}/u

/**
 * The sentences and lines inside `marks` (both `[from, to)` in UTF-16 units of `text`) that share numbers, dates, codes,
 * names or uncommon words with the answer. What stands in many of them tells none from the others. Empty when none does.
 */
export function usedPassages(text: string, marks: readonly Mark[], answer: string): Mark[] {
  const passages = marks.flatMap((mark) => passagesIn(text, mark))
  const telling = factsOf(answer).filter((fact) => {
    const count = passages.filter((passage) => passage.has(fact)).length
    return count > 0 && count <= mostPlaces(fact, passages.length)
  })
  const scored = passages.map((passage) => {
    const shared = telling.filter((fact) => passage.has(fact))
    return { mark: passage.mark, shared, score: shared.reduce((sum, { weight }) => sum + weight, 0) }
  })
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const used = scored.filter(({ score, shared }) =>
    best < enough ? shared.some(isTellingAlone) : score >= Math.max(enough, best * leastOfBest),
  )
  return joined(
    used.map(({ mark }) => mark),
    text,
  )
}

const isTellingAlone = ({ kind, text }: Fact) =>
  kind !== 'number' && (text.length >= tellingWord || unspaced.test(text))

function mostPlaces({ kind }: Fact, passages: number): number {
  return kind === 'number' ? Math.max(2, Math.ceil(passages / 2)) : Math.max(1, Math.floor(passages / 3))
}

function factsOf(answer: string): Fact[] {
  const numbers = [...numbersOf(answer)].map(
    (text): Fact => ({ text, kind: 'number', weight: text.length < 3 ? 1 : 2 }),
  )
  const names = new Set([...answer.matchAll(capitalWord)].map(([name]) => fold(name)))
  // Sentence by sentence: what a long text is looked up by is only its first words.
  const words = new Set(
    segments(answer).flatMap(([from, to]) => queryTerms(answer.slice(from, to)).filter(isWord)),
  )
  return [
    ...numbers,
    ...[...words].map((text): Fact => {
      const isName = names.has(text)
      return { text, kind: isName ? 'name' : 'word', weight: isName ? 2 : 1 }
    }),
  ]
}

const isWord = (term: string) => !/\p{N}/u.test(term) && (term.length > 2 || unspaced.test(term))

/** `1250` of `1,250`, `9` of `09`; codes in small letters. */
function numbersOf(text: string): Set<string> {
  const found = text.replace(wholeNumber, '').match(withDigit) ?? []
  return new Set(found.map((number) => fold(number).replace(/^0+(?=\d+$)/, '')))
}

function passagesIn(text: string, [from, to]: Mark): Passage[] {
  return segments(text.slice(from, to)).map(([start, end]) => {
    const passage = text.slice(from + start, from + end)
    const numbers = numbersOf(passage)
    const holds = looseMatcher(passage)
    return {
      mark: [from + start, from + end],
      has: (fact) => (fact.kind === 'number' ? numbers.has(fact.text) : holds(fact.text)),
    }
  })
}

/** Sentences, never over a line's end, without the white space around them. */
function segments(text: string): [number, number][] {
  const found: [number, number][] = []
  let at = 0
  for (const piece of text.split(/[\n\r]/).flatMap((line) => line.split(sentenceEnd))) {
    const sentence = piece.trim()
    if (sentence === '') continue
    const from = text.indexOf(sentence, at)
    at = from + sentence.length
    found.push([from, at])
  }
  return found
}

/** Sentences that follow each other on one line are marked in one. */
function joined(marks: readonly Mark[], text: string): Mark[] {
  const whole: [number, number][] = []
  for (const [from, to] of marks) {
    const last = whole.at(-1)
    if (last !== undefined && /^[^\S\n\r]*$/.test(text.slice(last[1], from))) last[1] = to
    else whole.push([from, to])
  }
  return whole
}
