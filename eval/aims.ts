/** Everything that the evaluation is held to, whether or not it was measured. */
import type { KeptAim } from '../bench/baseline.ts'
import { peerTargets } from './between.ts'
import { type Summary, summarise } from './figures.ts'
import { modelTargets, type Target, targets } from './targets.ts'
import type { Header } from './trial.ts'

export interface Aim extends Target {
  readonly model: string
}

/** Peers are asked on the default model. */
const [peersModel = ''] = Object.keys(targets.models)

const header: Header = {
  type: 'header',
  tasks: 'test',
  layer: 'whole',
  system: 'pixie',
  model: '',
  sha256: null,
  threads: '',
  cpu: '',
  cores: 0,
  node: '',
  commit: '',
  startedAt: '',
}

/** Of each model in turn, not measured; then those beside the peers. */
export function allAims(): Aim[] {
  const own = Object.keys(targets.models).flatMap((model) =>
    modelTargets(summarise({ ...header, model }, [], 0)).map((each) => ({ ...each, model })),
  )
  return [...own, ...peerTargets([], targets.peers).map((each) => ({ ...each, model: peersModel }))]
}

/** What these runs say of the aims: each measured one, with the run that it is of. */
export function keptAims(runs: readonly Summary[]): KeptAim[] {
  const pixie = runs.find(({ header: { system } }) => system === 'pixie')
  const of = ({ header: { model, startedAt, commit } }: Summary, rows: readonly Target[]): KeptAim[] =>
    rows.map((row) => ({ ...row, model, on: startedAt.slice(0, 10), commit }))
  return [
    ...runs.flatMap((run) => of(run, modelTargets(run))),
    ...(pixie === undefined ? [] : of(pixie, peerTargets(runs, targets.peers))),
  ].filter(({ isMet }) => isMet !== null)
}
