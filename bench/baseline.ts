/** The figures that were kept, and how a run stands beside them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import {
  type Figure,
  type FigureId,
  figureSpecs,
  isFigureId,
  isOnModel,
  specOf,
  type Unit,
  valueText,
} from './figures.ts'

const baselineFile = fileURLToPath(new URL('./baseline.json', import.meta.url))

const Kept = z.strictObject({
  id: z.string().refine(isFigureId, 'there is no such figure'),
  /** Null for what no model changes. */
  model: z.string().nullable(),
  value: z.number(),
  /** The yardstick of that run; null when there was none yet. */
  yardstickMs: z.number().nullable(),
  /** `YYYY-MM-DD` */
  on: z.iso.date(),
  commit: z.string(),
  machine: z.string(),
})
export type Kept = z.infer<typeof Kept>

/** What the evaluation was held to, as it reported it. */
const KeptAim = z.strictObject({
  what: z.string(),
  model: z.string(),
  aim: z.string(),
  measured: z.string(),
  isMet: z.boolean().nullable(),
  on: z.iso.date(),
  commit: z.string(),
})
export type KeptAim = z.infer<typeof KeptAim>

const Baseline = z.strictObject({ figures: z.array(Kept), evaluation: z.array(KeptAim) })
export type Baseline = z.infer<typeof Baseline>

export const readBaseline = (file = baselineFile): Baseline =>
  Baseline.parse(JSON.parse(readFileSync(file, 'utf8')))

export const writeBaseline = (baseline: Baseline, file = baselineFile): void =>
  writeFileSync(file, `${JSON.stringify(Baseline.parse(baseline), null, 2)}\n`)

/** A run's figures and what they were taken with. */
export interface Taken {
  readonly figures: readonly Figure[]
  readonly model: string | null
  readonly yardstickMs: number
}

const order = Object.keys(figureSpecs)
const modelOf = (id: string, { model }: Taken) => (isFigureId(id) && isOnModel(id) ? model : null)

export function keptOf({ figures }: Baseline, id: FigureId, taken: Taken): Kept | null {
  return figures.find((kept) => kept.id === id && kept.model === modelOf(id, taken)) ?? null
}

/** The baseline with these figures in the place of what was kept of them; what could not be taken replaces nothing. */
export function keep(
  baseline: Baseline,
  taken: Taken,
  run: Pick<Kept, 'on' | 'commit' | 'machine'>,
): Baseline {
  const fresh = taken.figures
    .filter(({ value }) => Number.isFinite(value))
    .map(
      ({ id, value }): Kept => ({
        id,
        model: modelOf(id, taken),
        value: rounded(value),
        yardstickMs: rounded(taken.yardstickMs),
        ...run,
      }),
    )
  const isFresh = ({ id, model }: Kept) => fresh.some((each) => each.id === id && each.model === model)
  const figures = [...baseline.figures.filter((kept) => !isFresh(kept)), ...fresh]
  return { ...baseline, figures: figures.sort(inOrder) }
}

/** The baseline with these in the place of what was kept of the same aims for the same model. */
export function keepEvaluation(baseline: Baseline, aims: readonly KeptAim[]): Baseline {
  const isFresh = ({ what, model }: KeptAim) =>
    aims.some((each) => each.what === what && each.model === model)
  return { ...baseline, evaluation: [...baseline.evaluation.filter((kept) => !isFresh(kept)), ...aims] }
}

const inOrder = (a: Kept, b: Kept) =>
  order.indexOf(a.id) - order.indexOf(b.id) || (a.model ?? '').localeCompare(b.model ?? '')

/** Three digits after the point are more than any figure repeats. */
const rounded = (value: number) => Math.round(value * 1000) / 1000

/** Worse by more than this share is told. */
const mostWorse = 0.2
/** Less than this is no difference, however small the figure: about what the clock and other programs add. */
const grains: Readonly<Record<Unit, number>> = {
  ms: 1,
  s: 0.2,
  MB: 5,
  '%': 0.5,
  tokens: 1,
  'tokens/s': 0.5,
}

export interface Worse {
  readonly id: FigureId
  /** A share of one; null when it could not be taken at all. */
  readonly by: number | null
  readonly value: number
  readonly kept: Kept
}

/** The figures that got more than a fifth worse than what was kept of them, times as multiples of the yardstick. */
export function worseFigures(baseline: Baseline, taken: Taken): Worse[] {
  return taken.figures.flatMap(({ id, value }): Worse[] => {
    const kept = keptOf(baseline, id, taken)
    if (kept === null || specOf(id).isOutlier === true) return []
    if (!Number.isFinite(value)) return [{ id, by: null, value, kept }]
    const { better, unit } = specOf(id)
    const change = comparable(value, unit, kept, taken) / kept.value - 1
    const by = better === 'less' ? change : -change
    return by > mostWorse && Math.abs(value - kept.value) > grains[unit] ? [{ id, by, value, kept }] : []
  })
}

/** The value as the machine of the kept one would have had it. */
function comparable(
  value: number,
  unit: Unit,
  { yardstickMs: before }: Kept,
  { yardstickMs }: Taken,
): number {
  if (before === null) return value
  if (unit === 'ms' || unit === 's') return (value * before) / yardstickMs
  return unit === 'tokens/s' ? (value * yardstickMs) / before : value
}

/** `turns.reused got 24 % worse: 70.1 % (kept: 92.2 %, 2026-11-30, abc123).` */
export function worseLine({ id, by, value, kept }: Worse): string {
  const { unit } = specOf(id)
  const how = by === null ? 'could not be taken' : `got ${Math.round(by * 100)} % worse`
  return `${id} ${how}: ${valueText(value, unit)} (kept: ${valueText(kept.value, unit)}, ${kept.on}, ${kept.commit})`
}
