/** What a turn is made of, as the command line prints it and the app shows it. */
import type { ErrorCode } from './errors.ts'
import type { Arguments } from './json-schema.ts'
import type { Ledger } from './ledger.ts'

export type TurnMode = 'plan' | 'direct'

/** Why a turn ended. `limit`: a bound on steps, tokens or time. `halted`: a tool's budget ended it without an answer. */
export type TurnEnd = 'answered' | 'not-found' | 'halted' | 'stopped' | 'limit' | 'error'

export interface Plan {
  /** With the `@`. */
  readonly handles: readonly string[]
  readonly rationale: string
  /** Tool names in binding order. */
  readonly tools: readonly string[]
}

export type DispatchOutcome = 'ran' | 'repeat' | 'unknown-tool' | 'halt' | 'error'

export interface Dispatch {
  readonly step: number
  readonly tool: string
  readonly instruction: string
  readonly arguments: Arguments | null
  readonly outcome: DispatchOutcome
  /** What went back to L2. */
  readonly result: string
  readonly ms: number
}

export type SourceKind = 'file' | 'note' | 'event' | 'memory' | 'date'

export interface Source {
  readonly kind: SourceKind
  readonly id: string
  readonly title: string
  readonly path: string | null
  /** Where in it: `page 3`, `line 12`; null when it is short enough to need none. */
  readonly location: string | null
  /** Verbatim: the passage that the answer was written from. */
  readonly quote: string
}

export interface TokenCounts {
  readonly evaluated: number
  readonly reused: number
  readonly generated: number
}

export interface Turn {
  readonly answer: string
  readonly mode: TurnMode
  readonly end: TurnEnd
  readonly replanned: boolean
  readonly plan: Plan | null
  readonly dispatches: readonly Dispatch[]
  readonly sources: readonly Source[]
  /** `byRole` is keyed by trace tag: `planner`, `l2`, `l3.find_file.1`, `answer`. */
  readonly tokens: TokenCounts & { readonly byRole: Readonly<Record<string, TokenCounts>> }
  /** What the tokens were spent on; its sum is that of `tokens`. Turns of older versions have none. */
  readonly ledger?: Ledger
  readonly ms: number
  readonly model: string
  readonly conversation: string
  readonly trace: string
  /** Only when `end` is `error` or `stopped`. */
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly hint: string }
}
