/** Numbers with units in running text, in the ways that people in several countries write them. */
import { fold } from '../../src/shared/fold.ts'

export interface FoundNumber {
  /** More than one where the signs can be read in two ways: `1.250` is 1250 or 1.25. */
  readonly values: readonly number[]
  /** The canonical unit beside it, or null. */
  readonly unit: string | null
}

/** Spellings of each unit, folded; the first is its canonical name. */
const unitSpellings = [
  ['€', 'eur', 'euro', 'euros'],
  ['yen', 'jpy', '¥', '円'],
  ['$', 'dollar', 'dollars', 'cad', 'usd'],
  ['naira', 'ngn', '₦', 'n'],
  ['£', 'gbp', 'pound', 'pounds'],
  ['kr', 'sek', 'kronor'],
  ['day', 'days', 'tag', 'tage', 'tagen', 'dia', 'dias', 'jour', 'jours', 'diena', 'dienos', '日'],
  ['week', 'weeks', 'woche', 'wochen', 'semana', 'semanas', 'semaine', 'semaines', '週間'],
  ['month', 'months', 'monat', 'monate', 'monaten', 'mes', 'meses', 'mois', 'か月', 'ヶ月'],
  ['year', 'years', 'jahr', 'jahre', 'jahren', 'ano', 'anos', 'an', 'ans', '年'],
  ['hour', 'hours', 'stunde', 'stunden', 'hora', 'horas', 'heure', 'heures'],
  ['minute', 'minutes', 'minuten', 'minutos', 'min'],
  ['bar'],
  ['percent', '%', 'prozent', 'por cento', 'per cent'],
  ['kg', 'kilo', 'kilos', 'kilogram', 'kilograms'],
  ['g', 'gram', 'grams'],
  ['mg', 'milligram', 'milligrams'],
  ['µg', 'ug', 'mcg', 'microgram', 'micrograms'],
  ['km', 'kilometre', 'kilometres', 'kilometer', 'kilometers'],
  ['m', 'metre', 'metres', 'meter', 'meters'],
  ['cm', 'centimetre', 'centimetres'],
  ['mm', 'millimetre', 'millimetres', 'millimeter', 'millimeters'],
] as const

const currencies: ReadonlySet<string> = new Set(['€', 'yen', '$', 'naira', '£', 'kr'])
const canonical = new Map(
  unitSpellings.flatMap((spellings) => spellings.map((spelling) => [fold(spelling), spellings[0]] as const)),
)

/** Throws for a unit that no table knows, so that a task cannot ask for what is never found. */
export function knownUnit(unit: string): string {
  const known = canonical.get(fold(unit))
  if (known === undefined) throw new Error(`No such unit: ${unit}`)
  return known
}

const smallNumbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const spelled = new RegExp(`\\b(?:${smallNumbers.join('|')})\\b`, 'g')

const figure = String.raw`\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?`
/** Not a piece of a longer number, a date, a time, an identifier or a word; only a currency's letter may stand before it. */
const numberPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}]|\p{N}[.,:/'-])(?:(?<before>€|eur|¥|jpy|\$|cad|₦|ngn|n|£)\s?)?(?<![\p{N}]|\p{N}[.,:/'-])(?<figure>${figure})(?![\p{N}]|[.,:/'-]\p{N}|[-_/]\p{L})(?<after>\s?(?:[€¥$₦£%円]|[\p{L}µ]+)?)`,
  'gu',
)

/** Every way in which the signs can be meant. */
function readings(text: string): number[] {
  const digits = text.replace(/['\u00a0\u202f ]/g, '')
  const signs = [...digits.matchAll(/[.,]/g)].map(([sign]) => sign)
  const last = signs.at(-1)
  if (last === undefined) return [Number(digits)]
  const whole = Number(digits.replace(/[.,]/g, ''))
  const at = digits.lastIndexOf(last)
  const before = digits.slice(0, at).replace(/[.,]/g, '')
  const decimal = Number(`${before}.${digits.slice(at + 1)}`)
  // Two different signs: the last one is the decimal one. One sign twice: both separate thousands.
  if (new Set(signs).size > 1) return [decimal]
  if (signs.length > 1) return [whole]
  return digits.length - at - 1 === 3 && before !== '0' ? [whole, decimal] : [decimal]
}

export function numbersIn(text: string): FoundNumber[] {
  const words = fold(text).replace(spelled, (word) => String(smallNumbers.indexOf(word) + 1))
  return [...words.matchAll(numberPattern)].flatMap(({ groups = {} }) => {
    const beside = groups.after ?? ''
    const after = canonical.get(beside.trim()) ?? null
    // Letters that stick to the figure and are no unit make it a name: `845b`.
    if (after === null && /^\p{L}/u.test(beside)) return []
    const before = groups.before === undefined ? null : (canonical.get(groups.before) ?? null)
    return [{ values: readings(groups.figure ?? ''), unit: after ?? before }]
  })
}

/** Whether the text holds the number with its unit. A currency may be left out, another unit never fits. */
export function holdsNumber(text: string, wanted: number, unit: string | null): boolean {
  const known = unit === null ? null : knownUnit(unit)
  return numbersIn(text).some(({ values, unit: found }) => {
    if (!values.some((value) => Math.abs(value - wanted) < 1e-9)) return false
    if (known === null || found === known) return true
    return currencies.has(known) && found === null
  })
}
