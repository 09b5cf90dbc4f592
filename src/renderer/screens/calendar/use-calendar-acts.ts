import { useState } from 'react'
import type { CalendarSource } from '../../../shared/contract/calendar.ts'
import { CallError, useApi } from '../../api.ts'
import { countText } from '../../formats.ts'
import { showToast } from '../../ui/toast.ts'

export interface CalendarActs {
  /** Why the last calendar could not be added; null once another try began. */
  readonly error: CallError | null
  add(what: 'file' | 'folder'): Promise<void>
  remove(source: CalendarSource): Promise<void>
}

/** What the owner does with calendars, with its notes and ways back. */
export function useCalendarActs(): CalendarActs {
  const api = useApi()
  const [error, setError] = useState<CallError | null>(null)
  return {
    error,
    async add(what) {
      setError(null)
      try {
        const added = await api.call('calendar.add', { what })
        if (added !== null) showToast({ text: `${added.name} added, with ${events(added.events)}.` })
      } catch (thrown) {
        if (!(thrown instanceof CallError)) throw thrown
        setError(thrown)
      }
    },
    async remove(source) {
      try {
        await api.call('calendar.remove', { path: source.path })
        showToast({
          text: `${source.name} removed, with its events.`,
          undo: async () => void (await api.call('calendar.undo-remove', { path: source.path })),
        })
      } catch (thrown) {
        if (!(thrown instanceof CallError)) throw thrown
        showToast({ text: thrown.message, isBad: true })
      }
    },
  }
}

export function events(count: number): string {
  return countText(count, 'event')
}
