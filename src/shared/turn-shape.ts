import { z } from 'zod'
import { errorCodes } from './errors.ts'
import type { Ledger } from './ledger.ts'
import type { Source, TokenCounts, Turn, TurnEnd } from './turn.ts'

export const TokensShape = z.object({
  evaluated: z.int(),
  reused: z.int(),
  generated: z.int(),
}) satisfies z.ZodType<TokenCounts>

export const LedgerShape = z.object({
  parts: z.array(z.object({ part: z.string(), tokens: z.int() })).readonly(),
  largestPrompt: z.int(),
}) satisfies z.ZodType<Ledger>

export const SourceShape = z.object({
  kind: z.enum(['file', 'note', 'event', 'memory', 'date']),
  id: z.string(),
  title: z.string(),
  path: z.string().nullable(),
  location: z.string().nullable(),
  quote: z.string(),
}) satisfies z.ZodType<Source>

export const TurnEndShape = z.enum([
  'answered',
  'not-found',
  'halted',
  'stopped',
  'limit',
  'error',
]) satisfies z.ZodType<TurnEnd>

/** A turn as it is kept with its trace. */
export const TurnShape = z.object({
  answer: z.string(),
  mode: z.enum(['plan', 'direct']),
  end: TurnEndShape,
  replanned: z.boolean(),
  plan: z
    .object({ handles: z.array(z.string()), rationale: z.string(), tools: z.array(z.string()) })
    .nullable(),
  dispatches: z.array(
    z.object({
      step: z.int(),
      tool: z.string(),
      instruction: z.string(),
      arguments: z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullable(),
      outcome: z.enum(['ran', 'repeat', 'unknown-tool', 'halt', 'error']),
      result: z.string(),
      ms: z.number(),
    }),
  ),
  sources: z.array(SourceShape),
  tokens: TokensShape.extend({ byRole: z.record(z.string(), TokensShape) }),
  ledger: LedgerShape.exactOptional(),
  ms: z.number(),
  model: z.string(),
  conversation: z.string(),
  trace: z.string(),
  error: z.object({ code: z.enum(errorCodes), message: z.string(), hint: z.string() }).exactOptional(),
}) satisfies z.ZodType<Turn>
