/** What the searches of lines (notebook, memory log) have in common: a score people can compare, and its order. */
import { looseMatcher, queryTerms } from '../../shared/fold.ts'

/** What a ranking needs to know of a line that a full-text search found. */
export interface Candidate {
  /** What was searched: subject or sender, and text. */
  readonly searched: string
  /** FTS5's bm25: negative, smaller is better. */
  readonly rank: number
  /** Milliseconds since 1970 UTC. */
  readonly atMs: number
  /** Ties go to the higher one: the later added. */
  readonly seq: number
}

export interface Scored<T> {
  readonly line: T
  /** 0–1; comparable between searches. */
  readonly score: number
}

/** How many of the best by bm25 are scored in code. */
export const candidateLimit = 200

/** Most of a score: which share of the query's words the line has. The rest orders lines that have the same words. */
const coverageShare = 0.7
/** What an old line keeps of the rest; half of what age can take is gone after one half-life. */
const ageFloor = 0.6

/**
 * Orders candidates: share of the query's words, then bm25 with age (`halfLifeMs`; infinite = age does not count).
 * Ties: newest, then last added.
 */
export function scoreLines<T extends Candidate>(
  candidates: readonly T[],
  query: string,
  options: { nowMs: number; halfLifeMs(line: T): number },
): Scored<T>[] {
  const terms = queryTerms(query)
  const best = Math.max(...candidates.map((line) => -line.rank), Number.MIN_VALUE)
  const scored = candidates.map((line) => {
    const has = terms.filter(looseMatcher(line.searched)).length
    const coverage = terms.length === 0 ? 0 : has / terms.length
    const age = Math.max(0, options.nowMs - line.atMs)
    const recency = ageFloor + (1 - ageFloor) * 2 ** (-age / options.halfLifeMs(line))
    const relative = Math.max(0, -line.rank / best) * recency
    return { line, score: coverageShare * coverage + (1 - coverageShare) * relative }
  })
  return scored.sort((a, b) => b.score - a.score || b.line.atMs - a.line.atMs || b.line.seq - a.line.seq)
}
