/** Whether a question that names one person may mean several: two of that name, two plumbers. Code, no model. */
import { fold, looselyContains } from '../../shared/fold.ts'
import { isEverydayWord } from '../search/related-words.ts'
import { longNumbersIn } from './asked-value.ts'
import type { WeightedTerm } from './coverage.ts'
import type { Reading } from './readings.ts'

/** What people are called by what they do, where a question says no more. Folded. */
const roles = new Set(
  `plumber electrician carpenter painter mechanic builder gardener cleaner driver doctor dentist vet nurse optician
  lawyer accountant teacher tutor hairdresser barber tailor cook babysitter neighbour neighbor landlord landlady
  caretaker cousin colleague technician klempner installateur elektriker schreiner maler arzt zahnarzt nachbar`.split(
    /\s+/,
  ),
)
const fullName = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{M}'’-]+)[ \t]+(\p{Lu}[\p{L}\p{M}'’-]+)/gu

/** The one word of a question that says who is meant; null when it says more, or nothing. */
export function soleSubject(terms: readonly WeightedTerm[]): WeightedTerm | null {
  const telling = terms.filter(({ isKind, isUnknown }) => !isUnknown && !isKind)
  const [only, ...others] = telling
  return only !== undefined && others.length === 0 ? only : null
}

const isRole = ({ forms }: WeightedTerm) => roles.has((forms[0] ?? '').replace(/s$/, ''))

/** `Ada Lund` and `Ada Berg` of `ada`; an everyday word, as in "Passport No", is nobody's name. */
function fullNames(text: string, { forms }: WeightedTerm): string[] {
  if (isEverydayWord(forms[0] ?? '')) return []
  return [...text.matchAll(fullName)].flatMap(([, first = '', last = '']) =>
    forms[0] === fold(first) ? [`${first} ${last}`] : [],
  )
}

const linesOf = ({ passage }: Reading) => passage.split('\n').filter((line) => line.trim() !== '')

/** Whether the sources may hold several whom the question means, so that no single one of them answers it yet. */
export function mayBeSeveral(readings: readonly Reading[], subject: WeightedTerm): boolean {
  return isRole(subject) || readings.some(({ passage }) => fullNames(passage, subject).length > 0)
}

export interface Namesake {
  /** Verbatim. */
  readonly line: string
  readonly reading: Reading
}

/** A line about each of those whom the question may mean; empty when there is only one. */
export function namesakesIn(readings: readonly Reading[], subject: WeightedTerm): Namesake[] {
  const byWhom = new Map<string, Namesake>()
  for (const reading of readings)
    for (const line of linesOf(reading)) {
      if (!subject.forms.some((form) => looselyContains(line, form))) continue
      // Further numbers in a line are of the same person.
      const whom = isRole(subject) ? longNumbersIn(line).slice(0, 1) : fullNames(line, subject).map(fold)
      for (const each of whom) if (!byWhom.has(each)) byWhom.set(each, { line, reading })
    }
  return byWhom.size < 2 ? [] : [...byWhom.values()]
}
