/** What measured turns come to: reuse of prompt tokens, and time outside the engine. */
import type { TokenCounts, Turn } from '../src/shared/turn.ts'
import { type Figure, isFigureId } from './figures.ts'

export interface MeasuredTurn {
  readonly turn: Turn
  readonly wallMs: number
  /** Of `wallMs`, what passed inside the engine. */
  readonly engineMs: number
}

export interface MeasuredPair {
  /** Where the answers of both questions stand: `file`, `note`, … */
  readonly kind: string
  readonly first: MeasuredTurn
  readonly second: MeasuredTurn
}

/** In percent; not a number where no prompt was sent. */
function reusedShare(counts: readonly TokenCounts[]): number {
  const sum = (key: keyof TokenCounts) => counts.reduce((total, each) => total + each[key], 0)
  return (sum('reused') / (sum('reused') + sum('evaluated'))) * 100
}

/** `l3` of `l3.find_file.1`: all tool-agents together. */
const roleOf = (tag: string) => tag.split('.')[0] ?? tag

/** Of a kind or role that is none of the figures, nothing is said. */
function reused(of: string, counts: readonly TokenCounts[]): Figure[] {
  const id = `turns.reused.${of}`
  return isFigureId(id) ? [{ id, value: reusedShare(counts) }] : []
}

/** Warm turns are the second ones; times are of all. */
export function turnFigures(pairs: readonly MeasuredPair[]): Figure[] {
  const turns = pairs.flatMap(({ first, second }) => [first, second])
  const sum = (of: (turn: MeasuredTurn) => number) => turns.reduce((total, turn) => total + of(turn), 0)
  const warm = pairs.map(({ second }) => second.turn.tokens)
  const byTag = warm.flatMap(({ byRole }) => Object.entries(byRole))
  const byRole = Map.groupBy(byTag, ([tag]) => roleOf(tag))
  return [
    { id: 'turns.reused', value: reusedShare(warm) },
    ...pairs.flatMap(({ kind, second }) => reused(kind, [second.turn.tokens])),
    ...[...byRole].flatMap(([role, some]) =>
      reused(
        role,
        some.map(([, counts]) => counts),
      ),
    ),
    {
      id: 'turns.evaluated',
      value: warm.reduce((total, { evaluated }) => total + evaluated, 0) / warm.length,
    },
    {
      id: 'turns.outside',
      value: (1 - sum(({ engineMs }) => engineMs) / sum(({ wallMs }) => wallMs)) * 100,
    },
    { id: 'turns.seconds', value: sum(({ wallMs }) => wallMs) / turns.length / 1000 },
    { id: 'turns.first', value: (turns[0]?.wallMs ?? Number.NaN) / 1000 },
  ]
}
