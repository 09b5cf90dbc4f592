/** Counting days. Days are `YYYY-MM-DD` of the owner's zone; they are counted as such, never as instants. */

const dayMs = 86_400_000
const zones = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment where the owner lives. */
export function dayOf(epochMs: number, zone: string): string {
  let parts = zones.get(zone)
  if (parts === undefined) {
    // Whatever the language of the system: this one writes `2026-11-30`.
    parts = new Intl.DateTimeFormat('en-CA', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone: zone,
    })
    zones.set(zone, parts)
  }
  return parts.format(epochMs)
}

export function addDays(day: string, days: number): string {
  return new Date(utcOf(day) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days after `day` the other is; negative before. */
export function daysBetween(day: string, other: string): number {
  return Math.round((utcOf(other) - utcOf(day)) / dayMs)
}

/** 0 = Sunday. */
export function weekdayOf(day: string): number {
  return new Date(utcOf(day)).getUTCDay()
}

/** `09:00` of an ISO time with offset, to compare with. */
export function timeOf(iso: string): string {
  return iso.slice(11, 16)
}

/** The moment that a day begins in UTC, where every day has 24 hours. */
export function utcOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
