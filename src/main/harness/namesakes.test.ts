import { describe, expect, it } from 'vitest'
import { weighTerms } from './coverage.ts'
import { mayBeSeveral, namesakesIn, subjectsOf } from './namesakes.ts'
import type { Reading } from './readings.ts'

const reading = (passage: string): Reading => ({
  title: 'Notebook',
  passage,
  coverage: 1,
  sources: [{ kind: 'note', id: passage, title: 'Note', path: null, location: null, quote: passage }],
})
/** Words of the data; all others are unknown. */
const corpus = (...known: string[]) => ({
  size: () => 100,
  frequency: (text: string) => (known.includes(text) ? 2 : 0),
  related: () => [],
})
const subjects = (question: string, ...known: string[]) => subjectsOf(weighTerms(question, corpus(...known)))

/** The first word that may say who is meant. */
function subject(question: string, ...known: string[]) {
  const [first] = subjects(question, ...known)
  if (first === undefined) throw new Error(`“${question}” names nobody`)
  return first
}
const lines = (...given: Parameters<typeof namesakesIn>) => namesakesIn(...given).map(({ line }) => line)

it('each known word beside the kind of value may say who is meant', () => {
  const meant = (...given: Parameters<typeof subjects>) => subjects(...given).map(({ term }) => term.forms[0])
  expect(meant("What is Odalys's phone number?", 'odalys', 'phone', 'number')).toEqual(['odalys'])
  expect(meant('Which kayak has Odalys?', 'kayak', 'odalys')).toEqual(['kayak', 'odalys'])
  expect(meant('What is the number?', 'number')).toEqual([])
  expect(meant('Where is Odalys?')).toEqual([])
})

describe('two persons of one name', () => {
  const odalys = subject('What is the number of Odalys?', 'odalys')
  it('are given with the line that begins with them, where others fit as well', () => {
    const what = subject('what does odalys do', 'odalys')
    const sources = [
      reading('Tenants: Tova and Odalys Brannoch'),
      reading('Odalys Brannoch rows.\nOdalys Quillon sings.'),
    ]
    expect(lines(sources, what)).toEqual(['Odalys Brannoch rows.', 'Odalys Quillon sings.'])
  })
  it('are each given with a line', () => {
    const sources = [reading('Odalys Brannoch: 555 0101\nOdalys Quillon: 555 0202')]
    expect(lines(sources, odalys)).toEqual(['Odalys Brannoch: 555 0101', 'Odalys Quillon: 555 0202'])
  })
  it('may stand in two sources', () => {
    const sources = [reading('Odalys Brannoch: 555 0101'), reading('Odalys Quillon plays the theremin')]
    expect(namesakesIn(sources, odalys).map((each) => each.reading)).toEqual(sources)
  })
  it('are one where both lines name the same', () => {
    const sources = [reading('Odalys Brannoch: 555 0101\nODALYS Brannoch has moved\nodalys brannoch')]
    expect(lines(sources, odalys)).toEqual([])
  })
  it('are thought of where a source has a full name of that first name', () => {
    expect(mayBeSeveral([reading('Odalys Brannoch: 555 0101')], odalys)).toBe(true)
    expect(mayBeSeveral([reading('Odalys: 555 0101')], odalys)).toBe(false)
    expect(mayBeSeveral([reading('Brannoch Odalys: 555 0101')], odalys)).toBe(false)
  })
})

describe('two of one name of whom more is said', () => {
  const [odalys] = subjects('Where does odalys keep the kayak', 'odalys', 'kayak')
  const held = (...given: string[]) => (odalys === undefined ? [] : lines(given.map(reading), odalys))
  it('are both meant where what is said is said of both', () => {
    const both = ['Odalys Brannoch sold her kayak', 'Odalys Quillon has a kayak in the shed']
    expect(held(...both)).toEqual(both)
  })
  it('are not where it is said of one alone, or of nobody', () => {
    expect(held('Odalys Brannoch plays the theremin', 'Odalys Quillon has a kayak')).toEqual([])
    expect(held('Odalys Brannoch plays the theremin', 'Odalys Quillon has a boat')).toEqual([])
  })
})

describe('two of one trade', () => {
  const electrician = subject('What is the number of the electrician?', 'electrician')
  it('are told apart by the numbers they are reached by', () => {
    const sources = [
      reading('Electrician Brannoch: 020 555 01 01'),
      reading('electrician (emergencies): 0777-55-0202'),
    ]
    expect(lines(sources, electrician)).toHaveLength(2)
  })
  it('are one where the same number is written in two ways', () => {
    const sources = [reading('Electrician: 020 555 01 01'), reading('The electrician, 020-555-0101')]
    expect(lines(sources, electrician)).toEqual([])
  })
  it('are one where a line has two numbers', () => {
    const sources = [reading('Electrician Brannoch: 020 555 01 01, in the evening 0777 555 02 02')]
    expect(lines(sources, electrician)).toEqual([])
  })
  it('are not made of the days on which one was spoken of', () => {
    const sources = [
      reading('2027-03-01 (chat, Odalys): the electrician comes late'),
      reading('2027-03-09 (chat, Odalys): paid the electrician'),
    ]
    expect(lines(sources, electrician)).toEqual([])
  })
  it('are not made of short figures or of lines about others', () => {
    const sources = [
      reading('Electrician: 020 555 01 01\nThe electrician took 90 minutes\nPainter: 020 555 07 07'),
    ]
    expect(lines(sources, electrician)).toEqual([])
  })
  it('are thought of for a trade, and not for any other word', () => {
    expect(mayBeSeveral([], electrician)).toBe(true)
    expect(mayBeSeveral([], subject('What is the number of the theremin?', 'theremin'))).toBe(false)
  })
})

it('takes no everyday word for a name, whatever stands behind it with a capital', () => {
  const passports = [reading('Passport No 1\nPassport Office 2')]
  expect(mayBeSeveral(passports, subject('passport number', 'passport'))).toBe(false)
})
