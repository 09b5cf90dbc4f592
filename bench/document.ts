/** `docs/benchmarks.md`, made of what was kept, and the table of a run. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allAims } from '../eval/aims.ts'
import { table } from '../eval/markdown.ts'
import { type Baseline, type Kept, keptOf, type Taken } from './baseline.ts'
import {
  aimText,
  type FigureId,
  figureSpecs,
  isMet,
  isOnModel,
  specOf,
  type Unit,
  valueText,
} from './figures.ts'
import { type PartName, partNames, partOf, partSpecs } from './parts.ts'

const file = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))

const ids = Object.keys(figureSpecs) as FigureId[] // a closed literal
const idsOf = (part: PartName) => ids.filter((id) => partOf(id) === part)

/** Times as multiples of the yardstick; other figures are ratios or sizes already. */
function ratioText(value: number, unit: Unit, yardstickMs: number | null): string {
  if (yardstickMs === null || !Number.isFinite(value)) return ''
  if (unit === 'ms') return `${(value / yardstickMs).toFixed(2)} ×`
  return unit === 's' ? `${((value * 1000) / yardstickMs).toFixed(0)} ×` : ''
}

/** The part's figures of a run, beside what is expected and what was kept. */
export function runTable(part: PartName, taken: Taken, baseline: Baseline): string {
  const title = taken.model === null ? partSpecs[part].title : `${partSpecs[part].title}, ${taken.model}`
  const rows = taken.figures.map(({ id, value }) => {
    const spec = specOf(id)
    const kept = keptOf(baseline, id, taken)
    return [
      spec.what,
      aimText(spec),
      valueText(value, spec.unit),
      ratioText(value, spec.unit, taken.yardstickMs),
      kept === null ? '' : valueText(kept.value, spec.unit),
    ]
  })
  return table([title, 'expected', 'measured', 'of the yardstick', 'kept'], rows)
}

function command(part: PartName, model: string | null): string {
  return `npm run bench -- --only ${part}${model === null ? '' : ` --model ${model}`}`
}

/** One model's figures of a part; null for those that no model changes. */
function partTable(part: PartName, model: string | null, kept: readonly Kept[]): string {
  const rows = idsOf(part)
    .filter((id) => isOnModel(id) === (model !== null))
    .map((id) => {
      const spec = specOf(id)
      const { what, unit } = spec
      const found = kept.find((each) => each.id === id && each.model === model)
      if (found === undefined) return [what, aimText(spec), 'not measured yet', '', '', '']
      const { value, yardstickMs, on, commit } = found
      const verdict = spec.aim === null ? '' : isMet({ id, value }) ? 'met' : '**missed**'
      return [
        what,
        aimText(spec),
        valueText(value, unit),
        ratioText(value, unit, yardstickMs),
        verdict,
        `${on}, ${commit}`,
      ]
    })
  return table(['figure', 'aim', 'measured', 'of the yardstick', '', 'when'], rows)
}

const defaultModels = ['qwen2.5-coder-0.5b-instruct']

function partSection(part: PartName, { figures }: Baseline): string[] {
  const own = idsOf(part)
  const models = [
    ...new Set(figures.filter(({ id }) => own.some((each) => each === id)).map(({ model }) => model)),
  ]
  const onModels = models.filter((model) => model !== null)
  const shown = own.some(isOnModel) ? (onModels.length === 0 ? defaultModels : onModels) : []
  return [
    `## ${partSpecs[part].title}`,
    ...(own.every(isOnModel) ? [] : [`\`${command(part, null)}\``, partTable(part, null, figures)]),
    ...shown.flatMap((model) => [`\`${command(part, model)}\``, partTable(part, model, figures)]),
  ]
}

const evalCommands = `\`\`\`sh
npm run eval -- --tasks test --model ID --out pixie.jsonl
npm run eval -- --tasks test --model ID --peer chat --tools 6 --out chat-6.jsonl      # and 20; --peer chat-repaired; Pixie at 20 and 50
npm run eval -- --report pixie.jsonl chat-6.jsonl … --keep
\`\`\``

function evaluationSection({ evaluation }: Baseline): string[] {
  const verdicts = { true: 'met', false: '**missed**', null: '' } as const
  const rows = allAims().map(({ what, model, aim }) => {
    const kept = evaluation.find((each) => each.what === what && each.model === model)
    if (kept === undefined) return [what, model, aim, 'not kept yet', '', '']
    const { measured, isMet: met, on, commit } = kept
    return [what, model, aim, measured, verdicts[`${met}`], `${on}, ${commit}`]
  })
  return [
    '## Success and cost on questions',
    'Asked of the `test` tasks, with 95 % intervals; the bounds stand in `eval/targets.json`, more in `docs/small-models.md`.',
    evalCommands,
    table(['', 'model', 'aim', 'measured', '', 'when'], rows),
  ]
}

function machines({ figures }: Baseline): string {
  const known = Map.groupBy(figures, ({ machine }) => machine)
  return [...known]
    .map(([machine, some]) => `- ${machine}: ${[...new Set(some.map(({ commit }) => commit))].join(', ')}`)
    .join('\n')
}

/** The whole page. */
export function documentText(baseline: Baseline): string {
  return `${[
    '# What is measured',
    'Every figure that these pages name, with the command that makes it, what it should be, and what it was when it was last kept. This page is written by `npm run bench -- --keep` and `npm run eval -- --report FILE… --keep` from `bench/baseline.json`; a test holds the two together.',
    'A figure means something only beside another of the same run. Shares are that by themselves. Times are given as multiples of a **yardstick** too, a fixed piece of sorting and hashing that is timed before and after each part: so runs on two machines can be laid side by side. Keep what a quiet machine showed.',
    '```sh\nnpm run bench                       # all of it; the exit code is 1 when a figure misses its aim\nnpm run bench -- --without-model    # what needs no real model\nnpm run bench -- --check            # warns of each figure that got 20 % worse than the one kept; with --strict the exit code is then 1\nnpm run bench -- --keep             # keeps what was measured\n```',
    ...partNames.flatMap((part) => partSection(part, baseline)),
    ...evaluationSection(baseline),
    '## Where it was measured',
    machines(baseline),
  ].join('\n\n')}\n`
}

export const writeDocument = (baseline: Baseline): void => writeFileSync(file, documentText(baseline))
