/** Shapes that several features of the contract share. */
import { z } from 'zod'
import { errorCodes, type WireError } from '../errors.ts'
import type { Pill, RunEvent } from '../run-event.ts'
import { SourceShape, TurnShape } from '../turn-shape.ts'

export const ErrorShape = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string(),
  hint: z.string(),
}) satisfies z.ZodType<WireError>

export const PillShape = z.object({
  step: z.int(),
  label: z.enum(['Notebook', 'Files', 'Memory', 'Date', 'Calendar']),
  state: z.enum(['running', 'done', 'nothing', 'failed']),
  detail: z.string(),
}) satisfies z.ZodType<Pill>

export const PlanShape = TurnShape.shape.plan.unwrap()

export const RunEventShape = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run-start'),
    trace: z.string(),
    conversation: z.string(),
    question: z.string(),
  }),
  z.object({ type: z.literal('plan'), plan: PlanShape, replanned: z.boolean() }),
  z.object({ type: z.literal('notice'), text: z.string() }),
  z.object({ type: z.literal('pill'), pill: PillShape }),
  z.object({ type: z.literal('text-delta'), text: z.string() }),
  z.object({ type: z.literal('text-replace'), text: z.string() }),
  z.object({ type: z.literal('sources'), sources: z.array(SourceShape) }),
  z.object({ type: z.literal('run-end'), turn: TurnShape }),
]) satisfies z.ZodType<RunEvent>
