import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { AppSettings } from '../../shared/contract/settings.ts'
import { useApi, useCall } from '../api.ts'
import { showToast } from '../ui/toast.ts'

/** As on a new profile, until main has said what is set. */
const untilKnown: AppSettings = {
  theme: 'system',
  weekStart: 'monday',
  zoom: 1,
  sidebarFolded: false,
  globalShortcut: null,
}

const key = ['settings.get', {}]

/** What is set, and how to change it. */
export function useAppSettings(): {
  readonly settings: AppSettings
  /** Shown at once; taken back, with a note that says why, when main refuses. False then. */
  change(changes: Partial<AppSettings>): Promise<boolean>
} {
  const api = useApi()
  const client = useQueryClient()
  const { data } = useCall('settings.get', {}, { topics: ['settings'] })
  const change = useCallback(
    async (changes: Partial<AppSettings>) => {
      const before = client.getQueryData<AppSettings>(key)
      if (before !== undefined) client.setQueryData<AppSettings>(key, { ...before, ...changes })
      try {
        await api.call('settings.set', changes)
        return true
      } catch (error) {
        client.setQueryData<AppSettings>(key, before)
        showToast({ text: `That could not be set. ${String((error as Error).message)}`, isBad: true })
        return false
      }
    },
    [api, client],
  )
  return { settings: data ?? untilKnown, change }
}
