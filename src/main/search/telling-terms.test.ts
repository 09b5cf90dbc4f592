import { expect, it } from 'vitest'
import { tellingTerms, widened } from './telling-terms.ts'

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
