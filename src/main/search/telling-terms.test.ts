import { expect, it } from 'vitest'
import { namesExcluded, tellingTerms, translated, widened } from './telling-terms.ts'

it('leaves out words that say nothing about what is asked', () => {
  expect(tellingTerms('Can you tell me exactly how much the loom weighs?')).toEqual(['loom', 'weighs'])
})

it('keeps all words where none says more', () => {
  expect(tellingTerms('What does that mean?')).toEqual(['mean'])
})

it('leaves out how somebody is addressed and where on a page something stands', () => {
  expect(tellingTerms('What is written under number for Senhora Prazeres?')).toEqual(['number', 'prazeres'])
})

it('knows a promise by what was said', () => {
  expect(tellingTerms('What was it I said I would do for Prazeres?')).toEqual(['prazeres', 'promised'])
  expect(tellingTerms('What did Prazeres say?')).toEqual(['prazeres'])
})

it('leaves out whose thing is not meant, and honorifics', () => {
  expect(tellingTerms("The loom number, mine not Prazeres's")).toEqual(['loom', 'number'])
  expect(tellingTerms('Is the loom not in the shed?')).toEqual(['loom', 'shed'])
  expect(tellingTerms('What does Prazeres-san owe me?')).toEqual(['prazeres', 'owe'])
})

it.each([
  ["The loom number, mine not Prazeres's", ['prazeres']],
  ['my own number, not ada', ['ada']],
  ['whats my loom number not Abilios', ['abilio']],
  ['Why is my loom not weaving?', []],
  ['Which of my bills are not paid?', []],
  ['What did my landlord not return?', []],
  ['Why does my loom not process thin yarn?', []],
])('knows whose thing is not meant: %s', (question, names) => {
  expect(namesExcluded(question)).toEqual(names)
})

it('reads a pasted book at once', () => {
  const startedAt = performance.now()
  tellingTerms('my loom '.repeat(20_000))
  expect(performance.now() - startedAt).toBeLessThan(1000)
})

it('looks for the parts of a compound that the data does not have', () => {
  const data = { related: () => [], frequency: () => 0 }
  expect(widened('Wohnungsschlüssel?', data)).toBe('Wohnungsschlüssel? wohnung schlussel')
  expect(widened('Wohnungsschlüssel?', { ...data, frequency: () => 1 })).toBe('Wohnungsschlüssel?')
})

it('puts other words of the data behind the question, each once, and none that it has already', () => {
  const related = (word: string) =>
    word === 'loom' ? ['webstuhl', 'telar'] : word === 'shuttle' ? ['telar', 'loom'] : []
  expect(widened('Is the loom without its shuttle?', { related, frequency: () => 1 })).toBe(
    'Is the loom without its shuttle? webstuhl telar',
  )
})

it('leaves a question as it is for which the data has no other words', () => {
  expect(widened('Where is the loom?', { related: () => [], frequency: () => 1 })).toBe('Where is the loom?')
})

it('widens by ten words at most', () => {
  const related = () => Array.from({ length: 30 }, (_, i) => `w${i}`)
  expect(widened('loom', { related, frequency: () => 1 }).split(' ')).toHaveLength(11)
})

it('puts the words of the data in the place of those that it does not have', () => {
  const data = {
    related: (word: string) => (word === 'deposit' ? ['caucao', 'kaution', 'acompte', 'depot'] : ['renda']),
    frequency: (word: string) => (word === 'flat' ? 2 : 0),
  }
  expect(translated('the deposit of the flat', data)).toBe('caucao kaution acompte flat')
})

it('leaves a query as it is for which the data has no other words', () => {
  const data = { related: () => [], frequency: () => 0 }
  expect(translated('The loom of Ada?', data)).toBe('The loom of Ada?')
})
