import { expect, it } from 'vitest'
import type { SampleQuestion } from '../src/main/sample/sample.ts'
import type { Turn } from '../src/shared/turn.ts'
import { gradeTurn, median, wilson } from './grade.ts'

const task: SampleQuestion = {
  id: 'rent',
  question: 'How long is the notice?',
  handle: '@search-info',
  source: 'file',
  accept: ['three months', '3 months'],
}

const turn = (answer: string, change: Partial<Turn> = {}): Turn => ({
  answer,
  mode: 'plan',
  end: 'answered',
  replanned: false,
  plan: { handles: ['@search-info'], rationale: '', tools: [] },
  dispatches: [],
  sources: [{ kind: 'file', id: 'a', title: 'a', path: '/a', location: null, quote: '' }],
  tokens: { evaluated: 0, reused: 0, generated: 0, byRole: {} },
  ms: 1,
  model: 'm',
  conversation: 'c',
  trace: 't',
  ...change,
})

it.each(['Three months.', 'It is 3  months', 'THREE\nMONTHS'])('accepts %j', (answer) => {
  expect(gradeTurn(task, turn(answer)).right).toBe(true)
})

it.each(['Two months.', 'three', '13 months', ''])('refuses %j', (answer) => {
  expect(gradeTurn(task, turn(answer)).right).toBe(false)
})

it('does not count a right text of a turn that did not answer', () => {
  expect(gradeTurn(task, turn('three months', { end: 'limit' })).right).toBe(false)
})

it('tells the handle and the kind of source apart from the answer', () => {
  const graded = gradeTurn(task, turn('three months', { plan: null, sources: [] }))
  expect(graded).toMatchObject({ right: true, rightHandle: false, rightSource: false })
})

it('gives the Wilson interval', () => {
  const [low, high] = wilson(11, 12)
  expect(low).toBeCloseTo(0.646, 2)
  expect(high).toBeCloseTo(0.985, 2)
  expect(wilson(0, 0)).toEqual([0, 1])
})

it('gives the median', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(median([])).toBe(0)
})
