import { describe, expect, it } from 'vitest'
import { standalone } from './follow-up.ts'
import type { Corpus } from './ports.ts'

const standing = new Set(
  'kayak licence lapse odalys mercier cobbler heel boots loom kettle serial regatta viola lesson harbour'.split(
    ' ',
  ),
)
const corpus: Corpus = {
  size: () => 40,
  related: () => [],
  frequency: (word) => (standing.has(word) ? 2 : 0),
}
const licence = { user: "what's the number of my kayak licence", reply: 'It is KL-4471.' }
const cobbler = { user: 'who mended the heel of my boots', reply: 'Odalys Mercier did, in November.' }
const tuesday = { user: 'what do I have on tuesday', reply: 'Tuesday 3 June:\nViola lesson\nRegatta' }
const serial = { user: 'what is the serial number of the loom', reply: 'L-20.' }

const told = (question: string, ...earlier: { user: string; reply: string }[]) =>
  standalone(question, earlier, corpus)

describe('a question that leans on the one before', () => {
  it.each([
    ['and when does it lapse', 'kayak licence: and when does it lapse'],
    ['when does it lapse?', 'kayak licence: when does it lapse?'],
    ['until when?', 'kayak licence: until when?'],
    ['was it dear', 'kayak licence: was it dear'],
    ['what colour is it', 'kayak licence: what colour is it'],
  ])('by leaving out what it is about: %s', (question, expected) =>
    expect(told(question, licence)).toBe(expected),
  )
  it.each([
    ["what's her number", "Odalys Mercier: what's her number"],
    ['how much did she charge', 'Odalys Mercier: how much did she charge'],
    ['and her phone?', 'Odalys Mercier: and her phone?'],
    ['what did she take for it', 'Odalys Mercier mended heel boots: what did she take for it'],
  ])('means whom the reply named: %s', (question, expected) => expect(told(question, cobbler)).toBe(expected))
  it('by a pronoun means the thing', () => {
    expect(told('when was that', cobbler)).toBe('mended heel boots: when was that')
  })
  it('by saying nothing itself means the thing, with whom the reply named', () => {
    expect(told('number?', cobbler)).toBe('mended heel boots odalys mercier: number?')
  })
  it.each([
    ['and next year?', tuesday, 'what do I have on next year'],
    ['and on thursday?', tuesday, 'what do I have on thursday'],
    ['and next week?', tuesday, 'what do I have on next week'],
    ['what about the kettle', serial, 'what is the serial number of the kettle'],
    ['and of the kettle?', serial, 'what is the serial number of the kettle'],
    ['and my kettle?', { user: 'where is my loom', reply: 'At the harbour.' }, 'where is my kettle'],
    ['and my kettle?', serial, 'what is the serial number of my kettle'],
    ['and of my kettle?', serial, 'what is the serial number of my kettle'],
    ['and Odalys’s?', licence, "what's the number of Odalys’s kayak licence"],
    [
      'and mine?',
      { user: "when does odalys's licence lapse", reply: 'In May.' },
      'when does my licence lapse',
    ],
  ])('puts another thing in its place: %s', (question, before, expected) =>
    expect(told(question, before)).toBe(expected),
  )
  it.each([
    ['and the price?', 'regatta: and the price?'],
    ['what about the cost', 'regatta: what about the cost'],
    ['y cuándo?', 'regatta: y cuándo?'],
    ['ir kada?', 'regatta: ir kada?'],
    ['with which club', 'regatta: with which club'],
    ['till when', 'regatta: till when'],
    ['when is the next one then', 'regatta: when is the next one then'],
  ])('names no subject: %s', (question, expected) =>
    expect(told(question, { user: 'when is the regatta', reply: 'In May.' })).toBe(expected),
  )
  it('means whom an exchange further back named', () => {
    const regatta = { user: 'and when is the regatta', reply: 'In May.' }
    expect(told('which oar did she want', cobbler, regatta)).toBe('Odalys Mercier: which oar did she want')
  })
  it('is about the day and what was there, where only a day was asked about', () => {
    expect(told('where is that', { user: 'and on sunday', reply: 'The viola lesson.' })).toBe(
      'sunday viola lesson: where is that',
    )
  })
  it('leans on what that one leaned on', () => {
    const lapse = { user: 'and when does it lapse', reply: 'In May.' }
    expect(told('and where was it issued', licence, lapse)).toBe(
      'kayak licence lapse: and where was it issued',
    )
  })
  it('is not about the day of the one before, where that had another subject', () => {
    const lesson = { user: 'is there a viola lesson on thursday', reply: 'No.' }
    expect(told('when is the next one', lesson)).toBe('viola lesson: when is the next one')
  })
  it('is told without the names of a long list', () => {
    expect(told('number?', { ...cobbler, reply: 'Odalys\nMercier' })).toBe('mended heel boots: number?')
  })
})

describe('a question stays as it is', () => {
  it.each([
    'when is the regatta',
    'and when is the viola lesson?',
    'the loom, what colour is it',
    'when is the regatta and is it far',
    'what do I have on friday?',
    'What is the capital of Peru?',
  ])('when it says itself what it is about: %s', (question) => expect(told(question, licence)).toBe(question))
  it.each(['thanks!', 'are you sure?', 'why?', 'how are you?', 'tell me a joke', 'what does that mean'])(
    'when it is asked of the assistant: %s',
    (question) => expect(told(question, licence)).toBe(question),
  )
  it.each(['what time is it', 'is it true that octopuses have three hearts', 'is it raining'])(
    'when its pronoun stands for nothing: %s',
    (question) => expect(told(question, licence)).toBe(question),
  )
  it('when nothing was said before', () => {
    expect(told('and when does it lapse')).toBe('and when does it lapse')
  })
})
