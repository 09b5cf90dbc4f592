/** Days as people write them. */
import type { Clock } from '../../shared/time.ts'

const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `Wednesday 2 December 2026` of `2026-12-02`. */
export function dayInWords(date: string): string {
  return longDay.format(new Date(`${date}T00:00:00Z`)).replace(',', '')
}

/** `YYYY-MM-DD` in the owner's zone. */
export const todayOf = ({ now, zone }: Clock): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now())
