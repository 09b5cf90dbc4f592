/** The long-term log of chats, journal, posts, messages and calls. Lines are only ever added. */
import { z } from 'zod'
import { type CallShapes, done, Id, nothing } from './define.ts'
import { ErrorShape } from './shapes.ts'

const Kind = z.enum(['chat', 'journal', 'post', 'message', 'call'])

export const MemoryLineShape = z.strictObject({
  id: Id,
  kind: Kind,
  /** Who said or wrote it. */
  who: z.string().nullable(),
  atMs: z.int(),
  /** ISO 8601 with offset in the owner's zone: its day is the owner's day. */
  at: z.string(),
  /** Verbatim; of a long line the part around the first mark, or its beginning. */
  text: z.string(),
  /** Whether text was left out before or after `text`; the source panel shows the whole. */
  isExcerpt: z.boolean(),
  /** Where the searched words stand in `text`, in UTF-16 units `[from, to)`. */
  marks: z.array(z.tuple([z.int(), z.int()])),
})
export type MemoryLine = z.infer<typeof MemoryLineShape>

const ImportReportShape = z.strictObject({
  /** The file's name. */
  file: z.string(),
  format: z.enum(['jsonl', 'csv', 'mbox', 'chat', 'journal']),
  added: z.int().min(0),
  /** Good records that were there already. */
  duplicates: z.int().min(0),
  failed: z.int().min(0),
  /** The first of the failed ones. */
  errors: z.array(z.strictObject({ line: z.int(), reason: z.string() })),
})

export const ImportStateShape = z.strictObject({
  file: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  readBytes: z.number().min(0),
  sizeBytes: z.number().min(0),
  /** When done. */
  report: ImportReportShape.nullable(),
  /** When it failed. What was added before stays. */
  error: ErrorShape.nullable(),
})
export type ImportState = z.infer<typeof ImportStateShape>

export const memoryCalls = {
  'memory.count': { params: nothing, result: z.int().min(0) },
  /** Newest first, `limit` lines older than the line `before`; null = from the newest. */
  'memory.list': {
    params: z.strictObject({ before: Id.nullable(), limit: z.int().min(1).max(500) }),
    result: z.strictObject({ lines: z.array(MemoryLineShape), hasMore: z.boolean() }),
  },
  /** Lines with all the words, best first, and how many there are. */
  'memory.search': {
    params: z.strictObject({ query: z.string().max(400), limit: z.int().min(1).max(500) }),
    result: z.strictObject({ total: z.int().min(0), lines: z.array(MemoryLineShape) }),
  },
  /** `at`: `YYYY-MM-DDTHH:MM` on the owner's clocks; null = now. Throws `invalid-input`. */
  'memory.add': {
    params: z.strictObject({
      text: z.string().max(400_000),
      kind: Kind,
      who: z.string().max(500).nullable(),
      at: z.string().max(40).nullable(),
    }),
    result: MemoryLineShape,
  },
  /** Shows the system's dialog and begins to add the records of the file; false when it was cancelled. One at a time. */
  'memory.import': { params: nothing, result: z.boolean() },
  /** The import that is running, or the last one of this session; null when there was none. */
  'memory.import-state': { params: nothing, result: ImportStateShape.nullable() },
  /** Stops it; what was added stays. */
  'memory.cancel-import': { params: nothing, result: done },
  /** Forgets the report of the last import. */
  'memory.dismiss-import': { params: nothing, result: done },
} as const satisfies CallShapes

export const memoryEvents = {
  /** How an import goes on, some times a second, and once at its end. */
  'memory.import-progress': ImportStateShape,
} as const
