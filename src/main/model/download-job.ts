import type { ModelEntry } from './catalog.ts'
import type { ModelHost } from './model-host.ts'
import type { PartFile } from './part-file.ts'
import type { Meter } from './progress.ts'

/** What a source needs to bring a model's bytes into the part file. */
export interface DownloadJob {
  readonly host: ModelHost
  readonly entry: ModelEntry
  readonly part: PartFile
  readonly signal: AbortSignal
  readonly meter: Meter
  /** Tells people what happened: a broken connection, a start from the beginning. One line. */
  note(line: string): void
}
