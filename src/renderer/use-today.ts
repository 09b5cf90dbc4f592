import { useQuery } from '@tanstack/react-query'
import { useApi } from './api.ts'
import { dayOf } from './dates.ts'
import { machineZone } from './formats.ts'

/** Midnight passes while the window is open. */
const lookAgainMs = 60_000

/** Now by the profile's clock (to the minute), the owner's zone, and the day it is there. The machine's until main has answered. */
export function useToday(): { readonly nowMs: number; readonly zone: string; readonly today: string } {
  const api = useApi()
  const info = useQuery({
    queryKey: ['app.info', 'today'],
    queryFn: () => api.call('app.info', {}),
    meta: { topics: [] },
    refetchInterval: lookAgainMs,
  })
  const nowMs = info.data?.nowMs ?? Date.now()
  const zone = info.data?.zone ?? machineZone()
  return { nowMs, zone, today: dayOf(nowMs, zone) }
}
