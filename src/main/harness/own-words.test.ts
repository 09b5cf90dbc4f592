import { describe, expect, it } from 'vitest'
import { weighTerms } from './coverage.ts'
import { asksAboutOwner, isOfOwnWords, mentionsOwner, standsInOwnData } from './own-words.ts'

it.each([
  'What is my blood type?',
  'Where did I leave the keys?',
  'Wie heisst meine Bank?',
  'Quel est mon numéro ?',
  '¿Dónde están mis llaves?',
  'Have we paid?',
])('knows a question about the asker: %s', (question) => expect(asksAboutOwner(question)).toBe(true))

it.each([
  'Hello!',
  'Tell me a joke',
  'How do I boil an egg?',
  'Can you help me?',
  'My name is Ada.',
  'Who are you?',
  'What does “my lady” mean?',
  'What is myopia?',
])('leaves alone: %s', (question) => expect(asksAboutOwner(question)).toBe(false))

describe('standsInOwnData', () => {
  const corpus = (frequencies: Record<string, number>) => ({
    size: () => 100,
    frequency: (text: string) => frequencies[text] ?? 0,
    related: () => [],
  })
  it.each([
    ["What is Biscuit's chip number?", { biscuit: 1, number: 20 }, true],
    ['What does error e24 mean?', { e24: 1 }, true],
    ['How old is the boiler in the cellar?', { boiler: 2, cellar: 3, 'boiler cellar': 1 }, true],
    ['How old is the boiler in the cellar?', { boiler: 2, cellar: 3 }, false],
    ['What is the capital of Peru?', { capital: 1 }, false],
    ['Who is everybody in Paris?', { paris: 60 }, false],
  ])('%s', (question, frequencies, expected) => {
    expect(standsInOwnData(question, corpus(frequencies), false)).toBe(expected)
  })
  it('takes one rare word for enough in a conversation', () => {
    const known = corpus({ deposit: 1 })
    expect(standsInOwnData('And how much is the deposit?', known, true)).toBe(true)
    expect(standsInOwnData('And how much is the deposit?', known, false)).toBe(false)
  })
})

describe('isOfOwnWords', () => {
  const isOwn = (question: string, ...known: string[]) =>
    isOfOwnWords(
      weighTerms(question, {
        size: () => 100,
        frequency: (text) => (known.includes(text) ? 2 : 0),
        related: (word) => (word === 'bicycle' ? ['bike'] : []),
      }),
    )
  it('wants three of four words of a question to stand in the data', () => {
    expect(isOwn('Who tuned the theremin in Kettlewick?', 'tuned', 'theremin', 'kettlewick')).toBe(true)
    expect(isOwn('Who tuned the theremin in Kettlewick?', 'tuned', 'theremin')).toBe(false)
    expect(isOwn('Who tuned the oak theremin in Kettlewick?', 'tuned', 'theremin', 'kettlewick')).toBe(true)
  })
  it('takes another word of the data for the same', () => {
    expect(isOwn('Who has the bicycle?', 'bike')).toBe(true)
  })
  it('asks nothing of words for the kind of value', () => {
    expect(isOwn('Phone number of the tuner?', 'tuner')).toBe(true)
    expect(isOwn('What is the price?', 'price')).toBe(false)
  })
})

it('sees whoever asks in a request, also where it is no question about them', () => {
  expect(['who lent me the jacket', 'what does Odalys want from us'].map(mentionsOwner)).toEqual([true, true])
  expect(['who has the jacket', 'what is a memo'].map(mentionsOwner)).toEqual([false, false])
  expect(['Show me a table', 'tell us a joke'].map(mentionsOwner)).toEqual([false, false])
})
