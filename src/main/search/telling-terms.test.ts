import { expect, it } from 'vitest'
import { tellingTerms, translated, widened } from './telling-terms.ts'

it('leaves out words that say nothing about what is asked', () => {
  expect(tellingTerms('Can you tell me exactly how much the loom weighs?')).toEqual(['loom', 'weighs'])
})

it('keeps all words where none says more', () => {
  expect(tellingTerms('What does that mean?')).toEqual(['mean'])
})

it('puts other words of the data behind the question, each once, and none that it has already', () => {
  const related = (word: string) =>
    word === 'loom' ? ['webstuhl', 'telar'] : word === 'shuttle' ? ['telar', 'loom'] : []
  expect(widened('Is the loom without its shuttle?', { related })).toBe(
    'Is the loom without its shuttle? webstuhl telar',
  )
})

it('leaves a question as it is for which the data has no other words', () => {
  expect(widened('Where is the loom?', { related: () => [] })).toBe('Where is the loom?')
})

it('widens by ten words at most', () => {
  const related = () => Array.from({ length: 30 }, (_, i) => `w${i}`)
  expect(widened('loom', { related }).split(' ')).toHaveLength(11)
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
