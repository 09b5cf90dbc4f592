/** One question asked, and what came of it, as it stands in a results file. */
import { z } from 'zod'
import { taskClasses } from './tasks.ts'

export const layers = ['route', 'l2', 'whole'] as const
export type Layer = (typeof layers)[number]

const Tokens = z.object({ evaluated: z.number(), reused: z.number(), generated: z.number() })

/** What the engine was used for. */
const Cost = z.object({
  tokens: Tokens,
  /** Tokens of the longest session, prompt and reply: an upper bound of what stood in the window at once. */
  peakContext: z.number(),
  modelCalls: z.number(),
  ms: z.number(),
  /** Of `ms`, what passed inside the engine; results of older runs have none. */
  engineMs: z.number().optional(),
  /** The first question of a profile, which reads what `warmedAhead` did not. It is left out of the cost of a warm turn. */
  isCold: z.boolean(),
})
export type Cost = z.infer<typeof Cost>

/** True, false, or null where a task says nothing about it. */
const Verdict = z.boolean().nullable()

const Grades = z.object({
  rightHandle: Verdict,
  /** Every expected tool ran. */
  rightTool: Verdict,
  /** Every expected tool was asked so that it brings what must be found. */
  rightArguments: Verdict,
  /** Known tools only, arguments that fit, no call written as text. */
  formValid: Verdict,
  /** The answer holds an accepted value and no rejected one. */
  answerRight: Verdict,
  /** Nothing in the answer stands nowhere. */
  answerSupported: Verdict,
  unsupported: z.number(),
  declinedRightly: Verdict,
  /** No tool ran that must not. */
  calledWell: Verdict,
  /** The whole task. */
  pass: z.boolean(),
})
export type Grades = z.infer<typeof Grades>
export type Verdict = z.infer<typeof Verdict>

export const Trial = z.object({
  type: z.literal('trial'),
  task: z.string(),
  wording: z.int(),
  layer: z.enum(layers),
  class: z.enum(taskClasses),
  owner: z.string(),
  question: z.string(),
  /** Null when no tool was chosen. */
  handle: z.string().nullable(),
  answer: z.string(),
  end: z.string(),
  grades: Grades,
  cost: Cost,
  /** Tool calls and every session of the model, exactly as it was given and answered. */
  dispatches: z.array(z.unknown()),
  sessions: z.array(z.unknown()),
})
export type Trial = z.infer<typeof Trial>

export const Header = z.object({
  type: z.literal('header'),
  tasks: z.string(),
  layer: z.enum(layers),
  /** `pixie`, or the peer that answered. */
  system: z.string(),
  model: z.string(),
  sha256: z.string().nullable(),
  threads: z.string(),
  cpu: z.string(),
  cores: z.int(),
  node: z.string(),
  commit: z.string(),
  startedAt: z.string(),
  /** What all questions have in common was evaluated before the first. Older results have nothing here: it was not. */
  warmedAhead: z.boolean().optional(),
})
export type Header = z.infer<typeof Header>

export const keyOf = ({ task, wording }: Pick<Trial, 'task' | 'wording'>) => `${task}#${wording}`
