/** Grades turns in code, never by a model, and prints what they cost. */
import type { SampleQuestion } from '../src/main/sample/sample.ts'
import type { TokenCounts, Turn } from '../src/shared/turn.ts'

export interface Trial {
  readonly id: string
  readonly model: string
  readonly question: string
  readonly answer: string
  /** The answer holds an accepted text. */
  readonly right: boolean
  /** The first plan named the expected handle. */
  readonly rightHandle: boolean
  /** A source of the expected kind is given. */
  readonly rightSource: boolean
  readonly end: Turn['end']
  readonly replanned: boolean
  readonly dispatches: readonly string[]
  readonly tokens: Turn['tokens']
  readonly ms: number
  readonly trace: string
}

const plain = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ')

/** Whether `accepted` stands in the answer as whole words: `3 May` does not stand in `13 May`. */
function holds(answer: string, accepted: string): boolean {
  const text = plain(answer)
  const wanted = plain(accepted)
  const isPart = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + wanted.length])) return true
  return false
}

export function gradeTurn(task: SampleQuestion, turn: Turn): Trial {
  const { answer, model, end, replanned, tokens, ms, trace } = turn
  return {
    id: task.id,
    model,
    question: task.question,
    answer,
    right: end === 'answered' && task.accept.some((accepted) => holds(answer, accepted)),
    rightHandle: turn.plan?.handles.includes(task.handle) === true,
    rightSource: turn.sources.some(({ kind }) => kind === task.source),
    end,
    replanned,
    dispatches: turn.dispatches.map(
      ({ tool, instruction, outcome }) => `${tool}: ${instruction} (${outcome})`,
    ),
    tokens,
    ms,
    trace,
  }
}

/** The role of a trace tag: `l3.find_file.2` is `l3`. */
const roleOf = (tag: string) => tag.split('.')[0] ?? tag

/** The 95 % Wilson interval of `hits` of `n`, as shares. */
export function wilson(hits: number, n: number): [number, number] {
  if (n === 0) return [0, 1]
  const z = 1.96
  const p = hits / n
  const centre = p + (z * z) / (2 * n)
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)]
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

function countLine(name: string, trials: readonly Trial[], isHit: (trial: Trial) => boolean): string {
  const hits = trials.filter(isHit).length
  const [low, high] = wilson(hits, trials.length).map((share) => Math.round(share * 100))
  return `| ${name} | ${hits} of ${trials.length} | ${low}–${high} % |`
}

/** A Markdown table of counts with intervals, then one of tokens a turn by role. */
export function table(trials: readonly Trial[]): string {
  const byRole = new Map<string, { -readonly [K in keyof TokenCounts]: number }>()
  for (const [tag, counts] of trials.flatMap((trial) => Object.entries(trial.tokens.byRole))) {
    const sum = byRole.get(roleOf(tag)) ?? { evaluated: 0, reused: 0, generated: 0 }
    sum.evaluated += counts.evaluated
    sum.reused += counts.reused
    sum.generated += counts.generated
    byRole.set(roleOf(tag), sum)
  }
  const each = (total: number) => Math.round(total / Math.max(trials.length, 1))
  const seconds = trials.map(({ ms }) => ms / 1000)
  return [
    `Model ${trials[0]?.model ?? '—'}, ${trials.length} questions`,
    '',
    '| | count | 95 % interval |',
    '| --- | --- | --- |',
    countLine('answer right', trials, ({ right }) => right),
    countLine('handle right', trials, ({ rightHandle }) => rightHandle),
    countLine('source of the right kind', trials, ({ rightSource }) => rightSource),
    '',
    '| tokens a turn | evaluated | reused | generated |',
    '| --- | --- | --- | --- |',
    ...[...byRole].map(
      ([role, t]) => `| ${role} | ${each(t.evaluated)} | ${each(t.reused)} | ${each(t.generated)} |`,
    ),
    '',
    `Seconds a turn: median ${median(seconds).toFixed(1)}, longest ${Math.max(0, ...seconds).toFixed(1)}`,
  ].join('\n')
}
