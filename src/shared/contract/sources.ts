/** The place that an answer came from, opened inside the app. */
import { z } from 'zod'
import { SourceShape } from '../turn-shape.ts'
import { type CallShapes, done } from './define.ts'

export const SourceViewShape = z.strictObject({
  kind: SourceShape.shape.kind,
  title: z.string(),
  /** Of a file: the folder it is in, from the granted one on: `documents › Travel`; else when or by whom. */
  place: z.string(),
  /** `gone`: the file, note, event or line is not there any more. `changed`: it is, and the quote no longer stands in it. */
  state: z.enum(['found', 'changed', 'gone', 'no-access']),
  /** Verbatim, around the passage; empty when gone. */
  text: z.string(),
  /** Where the quote stands in `text`, in UTF-16 units `[from, to)`; several when it came in several pieces. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** `page 3`, `line 12`, or null. */
  location: z.string().nullable(),
  /** Whether text before or after was left out of `text`. */
  isExcerpt: z.boolean(),
  /** Whether there is a file that can be opened in its own app or shown in its folder. */
  hasFile: z.boolean(),
})
export type SourceView = z.infer<typeof SourceViewShape>

export const sourcesCalls = {
  'sources.view': { params: z.strictObject({ source: SourceShape }), result: SourceViewShape },
  /** Opens the file in its own app. Only files inside granted folders; throws `permission-denied`, `not-found`. */
  'sources.open': { params: z.strictObject({ path: z.string().min(1).max(4096) }), result: done },
  'sources.reveal': { params: z.strictObject({ path: z.string().min(1).max(4096) }), result: done },
} as const satisfies CallShapes
