import type { TokenCounts, Turn } from '../src/shared/turn.ts'

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

/** Of the prompt tokens of a warm turn, as a share of one. */
const leastReused = 0.85
/** Of a turn's time, as a share of one. */
const mostOutside = 0.02

const percent = (share: number) => (Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`)

/** Share of prompt tokens that were taken from a warm prefix; not a number where no prompt was sent. */
function reusedShare(counts: readonly TokenCounts[]): number {
  const sum = (key: keyof TokenCounts) => counts.reduce((total, each) => total + each[key], 0)
  return sum('reused') / (sum('reused') + sum('evaluated'))
}

/** `l3` of `l3.find_file.1`: all tool-agents together. */
const roleOf = (tag: string) => tag.split('.')[0] ?? tag

/** The sessions of the second turns by role, in the order in which roles first come. */
function byRole(pairs: readonly MeasuredPair[]): Map<string, TokenCounts[]> {
  const roles = new Map<string, TokenCounts[]>()
  for (const { second } of pairs)
    for (const [tag, counts] of Object.entries(second.turn.tokens.byRole))
      roles.set(roleOf(tag), [...(roles.get(roleOf(tag)) ?? []), counts])
  return roles
}

/** The ratios as a Markdown table, and whether each is as good as expected. */
export function report(model: string, pairs: readonly MeasuredPair[]): { text: string; isMet: boolean } {
  const turns = pairs.flatMap(({ first, second }) => [first, second])
  const sum = (of: (turn: MeasuredTurn) => number) => turns.reduce((total, turn) => total + of(turn), 0)
  const reused = reusedShare(pairs.map(({ second }) => second.turn.tokens))
  const outside = 1 - sum((turn) => turn.engineMs) / sum((turn) => turn.wallMs)
  const rows = [
    ['Prompt tokens reused in a warm turn', `at least ${percent(leastReused)}`, percent(reused)],
    ...pairs.map(({ kind, second }) => [
      `· second question of kind \`${kind}\``,
      '',
      percent(reusedShare([second.turn.tokens])),
    ]),
    ...[...byRole(pairs)].map(([role, counts]) => [
      `· in sessions of \`${role}\``,
      '',
      percent(reusedShare(counts)),
    ]),
    ['Time outside the engine', `at most ${percent(mostOutside)}`, percent(outside)],
    ['Seconds per turn', '', (sum((turn) => turn.wallMs) / turns.length / 1000).toFixed(1)],
  ]
  const lines = [`| ${model}, ${turns.length} turns | expected | measured |`, '| --- | --- | --- |']
  return {
    text: [...lines, ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'),
    isMet: reused >= leastReused && outside <= mostOutside,
  }
}
