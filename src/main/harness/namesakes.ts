/** Whether a question that names one person may mean several: two of that name, two plumbers. Code, no model. */
import { fold, looselyContains } from '../../shared/fold.ts'
import { isEverydayWord } from '../search/related-words.ts'
import { longNumbersIn } from './asked-value.ts'
import { fullName, heldShare, type WeightedTerm } from './coverage.ts'
import type { Reading } from './readings.ts'

/** What people are called by what they do, where a question says no more. Folded. */
const roles = new Set(
  `plumber electrician carpenter painter mechanic builder gardener cleaner driver doctor dentist vet nurse optician
  lawyer accountant teacher tutor hairdresser barber tailor cook babysitter neighbour neighbor landlord landlady
  caretaker cousin colleague technician klempner installateur elektriker schreiner maler arzt zahnarzt nachbar`.split(
    /\s+/,
  ),
)

/** A word of a question that may say who is meant, and what else it says of them. */
export interface Subject {
  readonly term: WeightedTerm
  readonly others: readonly WeightedTerm[]
}

/** Each word of the question that may say who is meant: those that stand in the data and are no kind of value. */
export function subjectsOf(terms: readonly WeightedTerm[]): Subject[] {
  const telling = terms.filter(({ isKind, isUnknown }) => !isUnknown && !isKind)
  return telling.map((term) => ({ term, others: telling.filter((other) => other !== term) }))
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

/**
 * Whether the sources may hold several whom the question means, so that no single one of them answers it yet. Where it says
 * more than who is meant, they must hold several already.
 */
export function mayBeSeveral(readings: readonly Reading[], subject: Subject): boolean {
  if (subject.others.length > 0) return namesakesIn(readings, subject).length > 0
  const { term } = subject
  return isRole(term) || readings.some(({ passage }) => fullNames(passage, term).length > 0)
}

export interface Namesake {
  /** Verbatim. */
  readonly line: string
  readonly reading: Reading
}

/** Who a line is about that has the word: by the number of one of a trade, else by their full names. Folded. */
function whomIn(line: string, term: WeightedTerm): readonly string[] {
  if (!isRole(term)) return fullNames(line, term).map(fold)
  // Further numbers in a line are of the same person.
  return term.forms.some((form) => looselyContains(line, form)) ? longNumbersIn(line).slice(0, 1) : []
}

/** Sums of shares are off by less than this. */
const rounding = 1e-9

/**
 * A line about each of those whom the question may mean; empty when there is only one, when one has more of what else the
 * question says, or when none has any of it.
 */
export function namesakesIn(readings: readonly Reading[], { term, others }: Subject): Namesake[] {
  const byWhom = new Map<string, Namesake & { readonly share: number }>()
  for (const reading of readings)
    for (const line of linesOf(reading)) {
      const whom = whomIn(line, term)
      if (whom.length === 0) continue
      const share = heldShare(`${reading.title}\n${line}`, others)
      for (const each of whom) {
        const known = byWhom.get(each)
        const isSaidFirst = fold(line).trimStart().startsWith(each) && known?.share === share
        if (known === undefined || share > known.share || isSaidFirst)
          byWhom.set(each, { line, reading, share })
      }
    }
  const most = Math.max(0, ...[...byWhom.values()].map(({ share }) => share))
  const meant = [...byWhom.values()].filter(({ share }) => share >= most - rounding)
  return most === 0 || meant.length < 2 ? [] : meant
}
