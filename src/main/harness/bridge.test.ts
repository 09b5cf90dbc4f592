import { describe, expect, it } from 'vitest'
import { askedValue } from './asked-value.ts'
import { type BridgeTask, joined, type Lead, leadsOf, namesIn } from './bridge.ts'
import { weighTerms } from './coverage.ts'
import type { Reading } from './readings.ts'

const reading = (passage: string, title = 'Notebook'): Reading => ({
  title,
  passage,
  coverage: 0.5,
  sources: [{ kind: 'note', id: passage, title, path: null, location: null, quote: passage }],
})

/** Words stand in two of a hundred documents where `frequencies` does not say otherwise. */
function task(question: string, frequencies: Record<string, number> = {}): BridgeTask {
  const corpus = {
    size: () => 100,
    frequency: (text: string) => frequencies[text] ?? 2,
    related: () => [],
  }
  return { question, terms: weighTerms(question, corpus), corpus, value: askedValue(question) }
}

describe('names that are followed', () => {
  it('have a capital, stand in few documents and not in the question', () => {
    const given = task('Who tunes the theremin of Odalys?', { thursday: 60, zephyrine: 0 })
    const text = 'Odalys: theremin, tuned on a Thursday by Brannoch and Zephyrine in Kettlewick'
    expect(namesIn(text, given)).toEqual(['brannoch', 'kettlewick'])
  })
  it('are no words that begin a sentence, however few sentences of that language there are', () => {
    expect(namesIn('Der Stimmer: Brannoch. The reeds: Quillon', task('Who tunes it?'))).toEqual([
      'stimmer',
      'brannoch',
      'quillon',
    ])
  })
  it('stand somewhere else too: what is named once leads nowhere', () => {
    const given = task('Who lent it?', { brannoch: 1 })
    expect(namesIn('By Brannoch, lent by Odalys', given)).toEqual(['odalys'])
  })
  it('are no everyday words that only begin a sentence', () => {
    expect(namesIn('Bicycle of Odalys', task('Who lent it?'))).toEqual(['odalys'])
  })
  it('may stand in six documents where the data is small, and in more where it is large', () => {
    const size = (n: number) => ({ size: () => n, frequency: () => 7, related: () => [] })
    const given = task('Who tunes it?')
    expect(namesIn('By Brannoch', { ...given, corpus: size(20) })).toEqual([])
    expect(namesIn('By Brannoch', { ...given, corpus: size(100) })).toEqual(['brannoch'])
  })
})

describe('a lead', () => {
  const question = 'What is the phone number of the theremin tuner?'
  it('says who is meant and lacks what is asked for', () => {
    const source = reading('Shopping: reeds\nThe theremin tuner is Brannoch Quillon')
    const [lead] = leadsOf([source], task(question))
    expect(lead).toMatchObject({
      line: 'The theremin tuner is Brannoch Quillon',
      names: ['brannoch', 'quillon'],
      missing: ['phone', 'number'],
    })
    expect(lead?.reading).toBe(source)
  })
  it('is none where the source holds all that was asked', () => {
    const source = reading('Phone number of the theremin tuner, Brannoch: 555 0101')
    expect(leadsOf([source], task(question))).toEqual([])
  })
  it('is open still where it has every word but no figure', () => {
    const source = reading('Phone number of the theremin tuner: see Brannoch')
    expect(leadsOf([source], task(question)).map(({ names }) => names)).toEqual([['brannoch']])
  })
  it('is open still where it has a figure but no phone number, and one is asked for', () => {
    const given = task('phone number of the tuner')
    const lead = reading('The tuner is Brannoch and charges 90 euros')
    expect(leadsOf([lead], given)).toHaveLength(1)
    const [only] = leadsOf([lead], given)
    const other = reading('Brannoch, 223 555 098', 'list.txt')
    expect(only && joined(only, other, given)?.joinedLine).toBe('Brannoch, 223 555 098')
  })
  it('is none that holds little of the question, or names nobody', () => {
    expect(leadsOf([reading('Brannoch has a phone')], task(question))).toEqual([])
    expect(leadsOf([reading('the theremin tuner is away')], task(question))).toEqual([])
  })
  it('follows three names at most', () => {
    const source = reading('The theremin tuner: Brannoch, Quillon, Odalys, Kettlewick')
    expect(leadsOf([source], task(question))[0]?.names).toEqual(['brannoch', 'quillon', 'odalys'])
  })
  it('that holds more of the question comes first', () => {
    const asked = task('Which street does the theremin tuner live in?')
    const [less, more] = [
      reading('Theremin and tuner: Odalys'),
      reading('The theremin tuner lives: Brannoch'),
    ]
    expect(leadsOf([less, more], asked).map((each) => each.reading)).toEqual([more, less])
  })
})

describe('a source joined with a lead', () => {
  const asked = task('What is the phone number of the theremin tuner?')
  function leadOf(source: Reading): Lead {
    const [lead] = leadsOf([source], asked)
    if (lead === undefined) throw new Error('no lead')
    return lead
  }
  const source = reading('The theremin tuner is Brannoch')
  const lead = leadOf(source)
  it('is one passage of both, the one that says what was asked first among its sources', () => {
    const other = reading('Brannoch: phone 555 0101', 'Contacts')
    expect(joined(lead, other, asked)).toMatchObject({
      title: 'Contacts',
      passage: 'The theremin tuner is Brannoch\nBrannoch: phone 555 0101',
      sources: [{ id: 'Brannoch: phone 555 0101' }, { id: 'The theremin tuner is Brannoch' }],
    })
  })
  it('is worth more than either alone', () => {
    const other = reading('Brannoch: phone number 555 0101')
    expect(joined(lead, other, asked)?.coverage).toBeGreaterThanOrEqual(1)
  })
  it('has a line that may stand for an answer where one alone has the name and a value', () => {
    const line = (passage: string) => joined(lead, reading(passage), asked)?.joinedLine
    expect(line('Odalys: phone 555 0202\nBrannoch: phone 555 0101')).toBe('Brannoch: phone 555 0101')
    expect(line('Brannoch: phone 555 0101\nBrannoch, at home: 555 0303')).toBe(null)
    expect(line('Brannoch: see below\nphone number 555 0101')).toBe(null)
  })
  it('must share a name with it', () => {
    expect(joined(lead, reading('Odalys: phone 555 0101'), asked)).toBe(null)
  })
  it('is another one than the lead itself', () => {
    const both = reading('The theremin tuner is Brannoch\nBrannoch: phone number 555 0101')
    expect(joined(leadOf(both), both, asked)).toBe(null)
  })
  it('must add a word of the question, or the value that the lead lacks', () => {
    expect(joined(lead, reading('Brannoch likes tea'), asked)).toBe(null)
    expect(joined(lead, reading('Brannoch, 555 0101'), asked)).not.toBe(null)
    const street = task('Which street does the theremin tuner live in?')
    expect(joined(lead, reading('Brannoch lives in a street by the pier'), street)).not.toBe(null)
  })
})
