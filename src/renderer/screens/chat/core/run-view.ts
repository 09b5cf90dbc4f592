/** What is to be seen of a run, made from its events in their order. */
import type { RunSnapshot } from '../../../../shared/contract/chat.ts'
import type { WireError } from '../../../../shared/errors.ts'
import type { Pill, RunEvent } from '../../../../shared/run-event.ts'
import type { Plan, Source, Turn } from '../../../../shared/turn.ts'

/** What a run belongs to; null until main said so. */
export type RunIds = Pick<RunSnapshot, 'question' | 'answer'>

export interface RunView {
  readonly run: string
  readonly conversation: string
  readonly ids: RunIds | null
  readonly trace: string | null
  /** The last one that was made. */
  readonly plan: Plan | null
  /** One for each step, in the order in which they began. */
  readonly pills: readonly Pill[]
  readonly notices: readonly string[]
  readonly text: string
  readonly sources: readonly Source[]
  /** Set at the end, unless the run broke. */
  readonly turn: Turn | null
  readonly error: WireError | null
  readonly isOver: boolean
}

export function emptyRun(run: string, conversation: string, ids: RunIds | null): RunView {
  return {
    run,
    conversation,
    ids,
    trace: null,
    plan: null,
    pills: [],
    notices: [],
    text: '',
    sources: [],
    turn: null,
    error: null,
    isOver: false,
  }
}

export function withEvent(view: RunView, event: RunEvent): RunView {
  switch (event.type) {
    case 'run-start':
      // Notices before it said what was waited for.
      return { ...view, trace: event.trace, notices: [] }
    case 'plan':
      return { ...view, plan: event.plan }
    case 'notice':
      return { ...view, notices: [...view.notices, event.text] }
    case 'pill':
      return { ...view, pills: withPill(view.pills, event.pill) }
    case 'text-delta':
      return { ...view, text: view.text + event.text }
    case 'text-replace':
      return { ...view, text: event.text }
    case 'sources':
      return { ...view, sources: event.sources }
    case 'run-end':
      return { ...view, turn: event.turn, text: event.turn.answer, isOver: true }
    default:
      return event satisfies never
  }
}

function withPill(pills: readonly Pill[], pill: Pill): readonly Pill[] {
  const isKnown = pills.some(({ step }) => step === pill.step)
  return isKnown ? pills.map((old) => (old.step === pill.step ? pill : old)) : [...pills, pill]
}
