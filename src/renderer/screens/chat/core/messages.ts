/** What a turn shows: the kept message, or the run that is still making it. */
import type { ChatMessage } from '../../../../shared/contract/conversations.ts'
import type { WireError } from '../../../../shared/errors.ts'
import type { Pill } from '../../../../shared/run-event.ts'
import type { Plan, Source, TokenCounts } from '../../../../shared/turn.ts'
import type { RunView } from './run-view.ts'

export interface AnswerView {
  readonly text: string
  readonly plan: Plan | null
  readonly pills: readonly Pill[]
  readonly notices: readonly string[]
  /** What is waited for before the turn begins; null when nothing was said of it. */
  readonly wait: string | null
  readonly sources: readonly Source[]
  readonly end: ChatMessage['end']
  readonly trace: string | null
  readonly ms: number | null
  readonly tokens: TokenCounts | null
  readonly error: WireError | null
  /** More is coming. */
  readonly isLive: boolean
}

/** A run outlives its message's own state only until that is read again. */
export function answerView(message: ChatMessage, run: RunView | undefined): AnswerView {
  if (run === undefined || message.end !== null)
    return { ...message, wait: null, isLive: run !== undefined && !run.isOver }
  const { turn } = run
  const isBegun = run.trace !== null
  return {
    text: run.text === '' && run.isOver ? message.text : run.text,
    plan: run.plan,
    pills: run.pills,
    notices: isBegun ? run.notices : [],
    wait: isBegun ? null : (run.notices.at(-1)?.replace(/…$/, '') ?? null),
    sources: turn?.sources ?? run.sources,
    end: turn?.end ?? (run.error === null ? null : 'error'),
    error: run.error ?? turn?.error ?? null,
    trace: run.trace,
    ms: turn?.ms ?? null,
    tokens: turn?.tokens ?? null,
    isLive: !run.isOver,
  }
}

/** Keeps the very objects that did not change, so that what shows them is not drawn again. */
export function mergeMessages(
  before: readonly ChatMessage[],
  after: readonly ChatMessage[],
): readonly ChatMessage[] {
  const known = new Map(before.map((message) => [message.id, message]))
  const merged = after.map((message) => {
    const old = known.get(message.id)
    return old !== undefined && isSame(old, message) ? old : message
  })
  const isUnchanged =
    merged.length === before.length && merged.every((message, index) => message === before[index])
  return isUnchanged ? before : merged
}

/** Messages can be long: texts are compared as such, and only the small rest as JSON. */
function isSame({ text: oldText, ...old }: ChatMessage, { text, ...fresh }: ChatMessage): boolean {
  return oldText === text && JSON.stringify(old) === JSON.stringify(fresh)
}

/**
 * The newest messages in place of what stood there. What leads up to the first of them is kept: a message has one
 * parent, so the way to it cannot have changed. Null when the two do not meet.
 */
export function withNewest(
  now: readonly ChatMessage[],
  newest: readonly ChatMessage[],
): readonly ChatMessage[] | null {
  const from = now.findIndex(({ id }) => id === newest[0]?.id)
  return from === -1 ? null : [...now.slice(0, from), ...newest]
}
