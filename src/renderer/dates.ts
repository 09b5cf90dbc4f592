/** Days and times in words. Days are `YYYY-MM-DD` of the owner's zone; they are counted as such, never as instants. */

const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** The day of a moment where the owner lives. */
export function dayOf(epochMs: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: zone,
  })
  return parts.format(epochMs)
}

export function addDays(day: string, days: number): string {
  return new Date(utc(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** 0 = Sunday. */
export function weekdayOf(day: string): number {
  return new Date(utc(day)).getUTCDay()
}

/** `Today`, `Yesterday`, `Monday 30 November`, `30 November 2024`: as short as it is clear. */
export function dayInWords(day: string, today: string): string {
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  if (day === addDays(today, 1)) return 'Tomorrow'
  const name = long.format(utc(day))
  return day.slice(0, 4) === today.slice(0, 4)
    ? `${weekday.format(utc(day))} ${name}`
    : `${name} ${Number(day.slice(0, 4))}`
}

/** `today 09:00` for the middle of a sentence. */
export function inSentence(words: string): string {
  return words.replace(/^(?:Today|Yesterday|Tomorrow)\b/, (word) => word.toLowerCase())
}

/** `30 November – 6 December 2026`, without saying twice what both days share. */
export function daysInWords(from: string, to: string): string {
  const last = `${long.format(utc(to))} ${to.slice(0, 4)}`
  if (from === to) return last
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))} – ${last}`
  const first = long.format(utc(from))
  return from.slice(0, 4) === to.slice(0, 4) ? `${first} – ${last}` : `${first} ${from.slice(0, 4)} – ${last}`
}

/** `09:00` of an ISO time with offset: as the clocks there showed it. */
export function timeOf(iso: string): string {
  return iso.slice(11, 16)
}

/** `Today 09:00`, `12 September 2026`: the time only where the day is near. */
export function momentInWords(epochMs: number, nowMs: number, zone: string): string {
  const [day, today] = [dayOf(epochMs, zone), dayOf(nowMs, zone)]
  const words = dayInWords(day, today)
  if (day !== today && day !== addDays(today, -1)) return words
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone })
  return `${words} ${time.format(epochMs)}`
}

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
