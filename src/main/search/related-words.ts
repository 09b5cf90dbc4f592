/**
 * Other words for a word of a question that stand in the owner's own data: everyday words for the same thing, in the
 * languages that the data is in, and where nothing else is known, words that are spelt nearly alike. Code, no model.
 */
import { z } from 'zod'
import { fold } from '../../shared/fold.ts'
import { editDistance } from '../nearest.ts'
import everydayWords from './everyday-words.json' with { type: 'json' }
import kindsOfThings from './kinds-of-things.json' with { type: 'json' }

/** Least and most, in characters, both included. */
export type Lengths = readonly [number, number]

/** What is asked of the data. */
export interface Vocabulary {
  /** Whether all words of a text stand in the data, each in some place, in this form or one that begins alike. */
  stands(text: string): boolean
  /** In how many notes, log lines, events and files a text's words stand. */
  frequency(text: string): number
  /** Folded words of the data that begin with a text, of any length unless it is given. */
  beginningWith(start: string, lengths?: Lengths): readonly string[]
}

/**
 * Small words that most texts of a language have. They are looked up without their marks, so that none here is a common word
 * of English then (Swedish `för`, Portuguese `às`), nor of German (`das`, Polish `się`).
 */
const markers: Readonly<Record<string, readonly string[]>> = {
  de: ['und', 'nicht', 'für', 'ist', 'mit', 'von', 'zum', 'zur', 'bei', 'auf'],
  fr: ['les', 'une', 'est', 'pour', 'avec', 'dans', 'des', 'chez', 'aux', 'sur'],
  es: ['los', 'una', 'para', 'del', 'las', 'por', 'con', 'está'],
  pt: ['não', 'uma', 'para', 'dos', 'com', 'pelo', 'pela', 'são', 'também', 'você'],
  it: ['che', 'della', 'sono', 'per', 'alla', 'nel', 'dal', 'gli'],
  nl: ['het', 'een', 'voor', 'niet', 'naar', 'zijn', 'aan', 'ook'],
  sv: ['och', 'att', 'inte', 'som', 'med', 'från', 'ett', 'eller'],
  pl: ['nie', 'jest', 'dla', 'przez', 'oraz', 'jak', 'tego', 'przy'],
  lt: ['yra', 'kad', 'nuo', 'iki', 'su', 'ir', 'apie', 'prie'],
  ru: ['не', 'для', 'что', 'на', 'по', 'от', 'при', 'или'],
  tr: ['ve', 'bir', 'için', 'ile', 'bu', 'olan', 'çok', 'daha'],
}
/** Languages that write several words as one: `Chor` stands in `Chorprobe`. */
const compounding: ReadonlySet<string> = new Set(['de', 'nl', 'sv'])
/** A shorter beginning of a word says nothing. In letters. */
const shortestPart = 4
/** Words of the data that a beginning is followed to. */
const mostCompounds = 6
/** Scripts that say the language: a word of the group in it is looked for by itself. */
const byScript: ReadonlySet<string> = new Set(['ja', 'zh', 'ko'])
/** How many of a language's markers must stand in the data. */
const markersNeeded = 2
/** So long, in ms, it is believed which languages the data is in: every word of a question asks, and files come slowly. */
const languagesKeptMs = 30_000
/** Shorter words have too many neighbours. In letters. */
const shortestMisspelt = 6
/** From so many letters two slips are allowed, else one. */
const twoSlips = 8

type Group = Readonly<Record<string, readonly string[]>>
const groups: readonly Group[] = z.array(z.record(z.string(), z.array(z.string()))).parse(everydayWords)

/** What a text may name instead of its kind: a painkiller is asked about, and a note says "ibuprofen". Never the other way. */
const thingsOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(z.record(z.string(), z.array(z.string())).parse(kindsOfThings)),
)

/** How often a lamp blinks stands in a manual in words. */
const numerals: readonly (readonly string[])[] = [
  ['1', '1x', 'one', 'once', 'ein', 'einmal'],
  ['2', '2x', 'two', 'twice', 'zwei', 'zweimal'],
  ['3', '3x', 'three', 'thrice', 'drei', 'dreimal'],
  ['4', '4x', 'four', 'vier', 'viermal'],
  ['5', '5x', 'five', 'funf', 'funfmal'],
  ['6', '6x', 'six', 'sechs', 'sechsmal'],
  ['7', '7x', 'seven', 'sieben', 'siebenmal'],
  ['8', '8x', 'eight', 'acht', 'achtmal'],
  ['9', '9x', 'nine', 'neun', 'neunmal'],
  ['10', '10x', 'ten', 'zehn', 'zehnmal'],
]
/** Of a folded word that is a small number, its other forms. */
const numeralsOf = (word: string) => numerals.filter((forms) => forms.includes(word)).flat()

/** Questions have `guardachuva` of "guarda-chuva". */
function spellings(word: string): readonly string[] {
  const folded = fold(word)
  return [folded, folded.replaceAll('-', '')]
}

