/** What was said: lists, messages, versions, drafts, search. */
import { z } from 'zod'
import { SourceShape, TurnEndShape } from '../turn-shape.ts'
import { type CallShapes, done, Id, LongText, nothing } from './define.ts'
import { ErrorShape, PillShape, PlanShape } from './shapes.ts'

export const ConversationShape = z.strictObject({
  id: Id,
  /** Given by the owner, else the first words of the first question. */
  title: z.string(),
  isPinned: z.boolean(),
  createdAtMs: z.int(),
  changedAtMs: z.int(),
  hasDraft: z.boolean(),
})
export type ConversationRow = z.infer<typeof ConversationShape>

/** Which of the versions under the same parent this message is, counted from 1. */
const VersionShape = z.strictObject({ number: z.int().min(1), count: z.int().min(1) })

export const MessageShape = z.strictObject({
  id: Id,
  role: z.enum(['user', 'assistant']),
  /** Kept exactly. Of an unfinished answer: what came so far. */
  text: z.string(),
  version: VersionShape,
  createdAtMs: z.int(),
  /** The name of the file that the question was about. */
  attachment: z.string().nullable(),
  sources: z.array(SourceShape),
  /** How the answer came about; null for questions, and when its trace is gone. */
  plan: PlanShape.nullable(),
  pills: z.array(PillShape),
  notices: z.array(z.string()),
  /** `interrupted`: the app ended in the middle, and this is what had come. Null: still running, or a question. */
  end: z.union([TurnEndShape, z.literal('interrupted')]).nullable(),
  error: ErrorShape.nullable(),
  trace: Id.nullable(),
  ms: z.number().nullable(),
  tokens: z.strictObject({ evaluated: z.int(), reused: z.int(), generated: z.int() }).nullable(),
})
export type ChatMessage = z.infer<typeof MessageShape>

export const ConversationHitShape = z.strictObject({
  conversation: Id,
  title: z.string(),
  message: Id,
  role: z.enum(['user', 'assistant']),
  createdAtMs: z.int(),
  /** A part of the message around the first place, verbatim. */
  snippet: z.string(),
  /** Where the words stand in `snippet`, in UTF-16 units: `[from, to)`. */
  marks: z.array(z.tuple([z.int(), z.int()])),
})
export type ConversationHit = z.infer<typeof ConversationHitShape>

export const conversationsCalls = {
  /** Pinned first, then last changed first. */
  'conversations.list': { params: nothing, result: z.array(ConversationShape) },
  /** `limit` messages of the shown versions, oldest first: before `before` (null = the newest), or those after `after`. */
  'conversations.messages': {
    params: z.strictObject({
      conversation: Id,
      before: Id.nullable(),
      after: Id.optional(),
      limit: z.int().min(1).max(400),
    }),
    result: z.strictObject({
      messages: z.array(MessageShape),
      hasEarlier: z.boolean(),
      hasLater: z.boolean(),
    }),
  },
  /** The messages around one, for a jump to it; its version becomes the shown one where it was not. */
  'conversations.around': {
    params: z.strictObject({ message: Id, limit: z.int().min(1).max(400) }),
    result: z.strictObject({
      conversation: Id,
      messages: z.array(MessageShape),
      hasEarlier: z.boolean(),
      hasLater: z.boolean(),
    }),
  },
  /** Shows the version with this number in place of `message`, with what followed it. */
  'conversations.show-version': {
    params: z.strictObject({ message: Id, number: z.int().min(1) }),
    result: done,
  },
  /** Any script; newest first. */
  'conversations.search': {
    params: z.strictObject({ query: z.string().max(400), limit: z.int().min(1).max(200) }),
    result: z.array(ConversationHitShape),
  },
  /** An empty title goes back to the first words. */
  'conversations.rename': {
    params: z.strictObject({ conversation: Id, title: z.string().max(200) }),
    result: done,
  },
  'conversations.pin': { params: z.strictObject({ conversation: Id, isPinned: z.boolean() }), result: done },
  /** Hidden at once; gone for good when the app next starts or after ten minutes, unless it is taken back. Stops its runs. */
  'conversations.delete': { params: z.strictObject({ conversation: Id }), result: done },
  'conversations.undelete': { params: z.strictObject({ conversation: Id }), result: done },
  /** Asks where to; null when cancelled, else the file's name. */
  'conversations.export': {
    params: z.strictObject({ conversation: Id, format: z.enum(['markdown', 'json']) }),
    result: z.string().nullable(),
  },
  /** What stands unsent in a composer; `conversation: null` = the one of a new conversation. Empty text = none. */
  'conversations.draft': { params: z.strictObject({ conversation: Id.nullable() }), result: z.string() },
  'conversations.save-draft': {
    params: z.strictObject({ conversation: Id.nullable(), text: LongText }),
    result: done,
  },
} as const satisfies CallShapes
