/** All languages in one look-up: what a word can mean in date words. */
import type { DateWords, Holiday, Modifier, Position, Role, Season, Unit } from './range-words.ts'
import { german } from './range-words-de.ts'
import { english } from './range-words-en.ts'

export interface Meaning {
  day?: number
  modifier?: Modifier
  unit?: Unit
  plural?: Unit
  weekday?: number
  shortWeekday?: number
  month?: number
  shakyMonth?: number
  season?: Season
  number?: number
  ordinal?: number
  position?: Position
  dayPart?: true
  small?: true
  notBeforeWeekday?: true
  roles: Set<Role>
}

const meanings = new Map<string, Meaning>()
for (const words of [english, german]) addLanguage(words)

/** Longest first, so that "New Year's Eve" is not read as New Year. */
export const holidays: readonly Holiday[] = [...english.holidays, ...german.holidays].sort(
  (a, b) => b.words.length - a.words.length,
)

const nothing: Meaning = { roles: new Set() }

/** What a word in small letters can mean; a word that is no date word means nothing. */
export function meaningOf(lower: string): Meaning {
  return meanings.get(lower) ?? nothing
}

const isGerman = wordSet(german.markers)
const englishPast = wordSet(english.past)
const germanPast = wordSet(german.past)
/** English past tense, German "what". */
const sharedPast = 'was'

/** True when a sentence, given as its words in small letters, speaks of the past. */
export function speaksOfPast(words: readonly string[]): boolean {
  const inGerman = words.some((word) => isGerman.has(word))
  return words.some(
    (word) =>
      (englishPast.has(word) && !(inGerman && word === sharedPast)) || (inGerman && germanPast.has(word)),
  )
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u).filter((word) => word !== ''))
}

function addLanguage(words: DateWords): void {
  const put = <T>(table: Readonly<Record<string, T>>, set: (meaning: Meaning, value: T) => void) => {
    for (const [word, value] of Object.entries(table)) set(entry(word), value)
  }
  put(words.days, (m, value) => (m.day = value))
  put(words.modifiers, (m, value) => (m.modifier = value))
  put(words.units, (m, value) => (m.unit = value))
  put(words.plurals, (m, value) => (m.plural = value))
  put(words.weekdays, (m, value) => (m.weekday = value))
  put(words.shortWeekdays, (m, value) => (m.shortWeekday = value))
  put(words.months, (m, value) => (m.month = value))
  put(words.shakyMonths, (m, value) => (m.shakyMonth = value))
  put(words.seasons, (m, value) => (m.season = value))
  put(words.numbers, (m, value) => (m.number = value))
  put(words.ordinals, (m, value) => (m.ordinal = value))
  put(words.positions, (m, value) => (m.position = value))
  for (const word of wordSet(words.dayParts)) entry(word).dayPart = true
  for (const word of wordSet(words.small)) entry(word).small = true
  for (const word of wordSet(words.notBeforeWeekday)) entry(word).notBeforeWeekday = true
  for (const [role, list] of Object.entries(words.roles)) {
    // `Object.entries` widens the keys; they are the roles of `DateWords`.
    for (const word of wordSet(list)) entry(word).roles.add(role as Role)
  }
}

function entry(word: string): Meaning {
  const known = meanings.get(word)
  if (known !== undefined) return known
  const made: Meaning = { roles: new Set() }
  meanings.set(word, made)
  return made
}
