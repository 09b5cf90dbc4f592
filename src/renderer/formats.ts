/**
 * Dates, times, numbers and sizes as the window writes them; nothing else formats any. Their order, signs and words are
 * those of the system's language; the words around them are English. Days are `YYYY-MM-DD` of the owner's zone.
 */
import { addDays, dayOf, utcOf } from './dates.ts'

/** Undefined: the system's. */
let locale: string | undefined
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<number, Intl.NumberFormat>()

/** For tests, whose texts must not hang on the machine. Undefined = the system's again. */
export function setLocale(tag: string | undefined): void {
  locale = tag
  dateFormats.clear()
  numberFormats.clear()
}

/** Kept: making one takes longer than using it. */
function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = dateFormats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(locale, options)
  dateFormats.set(key, made)
  return made
}

const day = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
const dayAndYear = { ...day, year: 'numeric' } as const
const clock = { timeStyle: 'short' } as const

/** `Today`, `Yesterday`, `Monday 30 November`, `30 November 2024`: as short as it is clear. */
export function dayInWords(which: string, today: string): string {
  if (which === today) return 'Today'
  if (which === addDays(today, -1)) return 'Yesterday'
  if (which === addDays(today, 1)) return 'Tomorrow'
  const isThisYear = which.slice(0, 4) === today.slice(0, 4)
  return dates(isThisYear ? { ...day, weekday: 'long' } : dayAndYear).format(utcOf(which))
}

/** `today 09:00` for the middle of a sentence. */
export function inSentence(words: string): string {
  return words.replace(/^(?:Today|Yesterday|Tomorrow)\b/, (word) => word.toLowerCase())
}

/** `30 November – 6 December 2026`, without saying twice what both days share. */
export function daysInWords(from: string, to: string): string {
  return dates(dayAndYear).formatRange(utcOf(from), utcOf(to))
}

/** `Calendar, 2027-03-10` with its days as one says them: `Calendar, Wed, 10 Mar 2027`. */
export function withDaysInWords(text: string): string {
  const format = dates({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return text.replace(/\b\d{4}-\d\d-\d\d\b/g, (which) => {
    const epochMs = utcOf(which)
    return Number.isNaN(epochMs) ? which : format.format(epochMs)
  })
}

/** `Mon`, for the head of a day. */
export function weekdayText(which: string): string {
  return dates({ weekday: 'short', timeZone: 'UTC' }).format(utcOf(which))
}

/** `09:00` or `9:00 AM` of an ISO time with offset: as the clocks there showed it. */
export function timeText(iso: string): string {
  return dates({ ...clock, timeZone: 'UTC' }).format(Date.parse(`${iso.slice(0, 16)}Z`))
}

/** `Today 09:00`, `12 September 2026`: the time only where the day is near. */
export function momentInWords(epochMs: number, nowMs: number, zone: string): string {
  const [which, today] = [dayOf(epochMs, zone), dayOf(nowMs, zone)]
  const words = dayInWords(which, today)
  if (which !== today && which !== addDays(today, -1)) return words
  return `${words} ${dates({ ...clock, timeZone: zone }).format(epochMs)}`
}

/** `12 Sept 2027`. */
export function dateText(epochMs: number, zone: string): string {
  return dates({ day: 'numeric', month: 'short', year: 'numeric', timeZone: zone }).format(epochMs)
}

/** `12 Sept 2027, 09:05`, in the machine's zone. */
export function momentText(epochMs: number): string {
  return dates({ dateStyle: 'medium', timeStyle: 'short' }).format(epochMs)
}

/** `April 2027`. */
export function monthText(epochMs: number, zone: string): string {
  return dates({ month: 'long', year: 'numeric', timeZone: zone }).format(epochMs)
}

/** `2,300`, `1.5`: always with so many digits after the point. */
export function number(value: number, digits = 0): string {
  const known = numberFormats.get(digits)
  if (known !== undefined) return known.format(value)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const made = new Intl.NumberFormat(locale, options)
  numberFormats.set(digits, made)
  return made.format(value)
}

/** `1 note`, `2,300 notes`. */
export function countText(count: number, one: string, many: string = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`
}

const units = ['kB', 'MB', 'GB', 'TB']

/** `1.2 GB`, counted in thousands as the system does. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return countText(bytes, 'byte')
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${number(value, unit > 0 && value < 10 ? 1 : 0)} ${units[unit]}`
}

/** `240 ms`, `7.8 s`, `2 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${number(ms)} ms`
  const seconds = Math.round(ms / 1000)
  if (ms < 59_950) return `${number(ms / 1000, 1)} s`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** `Documents, House and Work`: words of a sentence, and so English. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}

/** Where this machine is. */
export function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
