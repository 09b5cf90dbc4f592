/** Two runs over the same questions, side by side. */
import type { Results } from './results.ts'
import { mcnemar } from './statistics.ts'
import { taskClasses } from './tasks.ts'
import { keyOf, type Trial } from './trial.ts'

type Pair = readonly [Trial, Trial]

/** @param pairs the same questions in both runs */
function line(name: string, pairs: readonly Pair[]): string {
  const right = (side: 0 | 1) => pairs.filter((pair) => pair[side].grades.pass).length
  const onlyFirst = pairs.filter(([a, b]) => a.grades.pass && !b.grades.pass).length
  const onlySecond = pairs.filter(([a, b]) => !a.grades.pass && b.grades.pass).length
  const p = mcnemar(onlyFirst, onlySecond)
  return `| ${name} | ${pairs.length} | ${right(0)} | ${right(1)} | ${onlyFirst} | ${onlySecond} | ${p < 0.001 ? '< 0.001' : p.toFixed(3)} |`
}

/** Counts by class with McNemar's exact test, over the tasks' own wordings that both runs hold. */
export function compare(first: Results, second: Results): string {
  const others = new Map(second.trials.map((trial) => [keyOf(trial), trial]))
  const pairs = first.trials.flatMap((trial): Pair[] => {
    const other = others.get(keyOf(trial))
    return trial.wording === 0 && other !== undefined ? [[trial, other]] : []
  })
  const name = ({ header }: Results) => `${header.system}, ${header.model}, ${header.layer}, ${header.commit}`
  const changed = (from: 0 | 1) =>
    pairs
      .filter((pair) => pair[from].grades.pass && !pair[from === 0 ? 1 : 0].grades.pass)
      .map(([{ task }]) => task)
  return [
    `A: ${name(first)}\nB: ${name(second)}`,
    [
      '| | n | A right | B right | only A | only B | p (McNemar, exact) |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...taskClasses
        .map((each) => [each, pairs.filter(([{ class: of }]) => of === each)] as const)
        .filter(([, some]) => some.length > 0)
        .map(([each, some]) => line(each, some)),
      line('all', pairs),
    ].join('\n'),
    `Only A: ${changed(0).join(', ') || 'none'}\nOnly B: ${changed(1).join(', ') || 'none'}`,
  ].join('\n\n')
}
