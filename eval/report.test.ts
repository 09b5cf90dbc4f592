import { describe, expect, it } from 'vitest'
import { compare, compareText } from './compare.ts'
import { summarise } from './figures.ts'
import { report as reportOf } from './report.ts'
import { failing, grades, header, trial } from './testing/trials.ts'
import type { Header, Trial } from './trial.ts'

const report = (head: Header, trials: readonly Trial[], testRuns: number) =>
  reportOf(summarise(head, trials, testRuns))

const wordings = (task: string, wrong: number) =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((wording) =>
    trial(task, { wording, ...(wording <= wrong ? { grades: failing } : {}) }),
  )

describe('a report', () => {
  it('counts by class, with n and intervals, and what a task says nothing about counts nowhere', () => {
    const text = report(
      header,
      [
        trial('a'),
        trial('b', { grades: failing }),
        trial('c', {
          class: 'decline',
          grades: { ...grades, answerRight: null, declinedRightly: true },
        }),
      ],
      3,
    )
    expect(text).toContain('| files | 1 of 2 (9–91 %) | 2 of 2 (34–100 %) | – |')
    expect(text).toContain('| must decline | – | 1 of 1 (21–100 %) | 1 of 1 (21–100 %) |')
    expect(text).toContain('| all | 2 of 3 (21–94 %) |')
    expect(text).toContain('have been run 3 times')
    expect(text).toContain('Failed: b.')
  })

  it('counts a task with other wordings only when all eight are right, and once for pass@1', () => {
    const trials = [
      trial('a'),
      ...wordings('a', 0),
      trial('b'),
      ...wordings('b', 1),
      ...wordings('c', 0).slice(1),
    ]
    const text = report(header, trials, 0)
    expect(text).toContain('pass^8 (right in eight other wordings): 1 of 2 (9–91 %).')
    expect(text).toContain('| files | 2 of 2 (34–100 %) |')
  })

  it('says where something unsupported was said', () => {
    const grade = { ...grades, unsupported: 2, answerSupported: false }
    expect(report(header, [trial('a', { grades: grade })], 0)).toContain('in answers: 2 (a#0).')
  })

  it('gives the cost of warm turns only', () => {
    const cold = { ...trial('a').cost, ms: 60_000, isCold: true }
    const text = report(header, [trial('a', { cost: cold }), trial('b')], 0)
    expect(text).toContain('| files | 1 | 100 | 300 | 75 % | 20 | 900 | 4.0 | 2.0 | 2.0 | – |')
  })

  it('gives the time outside the engine where it was measured', () => {
    const timed = { ...trial('a').cost, ms: 1000, engineMs: 985 }
    const text = report(header, [trial('a', { cost: timed }), trial('b')], 0)
    expect(text).toContain('| 1.5 % |')
  })

  it('gives the tokens of a warm turn by role', () => {
    const session = (role: string, evaluated: number) => ({
      role,
      tokens: { evaluated, reused: 10, generated: 2 },
    })
    const trials = [
      trial('a', { sessions: [session('planner', 40), session('l3', 10), session('l3', 30)] }),
      trial('b', { sessions: [session('planner', 60), { role: 'l2', error: 'stopped' }] }),
    ]
    const text = report(header, trials, 0)
    expect(text).toContain('| planner | 50 | 10 | 2 |\n| l3 | 20 | 10 | 2 |')
  })

  it('counts calls that should not have been made', () => {
    const called = { ...grades, calledWell: false }
    const text = report(header, [trial('a'), trial('b', { grades: called })], 0)
    expect(text).toContain(
      '| files | 2 of 2 (34–100 %) | 2 of 2 (34–100 %) | 2 of 2 (34–100 %) | 1 of 2 (9–91 %) |',
    )
  })

  it('keeps whole turns apart from what was asked of L1 alone', () => {
    const trials = [trial('a', { class: 'route' }), trial('b', { grades: failing })]
    const text = report(header, trials, 0)
    expect(text).toContain('| all | 1 of 2 (9–91 %) |')
    expect(text).toContain('| all but routing | 0 of 1 (0–79 %) |')
  })

  it('leaves out layers that were not asked', () => {
    const nothing = {
      rightTool: null,
      rightArguments: null,
      formValid: null,
      calledWell: null,
      answerRight: null,
      answerSupported: null,
    }
    const text = report(header, [trial('a', { class: 'route', grades: { ...grades, ...nothing } })], 0)
    expect(text).toContain('L1: the handle')
    expect(text).not.toContain('L2 and L3')
    expect(text).not.toContain('The answer')
  })
})

describe('a comparison', () => {
  it('pairs the questions that both runs hold', () => {
    const first = { header, trials: [trial('a'), trial('b'), trial('c'), trial('only here')] }
    const second = {
      header,
      trials: [trial('a'), trial('b', { grades: failing }), trial('c', { grades: failing })],
    }
    const text = compareText(compare(first, second))
    expect(text).toContain('| all | 3 | 3 | 1 | 2 | 0 | 0.500 |')
    expect(compare(first, second).onlyA).toEqual(['b', 'c'])
    expect(text).toContain('Only A: b, c\nOnly B: none')
  })
})
