import { expect, it } from 'vitest'
import type { TokenCounts, Turn } from '../src/shared/turn.ts'
import { type MeasuredTurn, report } from './report.ts'

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

it('gives the share of reused prompt tokens of second questions, by kind and role, and of time outside', () => {
  const first = measured({ planner: tokens(10, 90), 'l3.find_file.1': tokens(30, 70) }, 500, 495)
  const second = measured({ planner: tokens(0, 100), 'l3.check_notebook.1': tokens(0, 0) }, 500, 495)
  const { text, isMet } = report('toy', [
    { kind: 'file', first: cold, second: first },
    { kind: 'note', first: cold, second },
  ])
  expect(text.split('\n')).toEqual([
    '| toy, 4 turns | expected | measured |',
    '| --- | --- | --- |',
    '| Prompt tokens reused in a warm turn | at least 85.0 % | 86.7 % |',
    '| · second question of kind `file` |  | 80.0 % |',
    '| · second question of kind `note` |  | 100.0 % |',
    '| · in sessions of `planner` |  | 95.0 % |',
    '| · in sessions of `l3` |  | 70.0 % |',
    '| Time outside the engine | at most 2.0 % | 1.0 % |',
    '| Seconds per turn |  | 0.8 |',
  ])
  expect(isMet).toBe(true)
})

it.each([
  ['too little is reused', measured({ planner: tokens(20, 80) }, 1000, 1000)],
  ['too much passes outside', measured({ planner: tokens(0, 100) }, 1000, 900)],
  ['nothing was sent', measured({}, 1000, 1000)],
])('misses what is expected when %s', (_, second) => {
  expect(report('toy', [{ kind: 'file', first: cold, second }]).isMet).toBe(false)
})
