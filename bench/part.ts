import type { Figure } from './figures.ts'

/** What each part of the bench is given. */
export interface PartRun {
  /** Catalogue id or path. */
  readonly model: string
  readonly signal: AbortSignal
  /** Progress, a line at a time. */
  say(line: string): void
}

export interface PartFigures {
  /** Id or path of the model that figures on a model were taken with; null when there are none. */
  readonly model: string | null
  readonly figures: readonly Figure[]
}
