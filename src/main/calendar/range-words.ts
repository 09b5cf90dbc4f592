/** What a language has to say about dates: data only. One table a language; `range-lexicon.ts` joins them. */

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'fortnight' | 'weekend' | 'month' | 'quarter' | 'year'
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'
/** `rolling`: "the past week" is the last seven days, where "last week" is a calendar week. */
export type Modifier = 'this' | 'next' | 'last' | 'coming' | 'rolling' | 'after-next'
export type Position = 'start' | 'middle' | 'end'

/** The jobs of small words, whatever the language. `ago` stands behind its number, `ago-before` in front ("vor zwei Tagen"). */
export type Role =
  | 'in'
  | 'on'
  | 'from'
  | 'to'
  | 'until'
  | 'since'
  | 'between'
  | 'and'
  | 'of'
  | 'the'
  | 'ago'
  | 'ago-before'
  | 'hence'
  | 'before'
  | 'after'
  | 'within'
  | 'every'
  | 'rest'
  | 'for'
  | 'during'

export interface Holiday {
  /** In order, small letters. */
  readonly words: readonly string[]
  /** 1–12, or 0: `day` counts from Easter Sunday. */
  readonly month: number
  readonly day: number
}

type Table<T> = Readonly<Record<string, T>>

export interface DateWords {
  /** Days from today. */
  readonly days: Table<number>
  readonly modifiers: Table<Modifier>
  readonly units: Table<Unit>
  /** Units in the plural: only with a number or after "the next". */
  readonly plurals: Table<Unit>
  /** 1 = Monday. */
  readonly weekdays: Table<number>
  /** Short forms that are words too (sat, sun, so): only where the words around ask for a weekday. */
  readonly shortWeekdays: Table<number>
  readonly months: Table<number>
  /** Months that are names or words too (may, april, jan): only where the words around ask for a month. */
  readonly shakyMonths: Table<number>
  readonly seasons: Table<Season>
  readonly numbers: Table<number>
  readonly ordinals: Table<number>
  readonly dayParts: string
  readonly positions: Table<Position>
  readonly roles: Readonly<Partial<Record<Role, string>>>
  readonly holidays: readonly Holiday[]
  /** A weekday after one of these is no date: Black Friday. */
  readonly notBeforeWeekday: string
  /** Verbs that say the sentence is about the past. */
  readonly past: string
  /** Words that show that it is this language. */
  readonly markers: string
  /** Words that may follow a date; any other word makes "5th" or "Christmas" part of a name (5th floor, Christmas list). */
  readonly small: string
}
