/** Asking, and what comes back while an answer is made. */
import { z } from 'zod'
import { type CallShapes, done, Id, LongText, nothing } from './define.ts'
import { ErrorShape, RunEventShape } from './shapes.ts'

/**
 * A run that was begun; its events come on `chat.run` with this id. Runs wait for each other: notices before `run-start`
 * say what is waited for, are over with it, and are not kept with the answer.
 */
const Started = z.strictObject({ run: Id, conversation: Id, question: Id, answer: Id })

export const AttachmentShape = z.strictObject({
  /** Good until it is sent or dropped; main keeps the path. */
  id: Id,
  name: z.string(),
  sizeBytes: z.int().min(0),
})
export type Attachment = z.infer<typeof AttachmentShape>

/** What a question costs beside what is left. Tokens of the loaded model, or an estimate (characters / 4). */
export const PriceShape = z.strictObject({
  tokens: z.int().min(0),
  isExact: z.boolean(),
  /** Of `window`, after instructions, conversation, question and room for the answer. May be negative. */
  left: z.int(),
  window: z.int().min(0),
  /** Earlier exchanges of this conversation: how many the next turn sees, how many no longer fit. */
  exchangesSeen: z.int().min(0),
  exchangesLeftOut: z.int().min(0),
})
export type Price = z.infer<typeof PriceShape>

/** A run as it stands: everything it said so far, to begin with or to go on from after a gap. */
export const RunSnapshotShape = z.strictObject({
  run: Id,
  conversation: Id,
  question: Id,
  answer: Id,
  /** Number of the last event in `events`; the next on the channel has one more. 0 = none yet. */
  seq: z.int().min(0),
  events: z.array(RunEventShape),
  /** Set when the run could not even begin or broke: no model, no memory. Then no `run-end` comes. One that was stopped ends with `run-end`. */
  error: ErrorShape.nullable(),
  isOver: z.boolean(),
})
export type RunSnapshot = z.infer<typeof RunSnapshotShape>

export const chatCalls = {
  /** Asks; `conversation: null` begins one. Takes the draft of that composer and the attachment away. The question is durable when this returns; the run goes on by itself. */
  'chat.send': {
    params: z.strictObject({
      conversation: Id.nullable(),
      question: LongText,
      /** Id of an attachment; the question is then answered from that file. */
      attachment: Id.nullable(),
    }),
    result: Started,
  },
  /** Answers the question of this answer again; the new answer is a further version beside the old. Given a question, answers that. */
  'chat.again': { params: z.strictObject({ answer: Id }), result: Started },
  /** Sends a question anew in other words: a further version, with what followed the old one kept under the old one. */
  'chat.edit': { params: z.strictObject({ question: Id, text: LongText }), result: Started },
  /** What came so far is kept and marked. Does nothing for a run that is over. */
  'chat.stop': { params: z.strictObject({ run: Id }), result: done },
  /** For the start of a window and after a gap in `seq`. Null when there is no such run any more. */
  'chat.snapshot': { params: z.strictObject({ run: Id }), result: RunSnapshotShape.nullable() },
  /** Runs that are not over. */
  'chat.running': { params: nothing, result: z.array(RunSnapshotShape) },
  /** Cheap enough to be asked after each key. */
  'chat.price': {
    params: z.strictObject({ conversation: Id.nullable(), question: LongText, attachment: Id.nullable() }),
    result: PriceShape,
  },
  /** A file dropped on the window. Throws `not-found`, `unreadable`, `invalid-input` for what Pixie cannot read. */
  'chat.attach': { params: z.strictObject({ path: z.string().min(1).max(4096) }), result: AttachmentShape },
  /** Shows the system's dialog. Null when it was cancelled. */
  'chat.attach-from-dialog': { params: nothing, result: AttachmentShape.nullable() },
  'chat.detach': { params: z.strictObject({ attachment: Id }), result: done },
} as const satisfies CallShapes

export const chatEvents = {
  /** Batched for 16 to 33 ms. `seq` is that of the last event in it; within a run none is left out or repeated. */
  'chat.run': z.strictObject({
    run: Id,
    conversation: Id,
    seq: z.int().min(1),
    events: z.array(RunEventShape).min(1),
  }),
  /** The run could not go on; see `RunSnapshot.error`. */
  'chat.run-failed': z.strictObject({ run: Id, conversation: Id, error: ErrorShape }),
} as const
