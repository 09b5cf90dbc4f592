/** Follows one run over a channel on which batches may be late, repeated or lost. */
import type { RunSnapshot } from '../../../../shared/contract/chat.ts'
import type { WireError } from '../../../../shared/errors.ts'
import type { RunEvent } from '../../../../shared/run-event.ts'
import { emptyRun, type RunIds, type RunView, withEvent } from './run-view.ts'

export interface RunBatch {
  /** Of the last event in `events`. */
  readonly seq: number
  readonly events: readonly RunEvent[]
}

export interface RunFollower {
  view(): RunView
  offer(batch: RunBatch): void
  fail(error: WireError): void
  name(ids: RunIds): void
  /** Asks for all of it again; what comes meanwhile is kept for after that. */
  resync(): void
}

interface FollowerOptions {
  readonly run: string
  readonly conversation: string
  readonly ids: RunIds | null
  /** Null when main knows no such run any more. May reject; the next event then asks again. */
  snapshot(): Promise<RunSnapshot | null>
  onChange(): void
}

export function createRunFollower({
  run,
  conversation,
  ids,
  snapshot,
  onChange,
}: FollowerOptions): RunFollower {
  let view = emptyRun(run, conversation, ids)
  let lastSeq = 0
  let isSyncing = false
  let held: RunBatch[] = []

  const change = (next: RunView) => {
    view = next
    onChange()
  }

  const offer = (batch: RunBatch) => {
    if (batch.seq <= lastSeq) return
    if (isSyncing) {
      held.push(batch)
      return
    }
    const first = batch.seq - batch.events.length + 1
    if (first > lastSeq + 1) {
      held.push(batch)
      void sync()
      return
    }
    const fresh = batch.events.slice(lastSeq + 1 - first)
    lastSeq = batch.seq
    change(fresh.reduce(withEvent, view))
  }

  const take = (all: RunSnapshot | null) => {
    if (all === null) return change({ ...view, isOver: true })
    const found = { question: all.question, answer: all.answer }
    if (all.seq < lastSeq) return change({ ...view, ids: found })
    lastSeq = all.seq
    const whole = all.events.reduce(withEvent, emptyRun(run, conversation, found))
    change({
      ...whole,
      error: all.error ?? view.error,
      isOver: whole.isOver || all.isOver || view.error !== null,
    })
  }

  const sync = async () => {
    if (isSyncing) return
    isSyncing = true
    try {
      take(await snapshot())
    } catch {
      // What is held waits for the next event or gap, which asks again.
      isSyncing = false
      return
    }
    isSyncing = false
    const batches = held.sort((a, b) => a.seq - b.seq)
    held = []
    for (const batch of batches) offer(batch)
  }

  return {
    view: () => view,
    offer,
    fail: (error) => change({ ...view, error, isOver: true }),
    name: (found) => {
      if (view.ids === null) change({ ...view, ids: found })
    },
    resync: () => void sync(),
  }
}
