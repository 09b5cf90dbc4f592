/** What a results file comes to, as numbers: by class, with n and 95 % intervals. */
import { z } from 'zod'
import { quantile, wilson } from './statistics.ts'
import { type TaskClass, taskClasses } from './tasks.ts'
import type { Grades, Header, Trial } from './trial.ts'

/** Counts of a claim; `low` and `high` bound the share (Wilson, 95 %) and are null of none. */
export interface Share {
  readonly hits: number
  readonly n: number
  readonly low: number | null
  readonly high: number | null
}

function shareOf(hits: number, n: number): Share {
  if (n === 0) return { hits, n, low: null, high: null }
  const [low, high] = wilson(hits, n)
  return { hits, n, low, high }
}

/** In the order of the layers. `calledWrongly` counts failures, all others successes. */
export const gradeNames = [
  'rightHandle',
  'rightTool',
  'rightArguments',
  'formValid',
  'calledWrongly',
  'answerRight',
  'answerSupported',
  'declinedRightly',
  'pass',
] as const
export type GradeName = (typeof gradeNames)[number]

const verdict = (grades: Grades, name: GradeName): boolean | null => {
  if (name !== 'calledWrongly') return grades[name]
  return grades.calledWell === null ? null : !grades.calledWell
}

/** Means of a turn, once the profile is warm. */
export interface CostFigures {
  readonly n: number
  readonly evaluated: number
  readonly reused: number
  /** Of the prompt's tokens, as a share of one. */
  readonly reusedShare: number
  readonly generated: number
  /** The most of any turn. */
  readonly peakContext: number
  readonly modelCalls: number
  readonly secondsP50: number
  readonly secondsP95: number
  /** Of the time, what passed outside the engine, as a share of one; null where it was not measured. */
  readonly outsideShare: number | null
}

/** `all`: with routing. `turns`: without, since of those L1 alone was asked. */
export type GroupName = TaskClass | 'all' | 'turns'

export interface GroupFigures {
  readonly name: GroupName
  readonly grades: Readonly<Record<GradeName, Share>>
  /** Null: nothing was asked of a warm profile. */
  readonly cost: CostFigures | null
}

export interface RoleFigures {
  readonly role: string
  readonly evaluated: number
  readonly reused: number
  readonly generated: number
}

export interface Summary {
  readonly header: Header
  /** How often the `test` tasks had been run when this was told. */
  readonly testRuns: number
  /** The classes that were asked, then `all` and `turns`. */
  readonly groups: readonly GroupFigures[]
  /** pass^8: of the tasks with eight other wordings, those right in all eight. */
  readonly allWordings: Share
  readonly unsupported: { readonly count: number; readonly where: readonly string[] }
  /** Tokens a warm turn by the role of the session, in the order in which roles first come. */
  readonly roles: readonly RoleFigures[]
  /** Tasks that failed in their own wording. */
  readonly failed: readonly string[]
}

/** @param trials all wordings; grades count the tasks' own only */
export function summarise(header: Header, trials: readonly Trial[], testRuns: number): Summary {
  const own = trials.filter(({ wording }) => wording === 0)
  const unsupported = trials.filter(({ grades }) => grades.unsupported > 0)
  const names: GroupName[] = [
    ...taskClasses.filter((name) => trials.some(({ class: of }) => of === name)),
    'all',
    'turns',
  ]
  return {
    header,
    testRuns,
    groups: names.map((name) => ({
      name,
      grades: gradeFigures(own.filter((trial) => belongs(trial, name))),
      cost: costFigures(trials.filter((trial) => belongs(trial, name))),
    })),
    allWordings: allWordings(trials),
    unsupported: {
      count: unsupported.reduce((sum, { grades }) => sum + grades.unsupported, 0),
      where: unsupported.map(({ task, wording }) => `${task}#${wording}`),
    },
    roles: roleFigures(trials),
    failed: own.filter(({ grades }) => !grades.pass).map(({ task }) => task),
  }
}

/** The figures of a class, `all` or `turns`; null when it was not asked. */
export const groupOf = ({ groups }: Summary, name: GroupName): GroupFigures | null =>
  groups.find((group) => group.name === name) ?? null

function belongs({ class: of }: Trial, name: GroupName): boolean {
  return name === 'all' || (name === 'turns' ? of !== 'route' : of === name)
}

function gradeFigures(trials: readonly Trial[]): Record<GradeName, Share> {
  const share = (name: GradeName): [GradeName, Share] => {
    const verdicts = trials.flatMap(({ grades }) => verdict(grades, name) ?? [])
    return [name, shareOf(verdicts.filter(Boolean).length, verdicts.length)]
  }
  return Object.fromEntries(gradeNames.map(share)) as Record<GradeName, Share> // made of every name
}

/** Of the tasks with eight other wordings, those right in all eight. */
function allWordings(trials: readonly Trial[]): Share {
  const others = trials.filter(({ wording }) => wording > 0)
  const whole = [...Map.groupBy(others, ({ task }) => task).values()].filter((some) => some.length === 8)
  return shareOf(whole.filter((some) => some.every(({ grades }) => grades.pass)).length, whole.length)
}

const isWarm = ({ cost }: Trial) => !cost.isCold

function costFigures(trials: readonly Trial[]): CostFigures | null {
  const warm = trials.filter(isWarm)
  if (warm.length === 0) return null
  const mean = (of: (trial: Trial) => number) => warm.reduce((sum, each) => sum + of(each), 0) / warm.length
  const seconds = warm.map(({ cost }) => cost.ms / 1000)
  const evaluated = mean(({ cost }) => cost.tokens.evaluated)
  const reused = mean(({ cost }) => cost.tokens.reused)
  return {
    n: warm.length,
    evaluated,
    reused,
    reusedShare: reused / Math.max(1, reused + evaluated),
    generated: mean(({ cost }) => cost.tokens.generated),
    peakContext: Math.max(...warm.map(({ cost }) => cost.peakContext)),
    modelCalls: mean(({ cost }) => cost.modelCalls),
    secondsP50: quantile(seconds, 0.5),
    secondsP95: quantile(seconds, 0.95),
    outsideShare: outsideShare(warm),
  }
}

/** Over all turns together: results of before it was measured have no time of the engine. */
function outsideShare(trials: readonly Trial[]): number | null {
  const timed = trials.flatMap(({ cost: { ms, engineMs } }) =>
    engineMs === undefined ? [] : [{ ms, engineMs }],
  )
  const total = timed.reduce((sum, { ms }) => sum + ms, 0)
  if (total === 0) return null
  return 1 - timed.reduce((sum, { engineMs }) => sum + engineMs, 0) / total
}

/** Of a session in a trial, which is kept as it was traced. */
const TracedTokens = z.object({
  role: z.string(),
  tokens: z.object({ evaluated: z.number(), reused: z.number(), generated: z.number() }),
})

function roleFigures(trials: readonly Trial[]): RoleFigures[] {
  const turns = trials.filter((trial) => isWarm(trial) && belongs(trial, 'turns'))
  const sessions = turns.flatMap((trial) =>
    trial.sessions.flatMap((session) => TracedTokens.safeParse(session).data ?? []),
  )
  return [...Map.groupBy(sessions, ({ role }) => role)].map(([role, some]) => {
    const mean = (name: 'evaluated' | 'reused' | 'generated') =>
      some.reduce((sum, { tokens }) => sum + tokens[name], 0) / turns.length
    return { role, evaluated: mean('evaluated'), reused: mean('reused'), generated: mean('generated') }
  })
}
