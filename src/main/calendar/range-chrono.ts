import * as chrono from 'chrono-node'
import { daySpan } from './range-parts.ts'
import type { Sentence } from './range-sentence.ts'
import { yearly } from './range-spans.ts'
import type { Span } from './range-types.ts'

/**
 * Single dates in spellings the own rules do not know (`twenty-fifth of December`). Only those that state day and month
 * are taken: the library also guesses days for times, ordinals and single words.
 */
export function chronoDay({ text, setting }: Sentence): { span: Span; label: string } | null {
  for (const result of chrono.strict.parse(text, new Date(setting.now.epochMilliseconds))) {
    const { start } = result
    if (!start.isCertain('day') || !start.isCertain('month') || !hasMonthAndDay.test(result.text)) continue
    const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
    if (year === null || month === null || day === null) continue
    const make = (each: number) => daySpan(each, month, day)
    const direction = setting.past ? 'past' : 'coming'
    const span = start.isCertain('year') ? make(year) : yearly(make, { at: setting.today, direction })
    if (span !== null) return { span, label: result.text.toLowerCase() }
  }
  return null
}

/** A month in letters, and a day in figures or as "… of": not `1/2`, not `second march`. */
const hasMonthAndDay = /(?=.*\p{L}{3})(?:\d|\bof\b)/iu
