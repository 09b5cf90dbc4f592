import { expect, it } from 'vitest'
import { z } from 'zod'
import { fold, queryTerms } from '../../shared/fold.ts'
import { stopWords } from '../../shared/fold-words.ts'
import everydayWords from './everyday-words.json' with { type: 'json' }

const languages = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'sv',
  'pl',
  'lt',
  'ja',
  'zh',
  'ko',
  'ru',
  'tr',
] as const
const groupShape = z.partialRecord(z.enum(languages), z.array(z.string().trim().min(1)).min(1))
const groups = z.array(groupShape).parse(everydayWords)

/** The words of a group as search knows them, so that `E-Mail` and `email` are one. */
const known = (words: readonly string[]) => words.map((word) => queryTerms(word).join(' '))
const title = (group: z.infer<typeof groupShape>) => group.en?.[0] ?? JSON.stringify(group)

it('each group has English first and at least two words', () => {
  const bad = groups.filter(
    (group) => Object.keys(group)[0] !== 'en' || Object.values(group).flat().length < 2,
  )
  expect(bad.map(title)).toEqual([])
})

it('no language of a group says a word twice, folded', () => {
  const twice = groups.flatMap((group) =>
    Object.values(group).filter((words) => new Set(words.map(fold)).size < words.length),
  )
  expect(twice).toEqual([])
})

it('search can look for each word: none is a stop word or cut down to a single character', () => {
  const words = groups.flatMap((group) => Object.values(group).flat())
  const lost = words.filter((word) => {
    const terms = queryTerms(word)
    const isCut =
      /[\p{Script=Han}\p{Script=Hiragana}]/u.test(word) &&
      terms.some((term) => [...term].length < 2 && term !== fold(word))
    return terms.length === 0 || isCut || terms.some((term) => stopWords.has(term))
  })
  expect(lost).toEqual([])
})

it('no word is so short that it stands in any text, but for what forms print', () => {
  const printed = new Set(['dr', 'id', 'no', 'nr', 'tv', 'gp'])
  const words = groups.flatMap((group) => known(Object.values(group).flat()))
  const short = words.filter(
    (word) => /^[\p{Script=Latin}\p{Script=Cyrillic}]{1,2}$/u.test(word) && !printed.has(word),
  )
  expect(short).toEqual([])
  // A Korean word is found by its beginning, and one syllable begins too many.
  expect(words.filter((word) => /^\p{Script=Hangul}$/u.test(word))).toEqual([])
})

it('no group stands wholly inside another', () => {
  const sets = groups.map((group) => new Set(known(Object.values(group).flat())))
  const inside = groups.filter((_, i) =>
    sets.some((other, j) => i !== j && [...(sets[i] ?? [])].every((word) => other.has(word))),
  )
  expect(inside.map(title)).toEqual([])
})

/** Whether some group says that the two mean the same. */
const areOne = (one: string, other: string) =>
  groups.some((group) => {
    const words = Object.values(group).flat().map(fold)
    return words.includes(fold(one)) && words.includes(fold(other))
  })

it.each([
  ['pram', 'Kinderwagen'],
  ['pushchair', 'stroller'],
  ['brolly', 'paraguas'],
  ['bleeding', 'haemorrhage'],
  ['hemorrhage', 'hemorragia'],
  ['extension', 'Durchwahl'],
  ['contents', 'Hausrat'],
  ['premium', 'Beitrag'],
  ['premium', 'prémio'],
  ['charge', 'price'],
  ['rental agreement', 'Mietvertrag'],
  ['notice', 'Kündigungsfrist'],
  ['tyre', 'Winterräder'],
  ['store', 'einlagern'],
  ['revised', 'aktualisiert'],
  ['chill', 'refrigerate'],
  ['beet', 'betterave'],
  ['soup', 'sriuba'],
  ['office', 'Arbeitszimmer'],
  ['pill', 'pilule'],
  ['iron', 'ferritin'],
  ['glucose', 'Blutzucker'],
  ['damp', 'humidity'],
  ['raincoat', 'Regenjacke'],
  ['inspection', '車検'],
  ['parcel', 'paczka'],
  ['marks', 'Notendurchschnitt'],
  ['host', 'anfitriona'],
])('%s and %s are words for the same', (one, other) => {
  expect(areOne(one, other)).toBe(true)
})

it.each([
  ['hat', 'Mütze', 'German has it as a verb'],
  ['mum', 'candle', 'Turkish has it for a candle'],
  ['cane', 'crutch', 'Italian has it for a dog'],
  ['hut', 'cap', 'German has it for a hat'],
  ['Enkel', 'ankle', 'Dutch has it for an ankle'],
  ['slip', 'underwear', 'German and French have it for a piece of underwear'],
  ['vin', 'chassis number', 'French and Swedish have it for wine'],
  ['mac', 'raincoat', 'Turkish has it for a match'],
  ['son-in-law', 'daughter-in-law', 'one is not the other'],
  ['ibuprofen', 'paracetamol', 'one painkiller is not the other'],
])('%s and %s are not: %s', (one, other) => {
  expect(areOne(one, other)).toBe(false)
})
