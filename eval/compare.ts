/** Two runs over the same questions, side by side. */
import { table } from './markdown.ts'
import type { Results } from './results.ts'
import { mcnemar } from './statistics.ts'
import { type TaskClass, taskClasses } from './tasks.ts'
import { type Header, keyOf, type Trial } from './trial.ts'

type Pair = readonly [Trial, Trial]

export interface ClassComparison {
  readonly name: TaskClass | 'all'
  readonly n: number
  readonly rightA: number
  readonly rightB: number
  readonly onlyA: number
  readonly onlyB: number
  /** McNemar's exact test, two-sided. */
  readonly p: number
}

export interface Comparison {
  readonly a: Header
  readonly b: Header
  /** The classes that both hold, then all. */
  readonly classes: readonly ClassComparison[]
  /** Tasks that only one of them got right. */
  readonly onlyA: readonly string[]
  readonly onlyB: readonly string[]
}

const isOnly = (side: 0 | 1) => (pair: Pair) =>
  pair[side].grades.pass && !pair[side === 0 ? 1 : 0].grades.pass

/** @param pairs the same questions in both runs */
function compareClass(name: TaskClass | 'all', pairs: readonly Pair[]): ClassComparison {
  const right = (side: 0 | 1) => pairs.filter((pair) => pair[side].grades.pass).length
  const [onlyA, onlyB] = [pairs.filter(isOnly(0)).length, pairs.filter(isOnly(1)).length]
  return {
    name,
    n: pairs.length,
    rightA: right(0),
    rightB: right(1),
    onlyA,
    onlyB,
    p: mcnemar(onlyA, onlyB),
  }
}

/** Over the tasks' own wordings that both runs hold. */
export function compare(first: Results, second: Results): Comparison {
  const others = new Map(second.trials.map((trial) => [keyOf(trial), trial]))
  const pairs = first.trials.flatMap((trial): Pair[] => {
    const other = others.get(keyOf(trial))
    return trial.wording === 0 && other !== undefined ? [[trial, other]] : []
  })
  const classes = taskClasses
    .map((name) =>
      compareClass(
        name,
        pairs.filter(([{ class: of }]) => of === name),
      ),
    )
    .filter(({ n }) => n > 0)
  const only = (side: 0 | 1) => pairs.filter(isOnly(side)).map(([{ task }]) => task)
  return {
    a: first.header,
    b: second.header,
    classes: [...classes, compareClass('all', pairs)],
    onlyA: only(0),
    onlyB: only(1),
  }
}

/** `< 0.001`, `0.344` */
export const pText = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3))

const nameOf = ({ system, model, layer, commit }: Header) => `${system}, ${model}, ${layer}, ${commit}`

export function compareText({ a, b, classes, onlyA, onlyB }: Comparison): string {
  const rows = classes.map((each) => [
    each.name,
    each.n,
    each.rightA,
    each.rightB,
    each.onlyA,
    each.onlyB,
    pText(each.p),
  ])
  return [
    `A: ${nameOf(a)}\nB: ${nameOf(b)}`,
    table(['', 'n', 'A right', 'B right', 'only A', 'only B', 'p (McNemar, exact)'], rows),
    `Only A: ${onlyA.join(', ') || 'none'}\nOnly B: ${onlyB.join(', ') || 'none'}`,
  ].join('\n\n')
}
