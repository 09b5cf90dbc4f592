/** What an answer says that nothing it may rely on says. Written apart from Pixie's own check, which it must not trust. */
import { fold } from '../../src/shared/fold.ts'
import { datesIn, type FoundDay, timesIn, withoutDates, withoutTimes } from './dates.ts'
import { numbersIn } from './numbers.ts'
import { plainWords } from './text.ts'

export interface Unsupported {
  readonly numbers: readonly string[]
  readonly dates: readonly string[]
  readonly names: readonly string[]
}

const notNames = new Set(
  `i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december today tomorrow yesterday`.split(/\s+/),
)
const nameInside = /(?<=[\p{L}\p{N},;:)"”’]\s+["“(]?)\p{Lu}[\p{L}\p{M}'’-]+/gu
const germanWords = /\b(?:der|die|das|und|ist|nicht|ein|eine|am|im)\b/g

/** In German every noun has a capital letter, so names cannot be told there. */
const isGerman = (text: string) => (fold(text).match(germanWords) ?? []).length >= 3

const dayText = ({ year, month, day }: FoundDay) => `${year ?? '-'}-${month}-${day}`

function isKnownDay(day: FoundDay, known: readonly FoundDay[]): boolean {
  return known.some(
    (each) =>
      each.month === day.month &&
      each.day === day.day &&
      (day.year === null || each.year === null || each.year === day.year),
  )
}

/** @param known all that the answer may rely on: sources, question, what was said before, today and the days asked for */
export function unsupportedIn(answer: string, known: string): Unsupported {
  const knownDays = datesIn(known).flat()
  const dates = datesIn(answer)
    .filter((readings) => !readings.some((day) => isKnownDay(day, knownDays)))
    .map(([day]) => (day === undefined ? '' : dayText(day)))
  const knownTimes = new Set(timesIn(known))
  const times = timesIn(answer).filter((time) => !knownTimes.has(time))
  const knownNumbers = new Set(numbersIn(known).flatMap(({ values }) => values))
  const squeezed = plainWords(known).replaceAll(' ', '')
  const numbers = numbersIn(withoutTimes(withoutDates(answer)))
    .filter(({ values }) => !values.some((value) => knownNumbers.has(value)))
    .map(({ values }) => String(values[0]))
    .filter((number) => !squeezed.includes(number.replace(/\D/g, '')))
  const knownWords = ` ${plainWords(known)} `
  const names = (isGerman(answer) ? [] : (answer.match(nameInside) ?? [])).filter((name) => {
    const word = plainWords(name)
    return !notNames.has(word) && !knownWords.includes(` ${word.replace(/ s$/, '')}`)
  })
  return { numbers: [...numbers, ...times], dates, names }
}

export function countUnsupported({ numbers, dates, names }: Unsupported): number {
  return numbers.length + dates.length + names.length
}
