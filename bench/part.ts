/** What each part of the bench is given. */
export interface PartRun {
  /** Catalogue id or path. */
  readonly model: string
  readonly signal: AbortSignal
  /** Progress, a line at a time. */
  say(line: string): void
}
