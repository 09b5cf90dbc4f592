import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Turn } from '../../shared/turn.ts'
import { compareTurns } from './compare.ts'

const turn: Turn = {
  answer: 'It is 42.',
  mode: 'plan',
  end: 'answered',
  replanned: false,
  plan: { handles: ['@search-info'], rationale: "I'll use @search-info.", tools: ['find_file'] },
  dispatches: [
    {
      step: 1,
      tool: 'find_file',
      instruction: 'passport',
      arguments: { query: 'passport', devices: [] },
      outcome: 'ran',
      result: '1 found',
      ms: 7,
    },
  ],
  sources: [],
  tokens: { evaluated: 1, reused: 2, generated: 3, byRole: {} },
  ms: 4,
  model: 'toy',
  conversation: 'c',
  trace: 't',
}
const [dispatch = expect.unreachable()] = turn.dispatches

it('finds nothing where the same was chosen, asked and answered, however long it took and whatever it cost', () => {
  const later: Turn = {
    ...turn,
    plan: { handles: ['@search-info'], rationale: 'Other words.', tools: [] },
    dispatches: [{ ...dispatch, result: '2 found', ms: 900 }],
    tokens: { evaluated: 9, reused: 9, generated: 9, byRole: {} },
    ms: 999,
    model: 'another',
    trace: 't2',
  }
  expect(compareTurns(turn, later)).toEqual([])
})

it('names each part that differs, with both sides, in the order of a turn', () => {
  const direct: Turn = {
    ...turn,
    mode: 'direct',
    plan: null,
    dispatches: [],
    answer: 'No.',
    end: 'not-found',
  }
  expect(compareTurns(turn, direct)).toEqual([
    { what: 'mode', before: 'plan', after: 'direct' },
    { what: 'plan', before: ['@search-info'], after: [] },
    {
      what: 'dispatches',
      before: [
        {
          tool: 'find_file',
          instruction: 'passport',
          arguments: { query: 'passport', devices: [] },
          outcome: 'ran',
        },
      ],
      after: [],
    },
    { what: 'answer', before: 'It is 42.', after: 'No.' },
    { what: 'end', before: 'answered', after: 'not-found' },
  ])
})

it('tells turns apart by the words and order of their dispatches alone', () => {
  const other = { ...dispatch, instruction: 'ID card' }
  const twice = { ...turn, dispatches: [dispatch, other] }
  expect(compareTurns(twice, { ...turn, dispatches: [other, dispatch] })).toMatchObject([
    { what: 'dispatches' },
  ])
})

it('is empty for a turn and itself, and swaps its sides with them', () => {
  const anyTurn = fc.record({
    answer: fc.string(),
    handles: fc.array(fc.constantFrom('@a', '@b'), { maxLength: 2 }),
    end: fc.constantFrom('answered', 'halted'),
  })
  const toTurn = ({
    answer,
    handles,
    end,
  }: {
    answer: string
    handles: string[]
    end: 'answered' | 'halted'
  }) => ({
    ...turn,
    answer,
    end,
    plan: { handles, rationale: '', tools: [] },
  })
  fc.assert(
    fc.property(anyTurn, anyTurn, (a, b) => {
      const [one, two] = [toTurn(a), toTurn(b)]
      expect(compareTurns(one, structuredClone(one))).toEqual([])
      expect(compareTurns(two, one)).toEqual(
        compareTurns(one, two).map(({ what, before, after }) => ({ what, before: after, after: before })),
      )
    }),
  )
})
