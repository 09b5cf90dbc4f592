import { describe, expect, it } from 'vitest'
import { atOnce } from '../../shared/steps.ts'
import { weighTerms } from './coverage.ts'
import type { Corpus } from './ports.ts'
import { rowsMeant } from './table.ts'

const known: Corpus = { size: () => 40, frequency: () => 1, related: () => [] }
const knowing = (...words: string[]): Corpus => ({
  ...known,
  frequency: (word) => (words.includes(word) ? 1 : 0),
})
const title = 'Shots.csv'
const shots = 'shot;dose;day\nMeasles;1;14-05-2022\nMeasles;2;20-05-2026\nFlu;yearly;11-10-2026'
const about = (
  question: string,
  text = shots,
  corpus = known,
  range: Parameters<typeof rowsMeant>[2] = null,
) => atOnce(rowsMeant({ title, text }, weighTerms(question, corpus), range))
const shown = (...parts: Parameters<typeof about>) => about(...parts)?.rows.map((row) => row.shown)

describe('the rows that a question means', () => {
  it('are those that hold most of it, with the names of the columns', () => {
    expect(shown('When was the flu shot?')).toEqual(['shot: Flu; dose: yearly; day: 11-10-2026'])
  })
  it('keep their own line beside that', () => {
    expect(about('When was the flu shot?')?.rows.map(({ line }) => line)).toEqual(['Flu;yearly;11-10-2026'])
  })
  it('are found by a day in words, however the table writes it', () => {
    const rota = 'day,who\n2027-03-18,Graça\n27/03/2027,Rui\n03/30/2027,Ada'
    expect(shown('Who is on the rota on 27 March?', rota)).toEqual(['day: 27/03/2027; who: Rui'])
    expect(shown('Who is on the rota on 30 March?', rota)).toEqual(['day: 03/30/2027; who: Ada'])
    expect(shown('Who is on the rota on Thursday?', rota)).toEqual(['day: 2027-03-18; who: Graça'])
  })
  it('are of the days that are meant, where several would do', () => {
    const fees =
      'term,due,fee\nspring 2026,2026-04-30,132\nautumn 2026,2026-10-31,132\nspring 2027,2027-04-30,138'
    const next = { start: '2027-03-01', end: '2027-05-31' }
    expect(shown('How much is the school fee next spring?', fees, known, next)).toEqual([
      'term: spring 2027; due: 2027-04-30; fee: 138',
    ])
  })
  it('are of a month that is meant, where the table has months', () => {
    const bills = 'month,item,amount\n2026-11,power,61\n2026-12,power,88\n2026-12,internet,45'
    expect(shown('the December power bill', bills)).toEqual(['month: 2026-12; item: power; amount: 88'])
  })
  it('hold no empty cells', () => {
    expect(shown('the lute', 'item,wood,price\nKoto,,680\nLute,spruce,')).toEqual([
      'item: Lute; wood: spruce',
    ])
  })
  it('read a cell in quotes as one', () => {
    expect(shown('the lute', 'item,price\n"Lute, small","1,200"\nKoto,680')).toEqual([
      'item: Lute, small; price: 1,200',
    ])
  })
})

describe('no row is meant more than others', () => {
  it('where none holds anything of the question', () => expect(about('total of all')).toBe(null))
  it('where more than four hold as much', () => {
    const rows = Array.from({ length: 5 }, (_, i) => `Koto ${i},${i}`)
    expect(about('the koto', ['item,price', ...rows, 'Lute,3'].join('\n'))).toBe(null)
  })
  it.each([
    ['a text', 'Dear Ada,\nthe flu shot, as promised.\nYours'],
    ['a table without names', '1,2\n3,4\n5,6'],
    ['one row', 'a,b\nflu,2'],
    ['an open quote', 'a,b\n"flu,2\nkoto,3'],
  ])('in %s', (_, text) => expect(about('flu koto', text)).toBe(null))
  it('in a file that is no table by its name', () => {
    expect(atOnce(rowsMeant({ title: 'Shots.txt', text: shots }, weighTerms('flu', known), null))).toBe(null)
  })
  it('in a table too long to be taken apart', () => {
    expect(about('Flu', `${shots}\n${'Tetanus;3;2020-01-01\n'.repeat(2000)}`)).toBe(null)
  })
})

describe('rows alike', () => {
  it('are several that hold all that is asked', () => {
    expect(about('price of the measles shot')?.areAlike).toBe(true)
  })
  it('are not, where the question has a further word that may tell them apart', () => {
    expect(about('the second measles shot', shots, knowing('measles', 'shot'))?.areAlike).toBe(false)
  })
  it('is not one that stands twice', () => {
    const twice = 'item,price\nKoto,680\nLute,120\nKoto,680'
    expect(about('price of the koto', twice)).toMatchObject({ rows: [{ line: 'Koto,680' }], areAlike: false })
  })
  it('is not a single one', () => expect(about('the flu shot')?.areAlike).toBe(false))
})
