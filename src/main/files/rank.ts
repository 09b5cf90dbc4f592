/**
 * How well a file answers a search, as a number from 0 to 1 that means the same for every search:
 * the share of the search that the file covers, each word weighed by its rarity among all files (`ln(1 + N / (n + ½))`)
 * and by how strongly the place speaks for it: in the name 0.75 to 0.85 (more when the name says little else), a folder
 * 0.5, the best passage 0.45, elsewhere in the text 0.3; several places together count as independent evidence.
 * 3 % are left for recency. So all words in the name alone give about 0.8, all words in one passage about 0.45.
 */
import type { FileKind } from './kinds.ts'
import { sumOf, type Term, type TermMask } from './terms.ts'

const strength = { nameLeast: 0.75, nameFull: 0.1, folder: 0.5, passage: 0.45, text: 0.3 } as const
/** A file of the kind that was asked for, for the word that asked. */
const kindStrength = 0.6
const recencyShare = 0.03
const halfLifeMs = 365 * 24 * 3600 * 1000
/** A file that covers less of a search than this is no answer to it. */
const leastCoverage = 0.12

/** Where the terms stand in one file. */
export interface Places {
  readonly name: TermMask
  readonly folder: TermMask
  readonly passage: TermMask
  readonly text: TermMask
  /** Share of the name's words that are terms, 0 to 1. */
  readonly nameShare: number
}

/** What a term is worth: its weight times its rarity. `filesWith[i]` files of `files` hold term i. */
export function termValues(terms: readonly Term[], filesWith: readonly number[], files: number): number[] {
  return terms.map((term, i) => term.weight * Math.log(1 + files / ((filesWith[i] ?? 0) + 0.5)))
}

/** Null when the file is no answer. */
export function scoreOf(
  file: { kind: FileKind; mtimeMs: number },
  places: Places,
  search: { terms: readonly Term[]; values: readonly number[]; nowMs: number },
): number | null {
  const total = search.values.reduce((sum, value) => sum + value, 0)
  if (total === 0) return null
  const found = places.name | places.folder | places.text | places.passage
  const fitting = kindMask(search.terms, file.kind)
  // A kind narrows a search for something; being a PDF alone answers no search for a lease.
  const content = search.terms.reduce((mask, term, i) => (term.kinds === null ? mask | (1 << i) : mask), 0)
  if (content !== 0 && (found & content) === 0 && places.name === 0) return null
  if (sumOf(found | fitting, search.values) / total < leastCoverage) return null
  const covered = search.values.reduce((sum, value, i) => {
    const kind = (fitting & (1 << i)) === 0 ? 0 : kindStrength
    return sum + value * (1 - (1 - placeStrength(places, 1 << i)) * (1 - kind))
  }, 0)
  const age = Math.max(0, search.nowMs - file.mtimeMs)
  const score = (1 - recencyShare) * (covered / total) + recencyShare * 2 ** (-age / halfLifeMs)
  return Math.round(score * 10_000) / 10_000
}

/** The terms that ask for this kind of file. */
function kindMask(terms: readonly Term[], kind: FileKind): TermMask {
  return terms.reduce((mask, term, i) => (term.kinds?.includes(kind) ? mask | (1 << i) : mask), 0)
}

function placeStrength(places: Places, bit: TermMask): number {
  const name = (places.name & bit) === 0 ? 0 : strength.nameLeast + strength.nameFull * places.nameShare
  const folder = (places.folder & bit) === 0 ? 0 : strength.folder
  const text = (places.passage & bit) !== 0 ? strength.passage : (places.text & bit) !== 0 ? strength.text : 0
  return 1 - (1 - name) * (1 - folder) * (1 - text)
}

const dayMs = 24 * 3600 * 1000

/** Why this file, in plain words: `name and text match on page 2, 3 days old`. */
export function reasonFor(
  file: { kind: FileKind; mtimeMs: number; state: string; reason: string | null },
  places: Places,
  more: { location: string | null; terms: readonly Term[]; nowMs: number },
): string {
  const where = []
  if (places.name !== 0) where.push('name')
  if (places.folder !== 0) where.push('folder')
  if ((places.passage | places.text) !== 0) where.push('text')
  const place = more.location !== null && where.includes('text') ? ` on ${more.location}` : ''
  const match =
    where.length > 0
      ? `${list(where)} match${place}`
      : kindMask(more.terms, file.kind) !== 0
        ? 'kind match'
        : 'match'
  const unread = file.state === 'indexed' ? '' : `; text not read (${file.reason ?? 'unknown reason'})`
  return `${match}, ${ageOf(more.nowMs - file.mtimeMs)}${unread}`
}

const list = (words: readonly string[]): string =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

function ageOf(ms: number): string {
  const days = Math.floor(ms / dayMs)
  if (days < 1) return 'new today'
  if (days < 60) return count(days, 'day')
  if (days < 730) return count(Math.floor(days / 30.44), 'month')
  return count(Math.floor(days / 365.25), 'year')
}

const count = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'} old`
