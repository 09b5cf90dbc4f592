/** The owner's Notebook: facts, pages of people, standing instructions, digests. */
import { z } from 'zod'
import { type CallShapes, done, Id } from './define.ts'

export const NoteShape = z.strictObject({
  id: Id,
  kind: z.enum(['fact', 'person', 'instruction', 'digest']),
  /** What or whom it is about. */
  subject: z.string().nullable(),
  /** Byte for byte as it was written. */
  text: z.string(),
  createdAtMs: z.int(),
  origin: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('owner') }),
    /** `message`: null when it was kept from the conversation as a whole. */
    z.strictObject({
      type: z.literal('conversation'),
      conversation: Id,
      message: Id.nullable(),
      title: z.string(),
    }),
    /** From something that is not there any more, or from elsewhere. */
    z.strictObject({ type: z.literal('other'), name: z.string() }),
  ]),
})
export type Note = z.infer<typeof NoteShape>

const Query = z.string().max(400)

export const notebookCalls = {
  /** Newest first, `limit` lines older than the line `before`; null = from the newest. */
  'notebook.list': {
    params: z.strictObject({ before: Id.nullable(), limit: z.int().min(1).max(500) }),
    result: z.strictObject({ notes: z.array(NoteShape), hasMore: z.boolean() }),
  },
  /** Lines with all the words, best first. */
  'notebook.search': {
    params: z.strictObject({ query: Query, limit: z.int().min(1).max(200) }),
    result: z.array(NoteShape),
  },
  /** Throws `invalid-input` for no text and for more than 64 kB. */
  'notebook.add': {
    params: z.strictObject({
      text: z.string().max(70_000),
      kind: NoteShape.shape.kind.exactOptional(),
      subject: z.string().max(200).nullable(),
    }),
    result: NoteShape,
  },
  /** Gone from the Notebook and its index. Throws `not-found`. */
  'notebook.forget': { params: z.strictObject({ id: Id }), result: done },
  /** Undoes a forget of the last ten minutes: same id, same place. Throws `not-found` afterwards. */
  'notebook.undo-forget': { params: z.strictObject({ id: Id }), result: NoteShape },
} as const satisfies CallShapes
