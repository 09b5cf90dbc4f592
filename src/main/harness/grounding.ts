/**
 * Whether an answer says only what its source says: every number, date, address, identifier, quoted text and name in it
 * must stand in the source or in the question. Code, no model.
 */
import { fold, looselyContains, queryTerms } from '../../shared/fold.ts'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const addresses = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const quoted = /["“„«]([^"”“»\n]{2,120})["”»]/g
/** Digits with the signs that people put inside a number: `1,250.00`, `+49 30 5550-118`, `14:30`. */
const numberRun = /\p{N}(?:[\p{N}.,:/()\s-]*\p{N})?/gu
const mixedToken = /[\p{L}\p{N}]+(?:[-_/][\p{L}\p{N}]+)*/gu
const currencySign = /\p{Sc}/gu
const nameInside = /(?<=[\p{L}\p{N},;:)"”’]\s+["“(]?)\p{Lu}[\p{L}\p{M}'’-]+/gu

const digitsOf = (text: string) => text.replace(/[^\p{N}]/gu, '')
const withoutZeros = (digits: string) => digits.replace(/^0+(?=\p{N})/u, '')
const compact = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

interface SourceNumbers {
  /** Each group of digits by itself, leading zeros gone. */
  readonly groups: ReadonlySet<string>
  /** Whole numbers with their inner signs removed. */
  readonly runs: ReadonlySet<string>
}

function numbersOf(text: string): SourceNumbers {
  const groups = new Set((text.match(/\p{N}+/gu) ?? []).map(withoutZeros))
  const runs = new Set((text.match(numberRun) ?? []).map(digitsOf))
  return { groups, runs }
}

function numberStands(run: string, source: SourceNumbers): boolean {
  if (source.runs.has(digitsOf(run))) return true
  return (run.match(/\p{N}+/gu) ?? []).every((group) => source.groups.has(withoutZeros(group)))
}

function nameStands(word: string, source: string, numbers: SourceNumbers): boolean {
  const month = months.findIndex((name) => name.startsWith(fold(word)) && word.length >= 3)
  if (month >= 0)
    return numbers.groups.has(String(month + 1)) || new RegExp(`\\b${fold(word).slice(0, 3)}`).test(source)
  return queryTerms(word).every((term) => looselyContains(source, term))
}

/** What of `answer` stands neither in `source` nor in `question`, as it is written; empty = grounded. */
export function ungrounded(answer: string, source: string, question: string): string[] {
  const known = `${source}\n${question}`
  const folded = fold(known)
  const squeezed = compact(known)
  const numbers = numbersOf(known)
  const missing: string[] = []
  let rest = answer
  for (const address of answer.match(addresses) ?? []) {
    if (!folded.includes(fold(address))) missing.push(address)
    rest = rest.replace(address, ' ')
  }
  for (const sign of answer.match(currencySign) ?? []) if (!known.includes(sign)) missing.push(sign)
  for (const [, text = ''] of rest.matchAll(quoted)) if (!squeezed.includes(compact(text))) missing.push(text)
  for (const token of rest.match(mixedToken) ?? [])
    if (/\p{N}/u.test(token) && /\p{L}/u.test(token)) {
      if (!squeezed.includes(compact(token))) missing.push(token)
      rest = rest.replace(token, ' ')
    }
  for (const run of rest.match(numberRun) ?? []) if (!numberStands(run, numbers)) missing.push(run.trim())
  for (const word of rest.match(nameInside) ?? []) if (!nameStands(word, folded, numbers)) missing.push(word)
  return missing
}
