import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fold } from '../../shared/fold.ts'
import { createNotebook } from '../notebook/notebook.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { indexMigrations, pixieMigrations } from '../store/migrations.ts'
import { createWordCounts } from './corpus.ts'
import { compoundParts, createRelatedWords } from './related-words.ts'

let store: Store
beforeEach(() => {
  store = openMemoryStore(pixieMigrations, indexMigrations)
})
afterEach(() => store.close())

/** What the data has for a word, when these notes are all the data. */
function related(word: string, ...notes: string[]): readonly string[] {
  const notebook = createNotebook({ store, clock: { now: () => Date.UTC(2027, 2, 10), zone: 'UTC' } })
  for (const text of notes) notebook.add({ text })
  return createWordCounts(store).related(word)
}

describe('related words', () => {
  it('are everyday words for the same thing, and only those that stand in the data', () => {
    const words = related('bicycle', 'The bike stands in the shed')
    expect(words).toContain('bike')
    expect(words).not.toContain('cycle')
  })
  it('know a word with a hyphen as questions have it', () => {
    expect(related('guardachuva', 'The umbrella is in the hall')).toEqual(['umbrella'])
    expect(related('xray', 'Röntgenbild der Hand, bei Ondine und nicht im Flur')).toContain('rontgenbild')
  })
  it('are never the word itself', () => {
    expect(related('bicycle', 'The bicycle and the bike')).toEqual(['bike'])
  })
  it('are found for a plural and other English endings', () => {
    expect(related('bicycles', 'The bike stands in the shed')).toContain('bike')
  })
  it('are translations where two words that mark the language stand in the data', () => {
    expect(related('umbrella', 'Der Regenschirm ist nicht im Flur')).toContain('regenschirm')
  })
  it('leave a language out of which the data has one marker only', () => {
    expect(related('umbrella', 'Regenschirm nicht vergessen')).toEqual([])
  })
  it('take markers from anywhere in the data, not from the same note', () => {
    expect(related('umbrella', 'Le parapluie noir', 'pour Ondine', 'les clés')).toContain('parapluie')
  })
  it('know a language by the small words of short titles too', () => {
    expect(related('lunch', 'Almoço com a mãe', 'Renovar o seguro para o carro')).toContain('almoco')
  })
  it('take English and German for no other language, whose small words are like theirs without marks', () => {
    const elsewhere = 'paraply, paraplu, guarda-chuva, parasol'
    expect(
      related('umbrella', 'As we met the van for Ada we had time till five: shop.com', elsewhere),
    ).toEqual([])
    expect(related('umbrella', 'Sie hat das nie bei shop.com bestellt', elsewhere)).toEqual([])
  })
  it('notice within half a minute that the data is in a further language', () => {
    const texts = new Set(['regenschirm'])
    let now = 0
    const words = createRelatedWords(
      { stands: (text) => texts.has(fold(text)), frequency: () => 0, beginningWith: () => [] },
      () => now,
    )
    expect(words('umbrella')).toEqual([])
    for (const word of ['und', 'nicht']) texts.add(word)
    expect(words('umbrella')).toEqual([])
    now = 30_000
    expect(words('umbrella')).toEqual(['regenschirm'])
  })
  it('ask no marker of a script that says its language', () => {
    expect(related('umbrella', '雨傘')).toContain('雨傘')
  })
})

describe('compounds', () => {
  const german = 'Das ist nicht weit'
  it('are words of the data that a German word begins', () => {
    expect(related('bicycle', german, 'Fahrradschlauch gekauft')).toContain('fahrradschlauch')
  })
  it('are looked for in no language that writes its words apart', () => {
    expect(related('bicycle', 'Les clés pour une amie', 'Bicyclettiste')).not.toContain('bicyclettiste')
  })
  it('begin with at least four letters: a shorter beginning begins anything', () => {
    expect(related('tea', german, 'Teekanne und Teppich')).not.toContain('teekanne')
    expect(related('garden', 'Gartenzwerg')).toContain('gartenzwerg')
  })
  it('are at most six for a word', () => {
    const ends = ['bank', 'erde', 'haus', 'laube', 'pforte', 'schere', 'stuhl', 'zaun']
    const words = related('garden', german, ends.map((end) => `Garten${end}`).join(' '))
    expect(words.filter((word) => word.startsWith('garten') && word !== 'garten')).toHaveLength(6)
  })
})

describe('misspelling', () => {
  it('leads to the word of the data that is spelt nearly so', () => {
    expect(related('basoon', 'The bassoon needs a reed')).toEqual(['bassoon'])
  })
  it('is allowed two slips from eight letters on, one below', () => {
    expect(related('xylofome', 'The xylophone is at the hall')).toEqual([])
    expect(related('theramim', 'The theremin hums')).toEqual(['theremin'])
    expect(related('basoun', 'The bassoon needs a reed')).toEqual([])
  })
  it('is not thought of for a word that stands in the data', () => {
    expect(related('lanterns', 'Four lanterns', 'A lantarns shop')).toEqual([])
  })
  it('is not thought of for words of less than six letters', () => {
    expect(related('basun', 'The basin leaks')).toEqual([])
  })
  it('is not thought of for a code', () => {
    expect(related('kx4410', 'Part kx4419 is worn')).toEqual([])
  })
  it('is not thought of where an everyday word is known', () => {
    expect(related('bicycle', 'The bike, a bicycla')).toEqual(['bike'])
  })
  it('gives the nearest only', () => {
    expect(related('tharemin', 'The theremin', 'The therewin')).toEqual(['theremin'])
  })
})

describe('a compound', () => {
  it('is two everyday words of one language', () => {
    expect(compoundParts('fahrradschlussel')).toEqual(['fahrrad', 'schlussel'])
  })
  it('may have a sound between its parts', () => {
    expect(compoundParts('wohnungsschlussel')).toEqual(['wohnung', 'schlussel'])
  })
  it('is none when one part is no word, when it is a word by itself, or when the language writes its words apart', () => {
    expect(compoundParts('fahrradquux')).toEqual(['fahrradquux'])
    expect(compoundParts('fahrrad')).toEqual(['fahrrad'])
    expect(compoundParts('bicyclekey')).toEqual(['bicyclekey'])
  })
  it('is not taken for a misspelt word', () => {
    expect(related('fahrradschlussel', 'Fahrradschlosse')).toEqual([])
  })
})

it('a small number is the same in words', () => {
  expect(related('5x', 'The lamp blinks five times')).toEqual(['five'])
  expect(related('twice', 'The lamp blinks 2 times')).toEqual(['2'])
})

describe('a kind of thing', () => {
  it('may be named by a thing of that kind', () => {
    expect(related('painkiller', 'The ibuprofen is in the drawer')).toEqual(['ibuprofen'])
  })
  it('is no other word for the thing', () => {
    expect(related('ibuprofen', 'The painkiller is in the drawer, and paracetamol')).toEqual([])
  })
})
