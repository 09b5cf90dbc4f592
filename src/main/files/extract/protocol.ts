/** What the main process and the process of the parsers say to each other. Structured-clone data only. */
import { z } from 'zod'
import type { ReadableKind } from '../kinds.ts'

/** Larger files are not read. */
export const maximumFileBytes = 50 * 1024 * 1024
/** Text kept of one file, in UTF-16 units. */
export const maximumTextLength = 200_000
/** Between the pages of a PDF, as other PDF readers put it. */
export const pageBreak = '\f'

export interface ExtractJob {
  /** The exact bytes of the absolute path. */
  readonly path: Uint8Array
  readonly kind: ReadableKind
  /** Of the file that was walked: another one in its place is not read. */
  readonly dev: bigint
  readonly ino: bigint
}

const reason = z.string().max(400)
const extraction = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('indexed'),
    text: z.string().max(maximumTextLength),
    title: z.string().max(500).nullable(),
    reason: reason.nullable(),
  }),
  z.object({ state: z.enum(['skipped', 'failed']), reason }),
])

/** A file's text, or why there is none. `reason` is one plain line; null = nothing to say. */
export type Extraction = z.infer<typeof extraction>

export interface JobMessage {
  readonly id: number
  readonly job: ExtractJob
}

/** Checked when it arrives: a file that took over its parser can send anything. */
export const resultMessage = z.object({ id: z.number(), result: extraction })
export type ResultMessage = z.infer<typeof resultMessage>

/** Why a file gives no text; becomes its state and reason. Thrown by the readers, never leaves the process of the parsers. */
export class ReadFault extends Error {
  readonly state: 'skipped' | 'failed'

  constructor(state: 'skipped' | 'failed', reason: string) {
    super(reason)
    this.name = 'ReadFault'
    this.state = state
  }
}

/** A reader's answer before the cap. */
export interface ReadText {
  readonly text: string
  readonly title: string | null
  /** Something a person should know although the text was read: a cap, a broken page. */
  readonly remark?: string
}
