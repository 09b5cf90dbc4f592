/** Days as people write them. */
import { fold } from '../../shared/fold.ts'
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

/** Languages that people name days and months in beside English. */
const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'sv', 'pl', 'lt']

/** Of a week and a year, as each language has them: `mittwoch`, `segunda` of "segunda-feira". */
const dayNames: ReadonlySet<string> = new Set(
  languages.flatMap((language) => {
    const named = (options: Intl.DateTimeFormatOptions, dates: readonly number[]) => {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      return dates.flatMap((date) => {
        const name = fold(format.format(date))
        return [name.replace('-', ''), ...name.split('-').slice(0, 1)]
      })
    }
    const week = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day))
    const year = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1))
    return [...named({ weekday: 'long' }, week), ...named({ month: 'long' }, year)]
  }),
)

/** Whether a folded word is the name of a weekday or month. */
export const isDayName = (word: string): boolean => dayNames.has(word)
