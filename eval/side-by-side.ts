/** Several results files as one Markdown table, a column a system. */
import { betweenTargets } from './between.ts'
import { type Comparison, pText } from './compare.ts'
import { type GradeName, type GroupName, gradeNames, groupOf, type Summary } from './figures.ts'
import { nothing, share, table } from './markdown.ts'
import { costColumns, gradeTitles, groupNames, headerLine, targetTable, testRunsLine } from './report.ts'
import { modelTargets, targets } from './targets.ts'
import { taskClasses } from './tasks.ts'

type Cells = readonly [title: string, ...cells: string[]]

function gradeRow(title: string, runs: readonly Summary[], group: GroupName, grade: GradeName): Cells {
  const cell = (run: Summary) => {
    const found = groupOf(run, group)?.grades[grade]
    return found === undefined ? nothing : share(found)
  }
  return [title, ...runs.map(cell)]
}

function rows(runs: readonly Summary[]): Cells[] {
  const grades = gradeNames.filter((grade) => grade !== 'pass')
  const classes = taskClasses.filter((name) => runs.some((run) => groupOf(run, name) !== null))
  return [
    ...grades.map((grade) => gradeRow(gradeTitles[grade], runs, 'all', grade)),
    gradeRow('whole task', runs, 'all', 'pass'),
    ...(classes.length < 2 ? [] : [gradeRow('· all but routing', runs, 'turns', 'pass')]),
    ...(classes.length < 2 ? [] : classes).map((name) =>
      gradeRow(`· ${groupNames[name]}`, runs, name, 'pass'),
    ),
    ['pass^8', ...runs.map(({ allWordings }) => share(allWordings))],
    ['unsupported numbers, dates or names', ...runs.map(({ unsupported }) => String(unsupported.count))],
    ...costRows(runs),
  ]
}

const isSaid = ([, ...cells]: Cells) => cells.some((cell) => cell !== nothing)

function costRows(runs: readonly Summary[]): Cells[] {
  return costColumns.map(([title, cell]): Cells => {
    const cells = runs.map((run) => {
      // Of routing alone there are no whole turns.
      const cost = groupOf(run, 'turns')?.cost ?? groupOf(run, 'all')?.cost
      return cost == null ? nothing : cell(cost)
    })
    return [`a warm turn: ${title}`, ...cells]
  })
}

/** Tells where the columns may not be laid beside one another. */
function warnings(runs: readonly Summary[]): string[] {
  const differ = (of: (run: Summary) => string | number) => new Set(runs.map(of)).size > 1
  return [
    ...(differ(({ header: { tasks, layer } }) => `${tasks} ${layer}`)
      ? ['The columns are over different tasks or layers.']
      : []),
    ...(differ((run) => groupOf(run, 'turns')?.grades.pass.n ?? 0)
      ? ['The columns are over different numbers of tasks.']
      : []),
    ...(differ(({ header: { threads, cpu, cores } }) => `${threads} ${cores} ${cpu}`)
      ? ['Seconds cannot be compared: threads or processors differ.']
      : []),
  ]
}

/** Of the tasks that both were asked: where only one of them was right. */
function besideFirst(comparisons: readonly Comparison[]): Cells {
  const cells = comparisons.map(({ classes }) => {
    const all = classes.find(({ name }) => name === 'all')
    return all === undefined ? nothing : `${all.onlyB} / ${all.onlyA} of ${all.n} (p ${pText(all.p)})`
  })
  return ['only this right / only the first (McNemar)', nothing, ...cells]
}

/**
 * @param runs in the order of the columns
 * @param comparisons of the first with each further one
 */
export function sideBySide(runs: readonly Summary[], comparisons: readonly Comparison[]): string {
  const isOneModel = new Set(runs.map(({ header: { model } }) => model)).size === 1
  const heads = runs.map(({ header: { system, model } }) => (isOneModel ? system : `${system}, ${model}`))
  const [first] = runs
  return [
    table(['', ...heads], [...rows(runs), besideFirst(comparisons)].filter(isSaid)),
    ...warnings(runs),
    ...runs.flatMap((run) => targetTable(`What ${run.header.model} must show`, modelTargets(run))),
    ...targetTable('What Pixie must show beside its peers', betweenTargets(runs, targets.peers)),
    runs
      .map(({ header }, at) => `- ${heads[at]}: ${header.tasks}, ${header.layer}. ${headerLine(header)}`)
      .join('\n'),
    ...(first === undefined ? [] : [testRunsLine(first.testRuns)]),
  ].join('\n\n')
}
