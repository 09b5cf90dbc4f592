/** One results file as Markdown: by class and layer, with n and 95 % intervals, and held against what is aimed at. */
import {
  type CostFigures,
  type GradeName,
  type GroupFigures,
  type GroupName,
  groupOf,
  type Summary,
} from './figures.ts'
import { nothing, number, percent, share, table } from './markdown.ts'
import { modelTargets, type Target } from './targets.ts'
import type { Header } from './trial.ts'

export const groupNames: Readonly<Record<GroupName, string>> = {
  route: 'routing',
  file: 'files',
  lines: 'notebook and memory',
  dates: 'dates and calendar',
  steps: 'several steps',
  decline: 'must decline',
  all: 'all',
  turns: 'all but routing',
}

export const gradeTitles: Readonly<Record<GradeName, string>> = {
  rightHandle: 'right handle',
  rightTool: 'right tool',
  rightArguments: 'right arguments',
  formValid: 'form valid',
  calledWrongly: 'called when it should not',
  answerRight: 'answer right',
  answerSupported: 'answer supported',
  declinedRightly: 'declined rightly',
  pass: 'pass@1',
}

/** The grades of each layer, as columns. */
const sections: readonly { title: string; columns: readonly GradeName[] }[] = [
  { title: 'L1: the handle', columns: ['rightHandle'] },
  {
    title: 'L2 and L3: tools',
    columns: ['rightTool', 'rightArguments', 'formValid', 'calledWrongly'],
  },
  { title: 'The answer', columns: ['answerRight', 'answerSupported', 'declinedRightly'] },
  { title: 'The whole task', columns: ['pass'] },
]

/** Each class that was asked, then those together that say more. */
function rowsOf({ groups }: Summary): GroupFigures[] {
  const [all, turns] = (['all', 'turns'] as const).map((name) => groups.find((group) => group.name === name))
  const classes = groups.filter(({ name }) => name !== 'all' && name !== 'turns')
  if (classes.length < 2) return classes
  const isMixed = classes.some(({ name }) => name === 'route')
  return [...classes, ...(all ? [all] : []), ...(isMixed && turns ? [turns] : [])]
}

function gradeTables(summary: Summary): string[] {
  return sections.flatMap(({ title, columns }) => {
    const rows = rowsOf(summary).map(({ name, grades }) => [
      groupNames[name],
      ...columns.map((grade) => share(grades[grade])),
    ])
    const isAsked = rows.some(([, ...cells]) => cells.some((cell) => cell !== nothing))
    const head = ['', ...columns.map((grade) => gradeTitles[grade])]
    return isAsked ? [`### ${title}`, table(head, rows)] : []
  })
}

/** The columns of cost, for one table of classes and one of systems. */
export const costColumns: readonly (readonly [title: string, cell: (cost: CostFigures) => string])[] = [
  ['n', ({ n }) => String(n)],
  ['evaluated', ({ evaluated }) => number(evaluated)],
  ['reused', ({ reused }) => number(reused)],
  ['of the prompt', ({ reusedShare }) => percent(reusedShare)],
  ['generated', ({ generated }) => number(generated)],
  ['peak context', ({ peakContext }) => String(peakContext)],
  ['model calls', ({ modelCalls }) => modelCalls.toFixed(1)],
  ['s p50', ({ secondsP50 }) => secondsP50.toFixed(1)],
  ['s p95', ({ secondsP95 }) => secondsP95.toFixed(1)],
  ['outside the engine', ({ outsideShare }) => (outsideShare === null ? nothing : percent(outsideShare, 1))],
]

function costTable(summary: Summary): string {
  const rows = rowsOf(summary).flatMap(({ name, cost }) =>
    cost === null ? [] : [[groupNames[name], ...costColumns.map(([, cell]) => cell(cost))]],
  )
  if (rows.length === 0) return 'Nothing was asked of a warm profile.'
  return table(['a turn', ...costColumns.map(([title]) => title)], rows)
}

function roleTable({ roles }: Summary): string[] {
  if (roles.length === 0) return []
  const rows = roles.map(({ role, evaluated, reused, generated }) => [
    role,
    number(evaluated),
    number(reused),
    number(generated),
  ])
  return [table(['tokens a turn, by role', 'evaluated', 'reused', 'generated'], rows)]
}

const verdicts = { true: 'met', false: '**missed**', null: 'not measured' } as const

export function targetTable(title: string, rows: readonly Target[]): string[] {
  if (rows.length === 0) return []
  const cells = rows.map(({ what, aim, measured, isMet }) => [what, aim, measured, verdicts[`${isMet}`]])
  return [`### ${title}`, table(['', 'aim', 'measured', ''], cells)]
}

function unsupportedLine({ unsupported: { count, where } }: Summary): string {
  return `Unsupported numbers, dates or names in answers: ${count}${count === 0 ? '' : ` (${where.join(', ')})`}.`
}

/** Model, hash, threads, processor, commit, when. */
export function headerLine({ model, sha256, threads, cores, cpu, node, commit, startedAt }: Header): string {
  return `Model ${model} (SHA-256 ${sha256 ?? 'unknown'}), threads ${threads}, ${cores} × ${cpu}, Node ${node}, commit ${commit}, ${startedAt}.`
}

export const testRunsLine = (testRuns: number) => `The \`test\` tasks have been run ${testRuns} times.`

export function report(summary: Summary): string {
  const { header, testRuns, allWordings, failed } = summary
  const hasTurns = groupOf(summary, 'turns')?.cost !== null
  return [
    `## ${header.system}, ${header.tasks}, ${header.layer}`,
    `${headerLine(header)} ${testRunsLine(testRuns)}`,
    ...gradeTables(summary),
    ...(allWordings.n === 0 ? [] : [`pass^8 (right in eight other wordings): ${share(allWordings)}.`]),
    unsupportedLine(summary),
    '### Cost, once warm',
    costTable(summary),
    ...(hasTurns ? roleTable(summary) : []),
    ...targetTable('What it must show', modelTargets(summary)),
    ...(failed.length === 0 ? [] : [`Failed: ${failed.join(', ')}.`]),
  ].join('\n\n')
}
