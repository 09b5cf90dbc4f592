/** Keeps an answer on disk while it is written: what was on the screen a second ago survives whatever happens. */
import type { WireError } from '../../shared/errors.ts'
import type { Pill, RunEvent } from '../../shared/run-event.ts'
import type { Turn } from '../../shared/turn.ts'
import type { Conversations } from '../conversations/conversations.ts'
import { type AnswerDetails, noDetails } from '../conversations/message.ts'

/** Each keeping is a durable write. */
const keepEveryMs = 1000

export interface AnswerKeeper {
  /** What a person has seen of the answer so far. */
  readonly text: string
  readonly details: AnswerDetails
  hear(event: RunEvent): void
  /** Durable when it returns, as are `fail` and `stop`. The first of the three decides; later ones and events do nothing. */
  finish(turn: Turn): void
  fail(error: WireError): void
  stop(): void
}

export function createAnswerKeeper(
  conversations: Pick<Conversations, 'keep' | 'finish'>,
  answer: string,
): AnswerKeeper {
  let text = ''
  let trace: string | null = null
  let details = noDetails
  let isOver = false
  let lastKeptMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  function keep(): void {
    timer = null
    lastKeptMs = performance.now()
    try {
      conversations.keep(answer, { text, trace, details })
    } catch {
      // A busy or full disk now may take it in a second; the end of the answer reports what stays wrong.
    }
  }

  function keepSoon(): void {
    timer ??= setTimeout(keep, Math.max(0, lastKeptMs + keepEveryMs - performance.now()))
    timer.unref()
  }

  /** True for the first. */
  function end(): boolean {
    if (timer !== null) clearTimeout(timer)
    const isFirst = !isOver
    isOver = true
    return isFirst
  }

  return {
    get text() {
      return text
    },
    get details() {
      return details
    },
    hear(event) {
      if (isOver) return
      if (event.type === 'run-start') trace = event.trace
      if (event.type === 'text-delta') text += event.text
      if (event.type === 'text-replace') text = event.text
      details = withEvent(details, event)
      if (event.type !== 'run-end') keepSoon()
    },
    finish(turn) {
      if (!end()) return
      const { plan, ms, error = null, answer: whole, sources } = turn
      const { evaluated, reused, generated } = turn.tokens
      details = { ...details, plan, ms, error, tokens: { evaluated, reused, generated } }
      conversations.finish(answer, { text: whole, trace: turn.trace, details, sources, end: turn.end })
    },
    fail(error) {
      if (!end()) return
      details = { ...details, error }
      conversations.finish(answer, { text, trace, details, sources: [], end: 'error' })
    },
    stop() {
      if (end()) conversations.finish(answer, { text, trace, details, sources: [], end: 'stopped' })
    },
  }
}

function withEvent(details: AnswerDetails, event: RunEvent): AnswerDetails {
  switch (event.type) {
    case 'plan':
      return { ...details, plan: event.plan }
    case 'pill':
      return { ...details, pills: withPill(details.pills, event.pill) }
    case 'notice':
      return { ...details, notices: [...details.notices, event.text] }
    default:
      return details
  }
}

function withPill(pills: readonly Pill[], pill: Pill): Pill[] {
  const at = pills.findIndex(({ step }) => step === pill.step)
  return at < 0 ? [...pills, pill] : pills.with(at, pill)
}
