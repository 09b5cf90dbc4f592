import { describe, expect, it } from 'vitest'
import { askingClauses, coverage, weighTerms } from './coverage.ts'

const corpus = { size: () => 100, frequency: () => 2, related: () => [] }
const weightsOf = (question: string) =>
  Object.fromEntries(weighTerms(question, corpus).map(({ forms: [word = ''], weight }) => [word, weight]))

describe('a clause that only says why something is asked', () => {
  it('weighs less than the one that asks', () => {
    const { kiln, loom } = weightsOf('We are moving the kiln, what does the loom weigh?')
    expect(kiln).toBeLessThan(loom ?? 0)
  })
  it.each([
    ['When did I meet dr. abilio about the loom?', 'abilio'],
    ['What oil did we buy for the loom, the kiln?', 'kiln'],
    ['What oil did we buy for the loom, kiln and press?', 'kiln'],
  ])('is no part of a name or list: %s', (question, word) => {
    const weights = weightsOf(question)
    expect(weights[word]).toBe(weights.loom)
  })
})

it('wants the ring of somebody, and of whoever is rung only the number', () => {
  expect(coverage('Ilse bakes bread', weighTerms("Where is Ilse's ring?", corpus))).toBe(0)
  expect(coverage('Ilse: 555 010', weighTerms('Which number do I ring for Ilse?', corpus))).toBe(1)
})

it('gives the clauses of a question that ask', () => {
  expect(askingClauses('The kiln is hot, so when is the loom free because I leave soon')).toEqual([
    'so when is the loom free',
  ])
  expect(askingClauses('I was at the kiln, when is the loom free since I was promised it')).toEqual([
    'when is the loom free',
  ])
  expect(askingClauses('since when does the loom stand')).toEqual(['since when does the loom stand'])
  expect(askingClauses('Is the loom free before the choir?')).toEqual([])
})
