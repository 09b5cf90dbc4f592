/** The parts of the bench, in the order in which they are measured. */
import type { FigureId } from './figures.ts'

export interface PartSpec {
  readonly title: string
  /** Left out `--without-model`. */
  readonly needsModel: boolean
  /** How the ids of its figures begin. */
  readonly figures: readonly string[]
}

export const partSpecs = {
  skills: { title: 'Skills, without a model', needsModel: false, figures: ['skills.'] },
  loop: {
    title: 'Main’s event loop, on a toy model, the calmest of three runs',
    needsModel: false,
    figures: ['loop.idle.', 'loop.turn.', 'loop.read.', 'loop.search.'],
  },
  'loop-model': {
    title: 'Main’s event loop, on a real model, the calmest of three runs',
    needsModel: true,
    figures: ['loop.model.'],
  },
  app: { title: 'The built app', needsModel: false, figures: ['app.'] },
  speed: {
    title: 'Generation beside a bare loop, and the prompt’s growth',
    needsModel: true,
    figures: ['tokens.', 'speed.'],
  },
  turns: {
    title: 'Turns on the sample, two questions of each kind of source',
    needsModel: true,
    figures: ['turns.'],
  },
} as const satisfies Record<string, PartSpec>

export type PartName = keyof typeof partSpecs

export const partNames = Object.keys(partSpecs) as PartName[] // a closed literal

export const partOf = (id: FigureId): PartName | undefined =>
  partNames.find((name) => partSpecs[name].figures.some((start) => id.startsWith(start)))
