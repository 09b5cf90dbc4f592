import { describe, expect, it } from 'vitest'
import { compare } from './compare.ts'
import { report } from './report.ts'
import { failing, grades, header, trial } from './testing/trials.ts'

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
    expect(text).toContain('| files | 1 | 100 | 300 | 75 % | 20 | 900 | 4.0 | 2.0 | 2.0 |')
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
    const text = compare(first, second)
    expect(text).toContain('| all | 3 | 3 | 1 | 2 | 0 | 0.500 |')
    expect(text).toContain('Only A: b, c\nOnly B: none')
  })
})