const groupsByWord: ReadonlyMap<string, readonly Group[]> = byWord()

function byWord(): Map<string, Group[]> {
  const map = new Map<string, Group[]>()
  for (const group of groups)
    for (const word of new Set(Object.values(group).flat().flatMap(spellings)))
      map.set(word, [...(map.get(word) ?? []), group])
  return map
}

/** `mum` of `mums`. In letters. */
const shortestBase = 3

/** The word and what it may be a form of, as far as English endings go. */
function baseForms(word: string): string[] {
  const shorter = [/ies$/, /es$/, /s$/, /ing$/, /ed$/].flatMap((ending) =>
    ending.test(word) && word.replace(ending, '').length >= shortestBase ? [word.replace(ending, '')] : [],
  )
  return [word, ...shorter.flatMap((base) => [base, `${base}e`, `${base}y`])]
}

function groupsOf(word: string): readonly Group[] {
  for (const form of baseForms(word)) {
    const known = groupsByWord.get(form)
    if (known !== undefined) return known
  }
  return []
}

/** Whether a folded word is an everyday word of some language, and so hardly somebody's name. */
export const isEverydayWord = (word: string): boolean => groupsOf(word).length > 0

/** What joins the parts of a compound: `Geburt-s-urkunde`. */
const joints = ['', 's', 'n', 'en', 'es', 'er']
const isPart = (word: string, language: string) =>
  groupsOf(word).some((group) => (group[language] ?? []).some((other) => fold(other) === word))

/**
 * The two everyday words that a folded word of a language with compounds is made of, `winter` and `reifen` of
 * `winterreifen`; the word alone where it is none, or an everyday word itself.
 */
export function compoundParts(word: string): readonly string[] {
  if (isEverydayWord(word)) return [word]
  for (const language of compounding)
    for (let at = word.length - shortestPart; at >= shortestPart; at--) {
      const [first, last] = [word.slice(0, at), word.slice(at)]
      if (!isPart(last, language)) continue
      const joint = joints.find(
        (each) => first.endsWith(each) && isPart(first.slice(0, first.length - each.length), language),
      )
      if (joint !== undefined) return [first.slice(0, first.length - joint.length), last]
    }
  return [word]
}

/** @param vocabulary is asked anew each time, since the data grows; which languages it is in, at most every half minute */
export function createRelatedWords(
  { stands, frequency, beginningWith }: Vocabulary,
  nowMs = () => performance.now(),
): (word: string) => string[] {
  const spoken = new Map<string, boolean>()
  let spokenSince = Number.NEGATIVE_INFINITY
  function isSpoken(language: string): boolean {
    if (language === 'en' || byScript.has(language)) return true
    const now = nowMs()
    if (now - spokenSince >= languagesKeptMs) {
      spoken.clear()
      spokenSince = now
    }
    const known = spoken.get(language)
    if (known !== undefined) return known
    const is = (markers[language] ?? []).filter(stands).length >= markersNeeded
    spoken.set(language, is)
    return is
  }

  function everyday(word: string): string[] {
    const same = groupsOf(word)
    const numbers = numeralsOf(word)
    const things = [word, ...same.flatMap((group) => group.en ?? [])].flatMap(
      (kind) => thingsOf.get(kind) ?? [],
    )
    const found = [...same, ...things.flatMap(groupsOf)]
    if (found.length + things.length + numbers.length === 0) return []
    const languages = [...new Set(found.flatMap(Object.keys))].filter(isSpoken)
    const words = found.flatMap((group) => languages.flatMap((language) => group[language] ?? []))
    const parts = found.flatMap((group) =>
      languages.filter((language) => compounding.has(language)).flatMap((language) => group[language] ?? []),
    )
    const all = [...words.map(fold), ...things, ...numbers, ...parts.flatMap(compounds)]
    return [...new Set(all)].filter((other) => other !== word && stands(other))
  }

  /** Words of the data that a word begins. */
  function compounds(part: string): readonly string[] {
    const folded = fold(part)
    if ([...folded].length < shortestPart) return []
    return beginningWith(folded)
      .filter((word) => word !== folded)
      .slice(0, mostCompounds)
  }

  /** The words of the data nearest to one that stands nowhere in it. */
  function misspelt(word: string): string[] {
    const letters = [...word]
    if (letters.length < shortestMisspelt || /\p{N}/u.test(word)) return []
    const slips = letters.length >= twoSlips ? 2 : 1
    const near = beginningWith(letters[0] ?? '', [letters.length - slips, letters.length + slips]).map(
      (other) => ({
        other,
        distance: editDistance(letters, [...other], slips + 1),
      }),
    )
    const least = Math.min(slips, ...near.map(({ distance }) => distance))
    return near.filter(({ distance }) => distance === least).map(({ other }) => other)
  }

  return (word) => {
    const words = everyday(word)
    const isUnknown = words.length === 0 && frequency(word) === 0
    return isUnknown && compoundParts(word).length === 1 ? misspelt(word) : words
  }
}
