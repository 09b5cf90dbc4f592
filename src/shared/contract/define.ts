/** How calls and events between the windows and main are declared. */
import { z } from 'zod'

export interface CallShape {
  /** What the window sends. Strict: an unknown key is refused. */
  readonly params: z.ZodObject
  readonly result: z.ZodType
}

export type CallShapes = Readonly<Record<string, CallShape>>

/** A call that takes nothing. */
export const nothing = z.strictObject({})
/** A call whose outcome is only that it worked. */
export const done = z.strictObject({})
/** Any id that Pixie made. */
export const Id = z.string().min(1).max(64)
/** Text of the owner's, as long as one may be. */
export const LongText = z.string().max(400_000)
