/** Everything that happens in a turn, in the order in which it happens. The command line and the app only consume these. */
import type { Plan, Source, Turn } from './turn.ts'

/** What a person sees of a dispatch: which part of their data is looked at, and how it went. */
export interface Pill {
  /** The dispatch's step; unique within the turn. */
  readonly step: number
  readonly label: 'Notebook' | 'Files' | 'Memory' | 'Date' | 'Calendar'
  readonly state: 'running' | 'done' | 'nothing' | 'failed'
  /** What was understood or found, short: `2 notes`, `Wed 2 Dec 2026`. Empty while running. */
  readonly detail: string
}

export type RunEvent =
  | {
      readonly type: 'run-start'
      readonly trace: string
      readonly conversation: string
      readonly question: string
    }
  | { readonly type: 'plan'; readonly plan: Plan; readonly replanned: boolean }
  /** Something the person should know that is no answer: a tool without a grant, a shortened list, left-out messages. */
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'pill'; readonly pill: Pill }
  | { readonly type: 'text-delta'; readonly text: string }
  /** What was streamed so far does not hold; this is the text now. */
  | { readonly type: 'text-replace'; readonly text: string }
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  /** Always the last. */
  | { readonly type: 'run-end'; readonly turn: Turn }

export type EmitRunEvent = (event: RunEvent) => void
