/** Dates and times in running text, in any written form. */
import { fold } from '../../src/shared/fold.ts'

export interface FoundDay {
  /** Null when none is named. */
  readonly year: number | null
  readonly month: number
  readonly day: number
}

/** One place in a text; more than one reading for `3/4/2027`. */
export type FoundDate = readonly FoundDay[]

/** Folded beginnings that name a month in English, German, Portuguese and French. */
const monthNames = [
  'jan|januar|january|janeiro|janvier',
  'feb|februar|february|fev|fevereiro|fevrier',
  'mar|march|marz|maerz|marco|mars',
  'apr|april|abr|abril|avr|avril',
  'may|mai|maio',
  'jun|june|juni|junho|juin',
  'jul|july|juli|julho|juillet',
  'aug|august|ago|agosto|aout',
  'sep|sept|september|set|setembro|septembre',
  'oct|october|okt|oktober|out|outubro|octobre',
  'nov|november|novembro|novembre',
  'dec|december|dez|dezember|dezembro|decembre',
]
const monthOf = new Map(
  monthNames.flatMap((names, index) => names.split('|').map((name) => [name, index + 1] as const)),
)
const month = `(?<month>${[...monthOf.keys()].sort((a, b) => b.length - a.length).join('|')})\\.?`
const edge = String.raw`(?<![\p{L}\p{N}]|\p{N}[.,/:-])`
/** A whole date may follow a comma: in a table there is no space between `6642` and `2027-12-09`. */
const cellEdge = String.raw`(?<![\p{L}\p{N}]|\p{N}[./:-])`
const end = String.raw`(?![\p{L}\p{N}]|[./:-]\p{N})`

const patterns = [
  String.raw`${cellEdge}(?<year>\d{4})[-/.](?<number>\d{1,2})[-/.](?<day>\d{1,2})(?![\p{N}])`,
  String.raw`(?:(?<year>\d{4})年)?(?<!\p{N})(?<number>\d{1,2})月(?<day>\d{1,2})日`,
  String.raw`${edge}(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º|o)?\s+(?:of\s+|de\s+)?${month}(?:\s*,?\s*(?:of\s+|de\s+)?(?<year>\d{4}))?${end}`,
  String.raw`(?<![\p{L}\p{N}])${month}\s+(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s*,?\s+(?<year>\d{4}))?${end}`,
  String.raw`${cellEdge}(?<day>\d{1,2})(?<sign>[./-])(?<number>\d{1,2})\k<sign>(?<year>\d{4})(?![\p{N}])`,
].map((source) => new RegExp(source, 'gu'))

const isDay = ({ month: m, day }: FoundDay) => m >= 1 && m <= 12 && day >= 1 && day <= 31

function readingsOf(groups: Record<string, string | undefined>): FoundDay[] {
  const year = groups.year === undefined ? null : Number(groups.year)
  const day = Number(groups.day)
  const named = groups.month === undefined ? undefined : monthOf.get(groups.month)
  if (named !== undefined) return [{ year, month: named, day }]
  const number = Number(groups.number)
  const dayFirst = { year, month: number, day }
  // Only slashes are written month first.
  return (groups.sign === '/' ? [dayFirst, { year, month: day, day: number }] : [dayFirst]).filter(isDay)
}

export function datesIn(text: string): FoundDate[] {
  const folded = fold(text)
  return patterns
    .flatMap((pattern) => [...folded.matchAll(pattern)])
    .map(({ groups = {} }) => readingsOf(groups))
    .filter((readings) => readings.length > 0)
}

/** The text without its dates, so that their figures are not taken for numbers. */
export function withoutDates(text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, ' '), fold(text))
}

/**
 * @param wanted `YYYY-MM-DD`, or `--MM-DD` for the day of any year
 * @param needsYear whether the text must name the year; a wrong one never fits
 */
export function holdsDate(text: string, wanted: string, needsYear: boolean): boolean {
  const [, year = '', monthText, dayText] = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(wanted) ?? []
  const isYearFree = year === '-'
  return datesIn(text).some((readings) =>
    readings.some(
      (found) =>
        found.month === Number(monthText) &&
        found.day === Number(dayText) &&
        (isYearFree || (found.year === null ? !needsYear : found.year === Number(year))),
    ),
  )
}

const timePatterns = [
  /(?<![\p{L}\p{N}.:])(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2})?\s*(?<half>am|pm|a\.m\.|p\.m\.)?(?![\p{N}:])/gu,
  /(?<![\p{L}\p{N}.:])(?<hour>\d{1,2})h(?<minute>\d{2})?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}.:,])(?<hour>\d{1,2})\.(?<minute>\d{2})\s*(?:uhr|h\b|(?<half>am|pm))/gu,
  /(?<![\p{L}\p{N}.:,])(?<hour>\d{1,2})\s*(?:uhr|o'clock|時|(?<half>am|pm|a\.m\.|p\.m\.))(?![\p{L}\p{N}])/gu,
]
/** The `T` of `2027-03-19T13:00` would pass for a word before the time. */
const isoTime = /(\d)t(\d{2}:\d{2})/g
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** `HH:MM` of every time of day in the text. */
export function timesIn(text: string): string[] {
  const folded = fold(text).replace(isoTime, '$1 $2')
  const found = timePatterns.flatMap((pattern) => [...folded.matchAll(pattern)])
  const times = found.flatMap(({ groups = {} }) => {
    const hour = Number(groups.hour)
    const isAfternoon = groups.half?.startsWith('p') === true
    const isMorning = groups.half?.startsWith('a') === true
    const of24 = isAfternoon && hour < 12 ? hour + 12 : isMorning && hour === 12 ? 0 : hour
    const minute = Number(groups.minute ?? 0)
    return of24 < 24 && minute < 60 ? [`${twoDigits(of24)}:${twoDigits(minute)}`] : []
  })
  return /(?<!\p{L})(?:noon|midday)(?!\p{L})/u.test(folded) ? [...times, '12:00'] : times
}

/** As `withoutDates`; the text is folded. */
export function withoutTimes(text: string): string {
  return timePatterns.reduce((rest, pattern) => rest.replace(pattern, ' '), fold(text))
}
