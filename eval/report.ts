/** A results file as Markdown: by class and layer, with n and 95 % intervals. */
import { quantile, wilson } from './statistics.ts'
import { type TaskClass, taskClasses } from './tasks.ts'
import type { Grades, Header, Trial } from './trial.ts'

type GradeName = Exclude<keyof Grades, 'unsupported'>

const classNames: Readonly<Record<TaskClass, string>> = {
  route: 'routing',
  file: 'files',
  lines: 'notebook and memory',
  dates: 'dates and calendar',
  steps: 'several steps',
  decline: 'must decline',
}

/** The grades of each layer, as columns. */
const sections: readonly { title: string; columns: readonly (readonly [string, GradeName])[] }[] = [
  { title: 'L1: the handle', columns: [['right handle', 'rightHandle']] },
  {
    title: 'L2 and L3: tools',
    columns: [
      ['right tool', 'rightTool'],
      ['right arguments', 'rightArguments'],
      ['form valid', 'formValid'],
      ['called nothing it should not', 'calledWell'],
    ],
  },
  {
    title: 'The answer',
    columns: [
      ['answer right', 'answerRight'],
      ['answer supported', 'answerSupported'],
      ['declined rightly', 'declinedRightly'],
    ],
  },
  { title: 'The whole task', columns: [['pass@1', 'pass']] },
]

const percent = (share: number) => Math.round(share * 100)

/** `18 of 20 (70–97 %)`; a dash where nothing counts. */
function share(hits: number, n: number): string {
  if (n === 0) return '–'
  const [low, high] = wilson(hits, n)
  return `${hits} of ${n} (${percent(low)}–${percent(high)} %)`
}

function gradeShare(trials: readonly Trial[], name: GradeName): string {
  const verdicts = trials.map(({ grades }) => grades[name]).filter((verdict) => verdict !== null)
  return share(verdicts.filter(Boolean).length, verdicts.length)
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

/** Each class that was asked, then all of them. */
function groups(trials: readonly Trial[]): [string, readonly Trial[]][] {
  const byClass = taskClasses
    .map((name): [string, readonly Trial[]] => [
      classNames[name],
      trials.filter((trial) => trial.class === name),
    ])
    .filter(([, some]) => some.length > 0)
  return byClass.length > 1 ? [...byClass, ['all', trials]] : byClass
}

function gradeTables(trials: readonly Trial[]): string[] {
  return sections.flatMap(({ title, columns }) => {
    const rows = groups(trials).map(([name, some]) => [
      name,
      ...columns.map(([, grade]) => gradeShare(some, grade)),
    ])
    const isAsked = rows.some(([, ...cells]) => cells.some((cell) => cell !== '–'))
    return isAsked ? [`### ${title}`, table(['', ...columns.map(([head]) => head)], rows)] : []
  })
}

/** Of the tasks with eight other wordings, those right in all eight. */
function allWordings(trials: readonly Trial[]): [hits: number, n: number] {
  const byTask = Map.groupBy(
    trials.filter(({ wording }) => wording > 0),
    ({ task }) => task,
  )
  const whole = [...byTask.values()].filter((some) => some.length === 8)
  return [whole.filter((some) => some.every(({ grades }) => grades.pass)).length, whole.length]
}

function costTable(trials: readonly Trial[]): string {
  const rows = groups(trials).map(([name, some]) => {
    const mean = (value: (trial: Trial) => number) =>
      Math.round(some.reduce((sum, trial) => sum + value(trial), 0) / some.length)
    const seconds = some.map(({ cost }) => cost.ms / 1000)
    const evaluated = mean(({ cost }) => cost.tokens.evaluated)
    const reused = mean(({ cost }) => cost.tokens.reused)
    return [
      name,
      some.length,
      evaluated,
      reused,
      `${percent(reused / Math.max(1, reused + evaluated))} %`,
      mean(({ cost }) => cost.tokens.generated),
      Math.max(...some.map(({ cost }) => cost.peakContext)),
      (some.reduce((sum, { cost }) => sum + cost.modelCalls, 0) / some.length).toFixed(1),
      quantile(seconds, 0.5).toFixed(1),
      quantile(seconds, 0.95).toFixed(1),
    ]
  })
  return table(
    [
      'a turn',
      'n',
      'evaluated',
      'reused',
      'of the prompt',
      'generated',
      'peak context',
      'model calls',
      's p50',
      's p95',
    ],
    rows,
  )
}

function unsupportedLine(trials: readonly Trial[]): string {
  const total = trials.reduce((sum, { grades }) => sum + grades.unsupported, 0)
  const where = trials
    .filter(({ grades }) => grades.unsupported > 0)
    .map(({ task, wording }) => `${task}#${wording}`)
  return `Unsupported numbers, dates or names in answers: ${total}${total === 0 ? '' : ` (${where.join(', ')})`}.`
}

/** @param testRuns how often the `test` tasks have been run so far; they are kept from being tuned on by being run rarely */
export function report(header: Header, trials: readonly Trial[], testRuns: number): string {
  const first = trials.filter(({ wording }) => wording === 0)
  const warm = trials.filter(({ cost }) => !cost.isCold)
  const worded = allWordings(trials)
  const failed = first.filter(({ grades }) => !grades.pass).map(({ task }) => task)
  return [
    `## ${header.system}, ${header.tasks}, ${header.layer}`,
    `Model ${header.model} (SHA-256 ${header.sha256 ?? 'unknown'}), threads ${header.threads}, ${header.cores} × ${header.cpu}, Node ${header.node}, commit ${header.commit}, ${header.startedAt}. The \`test\` tasks have been run ${testRuns} times.`,
    ...gradeTables(first),
    ...(worded[1] === 0 ? [] : [`pass^8 (right in eight other wordings): ${share(...worded)}.`]),
    unsupportedLine(trials),
    '### Cost, once warm',
    warm.length === 0 ? 'Nothing was asked of a warm profile.' : costTable(warm),
    ...(failed.length === 0 ? [] : [`Failed: ${failed.join(', ')}.`]),
  ].join('\n\n')
}
