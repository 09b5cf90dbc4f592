/** What Pixie must show, held against what it did. The bounds stand in `targets.json`. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type CostFigures, groupOf, type Share, type Summary } from './figures.ts'
import { nothing, number, percent, share } from './markdown.ts'

const ModelTargets = z.strictObject({
  rightHandle: z.number(),
  rightTool: z.number(),
  rightArguments: z.number(),
  /** pass@1 over all classes. */
  wholeTask: z.number(),
  declinedRightly: z.number(),
  /** pass^8. */
  allWordings: z.number(),
  /** Numbers, dates and names in answers that stand nowhere. */
  unsupported: z.number(),
  reusedShare: z.number(),
  outsideShare: z.number(),
  secondsP50: z.number(),
})
export type ModelTargets = z.infer<typeof ModelTargets>

/** By the number of tools, as times what the library's own chat takes. */
const ByTools = z.record(z.string(), z.number())
const Targets = z.strictObject({
  models: z.record(z.string(), ModelTargets),
  peers: z.strictObject({
    pointsAboveChatAt6: z.number(),
    pointsBelowOwnSixAt50: z.number(),
    evaluatedOfChat: ByTools,
    secondsOfChat: ByTools,
  }),
})
export type PeerTargets = z.infer<typeof Targets>['peers']

export const targets = Targets.parse(
  JSON.parse(readFileSync(new URL('./targets.json', import.meta.url), 'utf8')),
)

/** One bound; not met while there is nothing to hold against it. */
export interface Target {
  readonly what: string
  /** `≥ 95 %`. */
  readonly aim: string
  readonly measured: string
  /** Null: it was not measured. */
  readonly isMet: boolean | null
}

/** @param most true: the value must not be above the bound */
export function target(
  what: string,
  { bound, most, value, shown }: { bound: string; most: boolean; value: number | null; shown: string },
  aim: number,
): Target {
  const isMet = value === null ? null : most ? value <= aim : value >= aim
  return { what, aim: `${most ? '≤' : '≥'} ${bound}`, measured: shown, isMet }
}

function shareTarget(what: string, aim: number, measured: Share | undefined): Target {
  const value = measured === undefined || measured.n === 0 ? null : measured.hits / measured.n
  const shown = measured === undefined ? nothing : share(measured)
  return target(what, { bound: percent(aim), most: false, value, shown }, aim)
}

/** Pixie's own bounds for the model of a run; empty for a peer, an ablation, and a model that has none. */
export function modelTargets(summary: Summary): Target[] {
  const { header, unsupported, allWordings } = summary
  const aims = targets.models[header.model]
  if (aims === undefined || header.system !== 'pixie') return []
  const grades = groupOf(summary, 'all')?.grades
  const hasAnswers = (groupOf(summary, 'turns')?.grades.pass.n ?? 0) > 0
  const rows = [
    shareTarget('right handle', aims.rightHandle, grades?.rightHandle),
    shareTarget('right tool', aims.rightTool, grades?.rightTool),
    shareTarget('right arguments', aims.rightArguments, grades?.rightArguments),
  ]
  if (header.layer === 'route') return rows.slice(0, 1)
  return [
    ...rows,
    shareTarget('whole task', aims.wholeTask, grades?.pass),
    shareTarget('declined rightly', aims.declinedRightly, grades?.declinedRightly),
    shareTarget('pass^8', aims.allWordings, allWordings),
    target(
      'unsupported numbers, dates or names',
      {
        bound: number(aims.unsupported),
        most: true,
        value: hasAnswers ? unsupported.count : null,
        shown: hasAnswers ? String(unsupported.count) : nothing,
      },
      aims.unsupported,
    ),
    ...costTargets(aims, groupOf(summary, 'turns')?.cost ?? null),
  ]
}

function costTargets(aims: ModelTargets, cost: CostFigures | null): Target[] {
  const outside = cost?.outsideShare ?? null
  return [
    target(
      'prompt tokens reused, a warm turn',
      {
        bound: percent(aims.reusedShare),
        most: false,
        value: cost?.reusedShare ?? null,
        shown: cost === null ? nothing : percent(cost.reusedShare),
      },
      aims.reusedShare,
    ),
    target(
      'time outside the engine',
      {
        bound: percent(aims.outsideShare),
        most: true,
        value: outside,
        shown: outside === null ? nothing : percent(outside, 1),
      },
      aims.outsideShare,
    ),
    target(
      'seconds a warm turn, median',
      {
        bound: `${aims.secondsP50} s`,
        most: true,
        value: cost?.secondsP50 ?? null,
        shown: cost === null ? nothing : `${cost.secondsP50.toFixed(1)} s`,
      },
      aims.secondsP50,
    ),
  ]
}
