import { describe, expect, it } from 'vitest'
import { atOnce } from '../../shared/steps.ts'
import { defaultProfile } from '../model/profile.ts'
import type { Found } from '../tools/tool.ts'
import { weighTerms } from './coverage.ts'
import { asksAboutOwner } from './own-words.ts'
import { noteText, type ReadingTask, readHaul, readThrough } from './readings.ts'
import { file, logLine, note } from './testing/fixtures.ts'

const corpus = { size: () => 100, frequency: () => 2, related: () => [] }
const engine = { countTokens: (text: string) => Math.ceil(text.length / 4), profile: defaultProfile }
const taskOf = (question: string): ReadingTask => ({
  engine,
  question,
  terms: weighTerms(question, corpus),
  range: null,
  isAboutOwner: asksAboutOwner(question),
})
const read = (question: string, ...found: Found[]) =>
  atOnce(readHaul({ step: 1, tool: 'check_notebook', found }, taskOf(question)))

describe('what is shown to the model as one source', () => {
  it('is the notes that are about the question, the best first', () => {
    const [reading] = read(
      'Where is the kayak paddle?',
      note('The kayak is blue', 'Kayak'),
      note('The kayak paddle is at the pier', 'Kayak'),
      note('A kayak paddle has two blades', 'Kayak'),
      note('The ferry is late', 'Ferry'),
    )
    expect(reading?.passage).toBe(
      'Kayak: The kayak paddle is at the pier\nKayak: A kayak paddle has two blades',
    )
    expect(reading?.coverage).toBe(1)
  })
  it('is four notes at most', () => {
    const notes = ['pier', 'shed', 'barn', 'loft', 'hall'].map((place) => note(`A paddle is at the ${place}`))
    expect(read('Where is a paddle?', ...notes)[0]?.sources).toHaveLength(4)
  })
  it('is followed by those that fit next best, by themselves', () => {
    const readings = read(
      'Where is the kayak paddle?',
      note('The kayak paddle is at the pier'),
      note('The kayak is blue'),
    )
    expect(readings.map(({ passage }) => passage)).toEqual([
      'Note: The kayak paddle is at the pier',
      'Note: The kayak is blue',
    ])
  })
  it('keeps notes and log lines apart, and each file by itself', () => {
    const readings = read(
      'Where is the paddle?',
      note('The paddle is at the pier'),
      logLine('Lent the paddle'),
      file('paddle: 40 euros', 'bill.txt'),
      file('paddle: oak', 'wood.txt'),
    )
    expect(readings.map(({ title }) => title).sort()).toEqual([
      'Memory log',
      'Notebook',
      'bill.txt',
      'wood.txt',
    ])
    expect(readings.find(({ title }) => title === 'Memory log')?.passage).toBe(
      '2027-03-01 (chat, Ada): Lent the paddle',
    )
  })
  it('of the log fits a question that names its day in words', () => {
    const [named, other] = ['Who called in March?', 'Who called in June?'].map(
      (question) => read(question, logLine('Ada called'))[0]?.coverage ?? 0,
    )
    expect(named).toBeGreaterThan(other ?? 0)
  })
  it('is of somebody whose name has an s behind it without a sign', () => {
    const corpus = {
      size: () => 100,
      frequency: (word: string) => (word === 'odalyses' ? 0 : 2),
      related: () => [],
    }
    expect(weighTerms('whats Mrs Odalyses number', corpus)[0]?.forms).toEqual(['odalyses', 'odalyse'])
  })
  it('is nothing for a question without a word', () => {
    expect(
      atOnce(readHaul({ step: 1, tool: 'x', found: [note('Any')] }, { ...taskOf(''), terms: [] })),
    ).toEqual([])
  })
})

describe('a line in the first person', () => {
  const others = [
    note('Odalys is allergic to wasps', 'Odalys'),
    note('Brannoch is allergic to wasps', 'Brannoch'),
  ]
  const own = note('I am allergic to wasps')
  it('stands alone where the asker asks about themselves', () => {
    const [reading] = read('Am I allergic to wasps?', ...others, own)
    expect(reading?.passage).toBe('Note: I am allergic to wasps')
    expect(reading?.sources).toMatchObject([{ id: own.id }])
  })
  it('stands alone also with half of what is asked', () => {
    const [reading] = read('Am I allergic to wasps?', note('Odalys is allergic'), note('I am allergic'))
    expect(reading?.passage).toBe('Note: I am allergic')
  })
  it('stands with the others where anybody is asked about', () => {
    expect(read('Who is allergic to wasps?', ...others, own)[0]?.sources).toHaveLength(3)
  })
  it('does not come along with little of what is asked', () => {
    const question = 'Am I allergic to wasps, bees, hornets, cats, dogs, horses, pollen or dust?'
    const [reading] = read(
      question,
      note('Allergic: wasps, bees, hornets, cats', 'Allergic: …'),
      note('I keep cats, dogs, horses', 'I keep…'),
    )
    expect(reading?.passage).toBe('Allergic: wasps, bees, hornets, cats')
  })
  it('does not stand in for one that says what is asked', () => {
    const [reading] = read(
      'Am I allergic to wasps?',
      note('The owner is allergic to wasps'),
      note('I like tea'),
    )
    expect(reading?.passage).toBe('Note: The owner is allergic to wasps')
  })
})

describe('reading through notes', () => {
  it('takes them one after the other, whatever words they hold, in as few passages as they fit in', () => {
    const notes = Array.from({ length: 6 }, (_, i) => noteText(note(`${i} ${'word '.repeat(50)}`.trim())))
    const readings = readThrough(notes, { engine })
    expect(readings.map(({ sources }) => sources.length)).toEqual([2, 2, 2])
    expect(readings.map(({ passage }) => passage).join('\n')).toBe(notes.map(({ text }) => text).join('\n'))
    for (const { passage } of readings) expect(engine.countTokens(passage)).toBeLessThanOrEqual(180)
  })
  it('leaves out one that is longer than a passage, and only that', () => {
    const notes = ['tea', 'x'.repeat(900), 'coffee'].map((text) => noteText(note(text, text)))
    expect(readThrough(notes, { engine }).map(({ passage }) => passage)).toEqual(['tea\ncoffee'])
  })
  it('gives nothing for no notes', () => expect(readThrough([], { engine })).toEqual([]))
})

it('puts the subject of a note before its text, unless the text says it', () => {
  expect(noteText(note('Lives at the pier', 'Odalys')).text).toBe('Odalys: Lives at the pier')
  expect(noteText(note('The pier is home to Odalys', 'Odalys')).text).toBe('The pier is home to Odalys')
  expect(noteText(note('The kayak is blue and wide', 'The kayak is…')).text).toBe(
    'The kayak is blue and wide',
  )
})
