import { expect, it } from 'vitest'
import type { TokenCounts, Turn } from '../src/shared/turn.ts'
import { type Figure, isMet } from './figures.ts'
import { type MeasuredTurn, turnFigures } from './turn-figures.ts'

function measured(byRole: Record<string, TokenCounts>, wallMs: number, engineMs: number): MeasuredTurn {
  const sum = (key: keyof TokenCounts) => Object.values(byRole).reduce((total, each) => total + each[key], 0)
  const turn: Turn = {
    answer: '',
    mode: 'plan',
    end: 'answered',
    replanned: false,
    plan: null,
    dispatches: [],
    sources: [],
    tokens: { evaluated: sum('evaluated'), reused: sum('reused'), generated: 0, byRole },
    ms: wallMs,
    model: 'm',
    conversation: 'c',
    trace: 't',
  }
  return { turn, wallMs, engineMs }
}

const tokens = (evaluated: number, reused: number) => ({ evaluated, reused, generated: 9 })
const cold = measured({ planner: tokens(1000, 0) }, 1000, 990)

const values = (figures: readonly Figure[]) =>
  Object.fromEntries(figures.map(({ id, value }) => [id, Math.round(value * 10) / 10]))

it('gives the share of reused prompt tokens of second questions, by kind and role, and of time outside', () => {
  const first = measured({ planner: tokens(10, 90), 'l3.find_file.1': tokens(30, 70) }, 500, 495)
  const second = measured({ planner: tokens(0, 100), 'l3.check_notebook.1': tokens(0, 0) }, 500, 495)
  const figures = turnFigures([
    { kind: 'file', first: cold, second: first },
    { kind: 'note', first: cold, second },
    { kind: 'unheard of', first: cold, second },
  ])
  expect(values(figures)).toEqual({
    'turns.reused': 90,
    'turns.reused.file': 80,
    'turns.reused.note': 100,
    'turns.reused.planner': 96.7,
    'turns.reused.l3': 70,
    'turns.evaluated': 13.3,
    'turns.outside': 1,
    'turns.seconds': 0.8,
    'turns.first': 1,
  })
  expect(figures.every(isMet)).toBe(true)
})

it.each([
  ['too little is reused', measured({ planner: tokens(20, 80) }, 1000, 1000)],
  ['too much passes outside', measured({ planner: tokens(0, 100) }, 1000, 900)],
  ['nothing was sent', measured({}, 1000, 1000)],
])('misses what is expected when %s', (_, second) => {
  expect(turnFigures([{ kind: 'file', first: cold, second }]).every(isMet)).toBe(false)
})
