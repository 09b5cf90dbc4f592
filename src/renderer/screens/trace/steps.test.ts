import { describe, expect, it } from 'vitest'
import { largestPrompt, shownSteps, timeline } from './steps.ts'
import { step, trace } from './testing/traces.ts'

describe('what a step did', () => {
  const words = (view: Parameters<typeof shownSteps>[0]) => shownSteps(view).map((each) => each.words)

  it('is said in words, from what was kept of it', () => {
    expect(words(trace())).toEqual([
      'picked @search-info, 84 %',
      'weighed an empty request, to compare with',
      'one call, then done',
      'Passport scan.pdf (in Travel, page 1): No. XB44',
      'Your passport number is XB44.',
    ])
  })

  it('is that no tool was needed, that a source did not hold the answer, or what went wrong', () => {
    const view = trace({
      steps: [
        step('planner', { input: 'Hi', output: '@search-info: 0.100\nno tool: 0.900' }),
        step('answer', { output: 'Yes:: 0.020\nNo.: 0.980' }),
        step('l2', { error: { code: 'stopped', message: 'Stopped' } }),
        step('l2', { output: 'answer found' }),
        step('l3.find_file.9', { output: '' }),
      ],
    })
    expect(words(view)).toEqual([
      'needed no tool, 90 %',
      'not in this source',
      'Stopped',
      'one call, then the answer was there',
      'nothing',
    ])
  })
})

describe('the bars', () => {
  const spans = (view: Parameters<typeof timeline>[0]) =>
    timeline(view).map(({ from, to }) => [Math.round(from * 100), Math.round(to * 100)])

  it('stand where the steps began, when that was kept', () => {
    const steps = [step('planner', { startedMs: 0, ms: 20 }), step('l2', { startedMs: 30, ms: 70 })]
    expect(spans(trace({ steps, ms: 100 }))).toEqual([
      [0, 20],
      [30, 100],
    ])
  })

  it('stand one after the other when it was not, a called tool inside the follower and a later one after it', () => {
    const steps = [
      step('planner', { ms: 10 }),
      step('l2', { ms: 50 }),
      step('l3.a.1', { ms: 20 }),
      step('l3.b.2', { ms: 15 }),
      step('answer', { ms: 25 }),
    ]
    expect(spans(trace({ steps, ms: 100 }))).toEqual([
      [0, 10],
      [10, 60],
      [10, 30],
      [60, 75],
      [75, 100],
    ])
  })

  it('never leave the frame, whatever the times say', () => {
    const steps = [step('l2', { ms: 0 }), step('l3.a.1', { ms: 500 })]
    for (const { from, to } of timeline(trace({ steps, ms: 10 }))) {
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeLessThanOrEqual(1)
    }
  })
})

it('does not count a prompt twice that was shown in two rounds', () => {
  const steps = [
    step('l3.a.1', { transcript: 'x'.repeat(400), tokens: { evaluated: 80, reused: 0, generated: 20 } }),
    step('planner', { transcript: 'x'.repeat(4000), tokens: { evaluated: 20, reused: 1900, generated: 10 } }),
  ]
  expect(largestPrompt(trace({ steps }))).toBe(1000)
})
