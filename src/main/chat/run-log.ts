/** What a run said so far, numbered, and how it reaches the windows: in batches, each event once and in order. */
import type { RunEvent } from '../../shared/run-event.ts'

/** Within one frame of a slow screen; a model writes several pieces in this time. */
const batchMs = 20

export interface RunLog {
  /** Numbered from 1; the last is `events.length`. Text that was not published yet grows instead of making a new one. */
  readonly events: readonly RunEvent[]
  push(event: RunEvent): void
  /** Publishes at once what waits. */
  flush(): void
}

/** @param publish never throws; `seq` is the number of the last event in the batch */
export function createRunLog(publish: (seq: number, events: RunEvent[]) => void): RunLog {
  const events: RunEvent[] = []
  let published = 0
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const batch = events.slice(published)
    published = events.length
    if (batch.length > 0) publish(published, batch)
  }

  return {
    events,
    push(event) {
      const last = events.at(-1)
      if (event.type === 'text-delta' && last?.type === 'text-delta' && published < events.length)
        events[events.length - 1] = { type: 'text-delta', text: last.text + event.text }
      else events.push(event)
      timer ??= setTimeout(flush, batchMs)
    },
    flush,
  }
}
