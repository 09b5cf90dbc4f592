import { findPassage, type Passage } from './passages.ts'
import { type Places, reasonFor, scoreOf, termValues } from './rank.ts'
import { type CandidateRow, type FileRows, folderWords, spaced } from './rows.ts'
import { createMatcher, expressionFor, searchTerms, type Term, type TermMatcher } from './terms.ts'

/** Ranked by the index first; only these are looked at more closely. */
const candidateLimit = 200
/** At least so many are read for their best passage. */
const readAtLeast = 20
/** A word of the question counts only when at most this share of the files, or three, holds it. */
const rareShare = 0.1
const rareFiles = 3

export interface Ranked {
  readonly row: CandidateRow
  /** 0 to 1, see `rank.ts`. */
  readonly score: number
  readonly reason: string
  readonly location: string | null
  /** The best passage in one line, or null when the file has no text or it holds none of the words. */
  readonly quote: string | null
}

export interface SearchRequest {
  readonly query: string
  /** The person's own words, blended in (`terms.ts`); empty = none. */
  readonly question: string
  /** Device ids; empty = all. */
  readonly devices: readonly string[]
  readonly limit: number
  /** UTC milliseconds. */
  readonly nowMs: number
}

interface Weighed {
  readonly terms: readonly Term[]
  readonly values: readonly number[]
  /** Ids of the files that hold each term. */
  readonly holders: readonly ReadonlySet<number>[]
}

/** The best files first; equal ones newest first, then by path. Never throws for a query, whatever it holds. */
export function rankFiles(rows: FileRows, request: SearchRequest): Ranked[] {
  const { terms, values, holders } = weigh(rows, request)
  if (terms.length === 0) return []
  const matcher = createMatcher(terms)
  const search = { terms, values, nowMs: request.nowMs }
  const rough = candidates(rows, terms, request.devices).flatMap((row) => {
    const text = holders.reduce((mask, ids, i) => (ids.has(row.id) ? mask | (1 << i) : mask), 0)
    const places = { ...namePlaces(row, matcher), text, passage: text }
    const score = scoreOf({ kind: row.kind, mtimeMs: row.mtime_ms }, places, search)
    return score === null ? [] : [{ row, places, score }]
  })
  return rough
    .sort(byScore)
    .slice(0, Math.max(readAtLeast, request.limit))
    .flatMap(({ row, places }) => refine(rows, row, { places, matcher, search }))
    .sort(byScore)
    .slice(0, request.limit)
}

function byScore(a: { score: number; row: CandidateRow }, b: { score: number; row: CandidateRow }): number {
  return (
    b.score - a.score ||
    b.row.mtime_ms - a.row.mtime_ms ||
    (a.row.path < b.row.path ? -1 : a.row.path > b.row.path ? 1 : a.row.id - b.row.id)
  )
}

/** Terms with their worth; words of the question that no file or too many hold are dropped. */
function weigh(rows: FileRows, request: SearchRequest): Weighed {
  const files = rows.count(null)
  const rare = Math.max(rareFiles, files * rareShare)
  const kept = searchTerms(request.query, request.question)
    .map((term) => ({ term, ids: rows.matching(expressionFor([term])) }))
    .filter(({ term, ids }) => !term.onlyAsked || (ids.length > 0 && ids.length <= rare))
  const terms = kept.map(({ term }) => term)
  const filesWith = kept.map(({ ids }) => ids.length)
  return {
    terms,
    values: termValues(terms, filesWith, files),
    holders: kept.map(({ ids }) => new Set(ids)),
  }
}

function candidates(rows: FileRows, terms: readonly Term[], devices: readonly string[]): CandidateRow[] {
  const byWords = rows.best(expressionFor(terms), devices, candidateLimit)
  if (terms.some((term) => term.kinds === null)) return byWords
  // "my photos": nothing but a kind was asked for.
  const kinds = [...new Set(terms.flatMap((term) => term.kinds ?? []))]
  const seen = new Set(byWords.map(({ id }) => id))
  return [...byWords, ...rows.newest(kinds, devices, candidateLimit).filter(({ id }) => !seen.has(id))]
}

function namePlaces(row: CandidateRow, matcher: TermMatcher): Pick<Places, 'name' | 'folder' | 'nameShare'> {
  const stem = spaced(row.name.replace(/\.[^.]*$/, ''))
  const words = stem.split(/[\s-]+/).filter((word) => word !== '')
  const hits = words.filter((word) => matcher(word) !== 0).length
  return {
    name: matcher(`${stem} ${row.title ?? ''}`),
    folder: matcher(spaced(folderWords(row))),
    nameShare: words.length === 0 ? 0 : hits / words.length,
  }
}

function refine(
  rows: FileRows,
  row: CandidateRow,
  parts: {
    places: Places
    matcher: TermMatcher
    search: { terms: readonly Term[]; values: readonly number[]; nowMs: number }
  },
): Ranked[] {
  const { search, matcher } = parts
  const text = rows.file(row.id)?.text ?? null
  // What the name says already is worth less: the passage should hold the rest.
  const values = search.values.map((value, i) => ((parts.places.name & (1 << i)) === 0 ? value : value / 2))
  const passage: Passage | null = text === null ? null : findPassage(text, row.kind, matcher, values)
  const places = { ...parts.places, passage: passage?.inPassage ?? 0, text: passage?.inText ?? 0 }
  const score = scoreOf({ kind: row.kind, mtimeMs: row.mtime_ms }, places, search)
  if (score === null) return []
  const location = passage?.location ?? null
  const file = { kind: row.kind, mtimeMs: row.mtime_ms, state: row.state, reason: row.reason }
  const reason = reasonFor(file, places, { location, terms: search.terms, nowMs: search.nowMs })
  return [{ row, score, reason, location, quote: passage?.quote ?? null }]
}
